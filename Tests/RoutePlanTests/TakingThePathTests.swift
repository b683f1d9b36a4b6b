import Geometry
import MapMatching
import RoadNetwork
import RoutePlan
import Routing
import TestSupport
import Testing

@Suite("Taking the planned path")
struct TakingThePathTests {
  /// Blocks of 200 m; the plan runs A B C D, then south to H.
  private func map(
    _ restrictions: [DrawnRestriction] = [], bc: [String: String] = [:], country: CountryCode = .unknown
  ) throws -> RoadMap {
    try RoadMap(
      """
      A---------B---------C---------D
      |         |         |         |
      |         |         |         |
      E---------F---------G---------H
      |                             |
      I-----------------------------J
      """, spacing: 20, country: country,
      roads: [
        "AB": [:], "BC": bc, "CD": [:], "EFGH": [:], "BF": [:], "CG": [:], "DH": [:], "AE": [:], "EI": [:], "IJ": [:],
        "HJ": [:],
      ], restrictions: restrictions)
  }

  /// From A by B and C to D, then to H.
  private func trip(_ map: RoadMap? = nil, expiresAtMillis: Int64? = nil) throws -> PlannedTrip {
    let trip = try PlannedTrip(try map ?? self.map(), "ADH", expiresAtMillis: expiresAtMillis)
    try #require(trip.letters == "ABCD|DH")
    return trip
  }

  // MARK: Closures and turns

  @Test("a closed road is named, the first one in driving order, and open again it is no hindrance")
  func closed() throws {
    let trip = try trip()
    let map = trip.map
    let wanted = SegmentReference(
      wayID: try map.way("BC"), fromNodeID: map.osmNode("B"), toNodeID: map.osmNode("C"))
    func named(_ failure: RebuildFailure?) -> SegmentReference? {
      if case .roadClosed(let closure) = failure { closure.segment } else { nil }
    }
    #expect(named(try trip.rebuilt(at: "A", conditions: map.closing("BC", "B", "C")).failure) == wanted)
    let both = [("CD", "C", "D"), ("BC", "B", "C")].map { road, from, to in
      RoadConditionChange(
        key: road,
        update: RoadConditionUpdate(
          segment: .reference(
            SegmentReference(
              wayID: (try? map.way(road)) ?? 0, fromNodeID: map.osmNode(Character(from)),
              toNodeID: map.osmNode(Character(to)))),
          isClosed: true))
    }
    let conditions = Conditions.none.applying(both, version: .none, on: map.network).conditions
    #expect(named(try trip.rebuilt(at: "A", conditions: conditions).failure) == wanted)
    // The other direction, and a time outside of its validity, do not close the plan.
    #expect(try trip.rebuilt(at: "A", conditions: map.closing("BC", "C", "B")).rebuilt != nil)
  }

