import Geometry
import MapMatching
import RoadNetwork
import RoutePlan
import Routing
import TestSupport
import Testing

@Suite("Finding the planned path again")
struct FindingAgainTests {
  private static let drawing = """
    A-----B-----C-----D
          |     |     |
          |     |     |
          E-----F-----G
    """

  private func map(
    _ roads: KeyValuePairs<String, [String: String]> = ["ABCD": [:], "BE": [:], "CF": [:], "DG": [:], "EFG": [:]],
    drawing: String = drawing
  ) throws -> RoadMap {
    try RoadMap(drawing, spacing: 20, roads: roads)
  }

  @Test(
    "on the same network the plan is its own edges, with the same lengths and times",
    arguments: ["AG", "ADE", "AFA", "GBD"])
  func sameNetwork(places: String) throws {
    let trip = try PlannedTrip(map(), places)
    let outcome = try trip.rebuilt(at: places.first ?? "A")
    let rebuilt = try #require(outcome.rebuilt)
    #expect(rebuilt.source == .edges)
    #expect(rebuilt.joining == .origin)
    #expect(PlannedTrip.letters(of: rebuilt.route, on: trip.map) == trip.letters)
    #expect(rebuilt.route.legs.count == trip.route.legs.count)
    for (leg, planned) in zip(rebuilt.route.legs, trip.route.legs) {
      #expect(abs(leg.distanceMeters - planned.distanceMeters) < 0.05)
      #expect(abs(leg.durationSeconds - planned.durationSeconds) < 0.05)
    }
    #expect(outcome.distanceFromPlannedOriginMeters < 0.01)
  }

  @Test("the same data built again gives the same plan, even when it has another fingerprint")
  func rebuiltData() throws {
    let trip = try PlannedTrip(map(), "AG")
    // One more road far from the plan: other ids of everything.
    let other = try map(
      ["ABCD": [:], "BE": [:], "CF": [:], "DG": [:], "EFG": [:], "XYZ": ["highway": "primary"]],
      drawing: "X-----Y-----Z\n\n\n" + Self.drawing)
    #expect(other.network.fingerprint != trip.map.network.fingerprint)
    let rebuilt = try #require(try trip.rebuilt(on: other, at: "A").rebuilt)
    #expect(rebuilt.source == .references)
    #expect(PlannedTrip.letters(of: rebuilt.route, on: other) == trip.letters)
    #expect(abs(rebuilt.route.distanceMeters - trip.route.distanceMeters) < 0.1)
  }

  @Test("a new side street splits edges, and the ids still lead along the way")
  func newJunction() throws {
    let plain = try RoadMap("A---N-------C---D\n    |\n    M", spacing: 20, roads: ["ANCD": [:]])
    let trip = try PlannedTrip(plain, "AD")
    let split = try RoadMap("A---N-------C---D\n    |\n    M", spacing: 20, roads: ["ANCD": [:], "NM": [:]])
    let rebuilt = try #require(try trip.rebuilt(on: split, at: "A").rebuilt)
    #expect(rebuilt.source == .references)
    #expect(PlannedTrip.letters(of: rebuilt.route, on: split) == "AND")
    // And back: the junction of the plan is an ordinary node now.
    let back = try PlannedTrip(split, "AD")
    let joined = try #require(try back.rebuilt(on: plain, at: "A").rebuilt)
    #expect(joined.source == .references)
    #expect(abs(joined.route.distanceMeters - back.route.distanceMeters) < 0.1)
  }

  @Test("a plan that begins and ends between junctions keeps its ends when junctions appear and vanish")
  func partWay() throws {
    let drawing = """
      A--1--N-------C--2--D
            |
            M
      """
    let plain = try RoadMap(drawing, spacing: 20, roads: ["ANCD": [:]])
    let split = try RoadMap(drawing, spacing: 20, roads: ["ANCD": [:], "NM": [:]])
    for (from, to) in [(plain, split), (split, plain)] {
      let trip = try PlannedTrip(from, "12")
      let rebuilt = try #require(try trip.rebuilt(on: to, at: "1").rebuilt)
      #expect(rebuilt.source == .references)
      #expect(abs(rebuilt.route.distanceMeters - 280) < 0.5)
      let line = rebuilt.route.legs[0].path.geometry(on: to.network)
      #expect(distanceMeters(try #require(line.first), try to.coordinate("1")) < 0.5)
      #expect(distanceMeters(try #require(line.last), try to.coordinate("2")) < 0.5)
    }
  }

  @Test("a way cut in two by a mapper is found by the line where the id is gone")
  func cutWay() throws {
    let trip = try PlannedTrip(map(), "AG")
    // The first way keeps its id for A to C only; C to D is a new way.
    let cut = try map(["ABC": [:], "BE": [:], "CF": [:], "DG": [:], "EFG": [:], "CD": [:]])
    let rebuilt = try #require(try trip.rebuilt(on: cut, at: "A").rebuilt)
    #expect(PlannedTrip.letters(of: rebuilt.route, on: cut) == trip.letters)
    #expect(abs(rebuilt.route.distanceMeters - trip.route.distanceMeters) < 0.5)
  }

  @Test("ways with all new ids are matched by the line, stop by stop", arguments: ["AG", "ADE", "AFA"])
  func newIDs(places: String) throws {
    let trip = try PlannedTrip(map(), places)
    // Other order, other way ids; letters, and so node ids, remain but belong to other ways.
    let renamed = try map(
      ["XYZ": [:], "EFG": [:], "DG": [:], "CF": [:], "BE": [:], "DCBA": [:]],
      drawing: Self.drawing + "\n\n\n\n\nX---Y---Z")
    let rebuilt = try #require(try trip.rebuilt(on: renamed, at: "A").rebuilt)
    #expect(rebuilt.source == .polyline)
    #expect(PlannedTrip.letters(of: rebuilt.route, on: renamed) == trip.letters)
    #expect(rebuilt.route.legs.count == trip.route.legs.count)
    #expect(abs(rebuilt.route.distanceMeters - trip.route.distanceMeters) < 3)
  }

  @Test("a road moved by 8 m is still the planned one, by 12 m it is not")
  func movedRoad() throws {
    for (meters, isSame) in [(8.0, true), (12.0, false)] {
      let trip = try PlannedTrip(RoadMap("A-------B", spacing: 50, roads: ["AB": [:]]), "AB")
      let origin = LocalPlane(origin: try trip.map.coordinate("A")).coordinate(x: 0, y: meters)
      let moved = try RoadMap(
        "A-------B\n\n\nX---Y", spacing: 50, origin: origin, roads: ["XY": [:], "AB": [:]])
      let failure = try trip.rebuilt(on: moved, at: "A").failure
      #expect(failure == (isSame ? nil : .networkChanged), "\(meters)")
    }
  }

  @Test("a road that is gone, or takes a detour now, is a changed network")
  func gone() throws {
    let trip = try PlannedTrip(map(), "AG")
    let without = try map(["AB": [:], "BE": [:], "CF": [:], "EFG": [:]])
    #expect(try trip.rebuilt(on: without, at: "A").failure == .networkChanged)
    let detour = try RoadMap(
      """
      A-----B-----C
        N       M
      """, spacing: 20, roads: ["ANMC": [:]])
    let straight = try PlannedTrip(RoadMap("A-----B-----C", spacing: 20, roads: ["AC": [:]]), "AC")
    #expect(try straight.rebuilt(on: detour, at: "A").failure == .networkChanged)
  }

  @Test("a street that became one-way against the plan is a changed network")
  func oneWay() throws {
    let trip = try PlannedTrip(map(), "AG")
    let reversed = try map(["ABCD": [:], "BE": [:], "CF": [:], "GD": ["oneway": "yes"], "EFG": [:]])
    let letters = trip.letters
    #expect(letters.contains("DG"))
    #expect(try trip.rebuilt(on: reversed, at: "A").failure == .networkChanged)
  }

  @Test("a fingerprint that fits and edges that do not are no reason to crash")
  func nonsense() throws {
    var trip = try PlannedTrip(map(), "AG").plan
    trip.legs[0].path.firstEdge = EdgeID(4_000_000_000)
    trip.legs[0].path.turnOrdinals = [.max, 99]
    trip.legs[0].path.startOffsetCentimeters = .max
    trip.legs[0].path.references = [SegmentReference(wayID: .min, fromNodeID: .max, toNodeID: 0)]
    trip.legs[0].path.polyline = []
    let network = try map().network
    let outcome = PlanRebuilder(network: network).rebuild(
      trip, vehicle: MatcherFix(coordinate: trip.origin.location, timeMillis: 0), conditions: .none, atMillis: 0)
    #expect(outcome.failure == .networkChanged)
  }
}