  @Test("a closure on a later leg counts, a closure behind a vehicle under way does not")
  func closedElsewhere() throws {
    let trip = try trip()
    let later = try trip.map.closing("DH", "D", "H")
    if case .roadClosed(let closure) = try #require(try trip.rebuilt(at: "A", conditions: later).failure) {
      #expect(closure.segment?.wayID == (try trip.map.way("DH")))
      #expect(closure.edge == trip.map.network.canonicalEdge(closure.edge))
    } else {
      Issue.record("not closed")
    }
    let behind = try trip.map.closing("AB", "A", "B")
    #expect(try trip.rebuilt(at: "C", east: -60, conditions: behind).rebuilt != nil)
    #expect(try trip.rebuilt(at: "A", east: 10, conditions: behind).failure != nil)
  }

  @Test("a closure is told even when the vehicle is away as well")
  func closedAndAway() throws {
    let trip = try trip()
    let failure = try trip.rebuilt(at: "I", conditions: trip.map.closing("BC", "B", "C")).failure
    if case .roadClosed = failure {} else { Issue.record("\(String(describing: failure))") }
  }

  @Test("a turn that became forbidden is told, with the road it led into")
  func forbiddenTurn() throws {
    let trip = try trip()
    let changed = try map(["no_straight_on AB B BC"])
    let wanted = SegmentReference(
      wayID: try changed.way("BC"), fromNodeID: changed.osmNode("B"), toNodeID: changed.osmNode("C"))
    #expect(try trip.rebuilt(on: changed, at: "A").failure == .forbiddenTurn(wanted))
  }

  @Test("a restriction over several roads forbids only those who came that way")
  func viaWay() throws {
    let trip = try trip()
    let changed = try map(["no_straight_on AB BC CD"])
    let wanted = SegmentReference(
      wayID: try changed.way("CD"), fromNodeID: changed.osmNode("C"), toNodeID: changed.osmNode("D"))
    #expect(try trip.rebuilt(on: changed, at: "A").failure == .forbiddenTurn(wanted))
  }

  @Test("a road closed to the mode is told as forbidden")
  func access() throws {
    let trip = try trip()
    let changed = try map(bc: ["motorcar": "no"])
    let failure = try trip.rebuilt(on: changed, at: "A").failure
    if case .forbiddenTurn = failure {} else { Issue.record("\(String(describing: failure))") }
  }

  // MARK: Hours

  /// At an hour of the first of January in Germany, a Thursday.
  private static func hour(_ hour: Int64) -> Int64 { PlannedTrip.issued + (hour - 1) * 3_600_000 }

  @Test("a turn that is forbidden at the hour is told, and at another hour it is no hindrance")
  func turnByHour() throws {
    let trip = try trip()
    let timed = try map(
      ["restriction:conditional=no_straight_on~@~(07:00-09:00) AB B BC"], country: CountryCode("DE") ?? .unknown)
    let wanted = SegmentReference(
      wayID: try timed.way("BC"), fromNodeID: timed.osmNode("B"), toNodeID: timed.osmNode("C"))
    #expect(try trip.rebuilt(on: timed, at: "A", atMillis: Self.hour(8)).failure == .forbiddenTurn(wanted))
    #expect(try trip.rebuilt(on: timed, at: "A", atMillis: Self.hour(10)).rebuilt != nil)
    // The plan is of the timed map as well: made without a time, when none holds.
    let planned = try self.trip(timed)
    #expect(try planned.rebuilt(at: "A", atMillis: Self.hour(8)).failure == .forbiddenTurn(wanted))
    #expect(try planned.rebuilt(at: "A", atMillis: Self.hour(10)).rebuilt != nil)
    // Behind the turn it forbids nothing any more.
    #expect(try planned.rebuilt(at: "C", east: -60, atMillis: Self.hour(8)).rebuilt != nil)
  }

  @Test("a road that is closed at the hour may be left and not entered")
  func roadByHour() throws {
    let timed = try map(
      bc: ["motor_vehicle:conditional": "no @ (07:00-09:00)"], country: CountryCode("DE") ?? .unknown)
    let trip = try trip(timed)
    let wanted = SegmentReference(
      wayID: try timed.way("BC"), fromNodeID: timed.osmNode("B"), toNodeID: timed.osmNode("C"))
    #expect(try trip.rebuilt(at: "A", atMillis: Self.hour(8)).failure == .forbiddenTurn(wanted))
    #expect(try trip.rebuilt(at: "A", atMillis: Self.hour(6)).rebuilt != nil)
    #expect(try trip.rebuilt(at: "C", east: -60, atMillis: Self.hour(8)).rebuilt != nil)
  }

  @Test("a connector obeys what is forbidden at the hour")
  func connectorByHour() throws {
    let map = try RoadMap(
      """
      A---------B---------C
                |
                |
                F
      """, spacing: 20, country: CountryCode("DE") ?? .unknown, roads: ["AB": [:], "BC": [:], "BF": [:]],
      restrictions: [
        "restriction:conditional=no_right_turn~@~(07:00-09:00) BF B BC",
        "restriction:conditional=no_left_turn~@~(07:00-09:00) BF B AB",
      ])
    let trip = try PlannedTrip(map, "AC")
    #expect(try trip.rebuilt(at: "B", north: -30, atMillis: Self.hour(8)).failure == .vehicleAway)
    #expect(try trip.rebuilt(at: "B", north: -30, atMillis: Self.hour(10)).rebuilt != nil)
  }

  // MARK: Expiry

  @Test("a plan is expired from its expiry on, and by the operator's age limit")
  func expiry() throws {
    let trip = try trip(expiresAtMillis: PlannedTrip.issued + 60_000)
    #expect(try trip.rebuilt(at: "A", atMillis: PlannedTrip.issued + 59_999).rebuilt != nil)
    #expect(try trip.rebuilt(at: "A", atMillis: PlannedTrip.issued + 60_000).failure == .expired)
    let endless = try self.trip()
    #expect(try endless.rebuilt(at: "A", atMillis: .max).rebuilt != nil)
    var settings = RebuildSettings()
    settings.timeToLiveMillis = 3_600_000
    #expect(try endless.rebuilt(at: "A", atMillis: PlannedTrip.issued + 3_599_999, settings: settings).rebuilt != nil)
    #expect(try endless.rebuilt(at: "A", atMillis: .max, settings: settings).failure == .expired)
  }

  // MARK: The vehicle

  @Test("within 25 m of the origin the plan is followed, though the vehicle stands beside the road")
  func nearOrigin() throws {
    let trip = try PlannedTrip(RoadMap("A---1---------B", spacing: 20, roads: ["AB": [:]]), "1B")
    let outcome = try trip.rebuilt(at: "1", north: 24)
    #expect(outcome.rebuilt?.joining == .origin)
    #expect(abs(outcome.distanceFromPlannedOriginMeters - 24) < 0.1)
    #expect(abs((outcome.rebuilt?.route.distanceMeters ?? 0) - 200) < 0.5)
  }

  @Test("an origin off the road is left from where the planned route begins as well: the nearer of the two counts")
  func originOffTheRoad() throws {
    let map = try RoadMap(
      """
      1
      |
      A---------B
      """, spacing: 40, roads: ["AB": [:]])
    let trip = try PlannedTrip(map, "1B")
    #expect(abs(try trip.rebuilt(at: "1").distanceFromPlannedOriginMeters) < 0.1)
    let onRoad = try trip.rebuilt(at: "A", east: -8)
    #expect(abs(onRoad.distanceFromPlannedOriginMeters - 8) < 1)
    #expect(onRoad.rebuilt?.joining == .origin)
    let between = try trip.rebuilt(at: "A", north: 39)
    #expect(abs(between.distanceFromPlannedOriginMeters - 39) < 1)
  }

  @Test("40 m down the planned road the remainder is followed")
  func underWay() throws {
    let trip = try trip()
    let rebuilt = try #require(try trip.rebuilt(at: "A", east: 40, north: 3).rebuilt)
    #expect(rebuilt.joining == .path)
    #expect(abs(rebuilt.skippedMeters - 40) < 1)
    #expect(abs(rebuilt.route.distanceMeters - (trip.route.distanceMeters - 40)) < 1)
    #expect(rebuilt.route.legs.count == 2)
  }

  @Test("in the middle of the first leg the remainder is followed, by every source")
  func middle() throws {
    let trip = try trip()
    let rebuilt = try #require(try trip.rebuilt(at: "C", east: -50).rebuilt)
    #expect(rebuilt.joining == .path)
    #expect(PlannedTrip.letters(of: rebuilt.route, on: trip.map).hasPrefix("BCD|"))
    #expect(abs(rebuilt.skippedMeters - 350) < 1)
  }

  @Test("behind the origin on its road, the way to the origin is part of the route")
  func behind() throws {
    let trip = try PlannedTrip(RoadMap("A---1---------B", spacing: 20, roads: ["AB": [:]]), "1B")
    let rebuilt = try #require(try trip.rebuilt(at: "1", east: -45).rebuilt)
    guard case .connector(let meters) = rebuilt.joining else {
      Issue.record("\(rebuilt.joining)")
      return
    }
    #expect(abs(meters - 45) < 1)
    #expect(abs(rebuilt.route.distanceMeters - 245) < 1)
  }

  @Test("from a side street a legal connector of at most 60 m leads onto the path")
  func connector() throws {
    let trip = try trip()
    let near = try #require(try trip.rebuilt(at: "B", north: -50).rebuilt)
    guard case .connector(let meters) = near.joining else {
      Issue.record("\(near.joining)")
      return
    }
    #expect(abs(meters - 50) < 1)
    #expect(PlannedTrip.letters(of: near.route, on: trip.map).hasPrefix("FBCD|"))
    // B to C and D, and then to H.
    #expect(abs(near.route.distanceMeters - (50 + trip.route.distanceMeters - 200)) < 2)
    var settings = RebuildSettings()
    settings.connectorMeters = 40
    #expect(try trip.rebuilt(at: "B", north: -50, settings: settings).failure == .vehicleAway)
  }

  @Test("a connector obeys one-way streets, turns and the course of the vehicle")
  func legalConnector() throws {
    let drawing = """
      A---------B---------C
                |
                |
                F
      """
    let roads: [(KeyValuePairs<String, [String: String]>, [DrawnRestriction])] = [
      (["AB": [:], "BC": [:], "BF": ["oneway": "yes"]], []),
      (["AB": [:], "BC": [:], "BF": [:]], ["no_right_turn BF B BC", "no_left_turn BF B AB"]),
    ]
    for (roads, restrictions) in roads {
      let map = try RoadMap(drawing, spacing: 20, roads: roads, restrictions: restrictions)
      #expect(try PlannedTrip(map, "AC").rebuilt(at: "B", north: -30).failure == .vehicleAway)
    }
    let free = try RoadMap(drawing, spacing: 20, roads: ["AB": [:], "BC": [:], "BF": [:]])
    #expect(try PlannedTrip(free, "AC").rebuilt(at: "B", north: -50, bearing: 0).rebuilt != nil)
    #expect(try PlannedTrip(free, "AC").rebuilt(at: "B", north: -50, bearing: 180).failure == .vehicleAway)
  }

  @Test("on another street 200 m away the vehicle is away")
  func away() throws {
    let outcome = try trip().rebuilt(at: "I", east: 180)
    #expect(outcome.failure == .vehicleAway)
    #expect(outcome.distanceFromPlannedOriginMeters > 190)
  }

  @Test("near the path but plainly on a parallel street the vehicle is not on the path")
  func parallel() throws {
    let map = try RoadMap(
      """
      A-----------------B
      |                 |
      C-----------------D
      """, spacing: 12, roads: ["AB": [:], "CD": [:], "AC": [:], "BD": [:]])
    let trip = try PlannedTrip(map, "AB")
    #expect(try trip.rebuilt(at: "C", east: 100).failure == .vehicleAway)
  }

  @Test("driving against the plan on its own road is not following it")
  func against() throws {
    let trip = try trip()
    #expect(try trip.rebuilt(at: "A", east: 100, bearing: 270).rebuilt == nil)
    #expect(try trip.rebuilt(at: "A", east: 100, bearing: 90).rebuilt != nil)
  }
}
