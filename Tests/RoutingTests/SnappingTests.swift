import Geometry
import RoadNetwork
import Routing
import TestSupport
import Testing

@Suite("Putting waypoints on the road")
struct SnappingTests {
  @Test("the heading decides the direction of the road")
  func heading() throws {
    let map = try RoadMap("A--1--B", roads: ["AB": [:]])
    let snapping = Snapping(map.network, mode: .drive)
    let east = snapping.candidates(for: try map.waypoint("1", heading: 90)).map(\.position.edge)
    #expect(east == [try map.edge("A", "B")])
    let slanting = snapping.candidates(for: try map.waypoint("1", heading: 225)).map(\.position.edge)
    #expect(slanting == [try map.edge("B", "A")])
  }

  // valhalla#2273
  @Test(
    "a road within 55 degrees of the heading fits, one beyond does not", arguments: [(54.99, true), (55.01, false)],
    [1.0, -1])
  func tolerance(degrees: (Double, Bool), side: Double) throws {
    let map = try RoadMap(
      """
      A--1--B

      D-----C
      """,
      roads: ["AB": ["oneway": "yes"], "CD": ["oneway": "yes"]])
    let bearing = bearingDegrees(from: try map.coordinate("A"), to: try map.coordinate("B"))
    let waypoint = try map.waypoint("1", heading: bearing + side * degrees.0)
    let found = Snapping(map.network, mode: .drive).candidates(for: waypoint).map { map.letters([$0.position.edge]) }
    // CD runs the other way: where AB does not fit, nothing does, and both serve.
    #expect(found == (degrees.1 ? ["AB"] : ["AB", "CD"]))
  }

  @Test("a heading that fits no road is dropped")
  func headingFallback() throws {
    let map = try RoadMap("A--1--B", roads: ["AB": ["oneway": "yes"]])
    let found = Snapping(map.network, mode: .drive).candidates(for: try map.waypoint("1", heading: 270))
    #expect(found.map(\.position.edge) == [try map.edge("A", "B")])
  }

  // osrm-backend#588, #6198
  @Test("an island nearer to the stop does not swallow it")
  func island() throws {
    let map = try RoadMap(
      """
      A-1----B----C
      |           |
      |    2      |
      |   X-Y     |
      D-----------E
      """,
      roads: ["ABC": [:], "CE": [:], "ED": [:], "DA": [:], "XY": [:]])
    // X lies 10 m off and is joined with nothing; the block is 20 m off, the nearest of it being ahead on the same street.
    #expect(try map.letters("1", map.waypoint("2")) == "AC")
    #expect(try map.letters("2", map.waypoint("1")) == "CA")
  }

  // osrm-backend#3443
  @Test("two places on one island are joined on it")
  func sameIsland() throws {
    let map = try RoadMap(
      """
      A----------B

      X-1--Y--2-Z
      """,
      roads: ["AB": [:], "XYZ": [:]])
    #expect(try map.letters("1", map.waypoint("2")) == "XZ")
  }

  // osrm-backend#3616
  @Test("a place beside a motorway is served from the local road")
  func motorway() throws {
    let map = try RoadMap(
      """
      A-----------B
           1
      C-----------D
      """,
      spacing: 7,
      roads: ["AB": ["highway": "motorway", "oneway": "yes"], "CD": [:]])
    let best = Snapping(map.network, mode: .drive).candidates(for: try map.waypoint("1"))
    #expect(try best.first.map { [try map.edge("C", "D"), try map.edge("D", "C")].contains($0.position.edge) } == true)
    let onMotorway = Snapping(map.network, mode: .drive).candidates(for: try map.waypoint("1", heading: 90))
    #expect(onMotorway.contains { $0.position.edge == (try? map.edge("A", "B")) && $0.handicapMeters < 0.1 })
  }

  @Test(
    "a stop with stopover keeps off motorways, ramps, ferries, tunnels and bridges when another road is near",
    arguments: [
      ["highway": "motorway", "oneway": "no"], ["highway": "primary_link"], ["highway": "motorway_link"],
      ["route": "ferry"], ["tunnel": "yes"], ["bridge": "yes"],
    ])
  func stopover(tags: [String: String]) throws {
    let map = try RoadMap(
      """
      A-----1-----B

      C-----------D
      """,
      roads: ["AB": tags, "CD": [:]])
    let snapping = Snapping(map.network, mode: .drive)
    let usual = try #require(snapping.candidates(for: try map.waypoint("1")).first)
    #expect("AB BA".contains(map.letters([usual.position.edge])))
    let stop = try #require(snapping.candidates(for: try map.waypoint("1", stopover: true)).first)
    #expect("CD DC".contains(map.letters([stop.position.edge])))
    let alone = try RoadMap("A-----1-----B", roads: ["AB": tags])
    let only = Snapping(alone.network, mode: .drive).candidates(for: try alone.waypoint("1", stopover: true))
    #expect(only.first?.handicapMeters == 0)
  }

  @Test("the stop's side of the road decides the direction of arrival", arguments: ["", "GB"])
  func sideOfRoad(country: String) throws {
    let map = try RoadMap(
      """
      A-1-----B-----C----E
              |  2  |
              |     |
              |     |
              |     |
              F-----G
      """,
      country: CountryCode(country) ?? .unknown,
      roads: ["AB": [:], "BC": [:], "CE": [:], "BF": [:], "FG": [:], "GC": [:]])
    // The stop lies south of BC: on the right when driven eastwards.
    let isLeft = country == "GB"
    let letters = try map.letters("1", map.waypoint("2", sideOfRoad: true))
    #expect(letters.hasSuffix(isLeft ? "CB" : "BC"))
  }

  // osrm-backend#5957
  @Test("a stop on a closed road is served from the next open one")
  func closedRoad() throws {
    let map = try RoadMap(
      """
      A-1-B---2---C
          |       |
          D-------E
      """,
      roads: ["AB": [:], "BC": [:], "BD": [:], "DE": [:], "EC": [:]])
    let closed = try map.closing("BC", "B", "C").adding(map.closing("BC", "C", "B"), on: map.network)
    let letters = try map.letters("1", map.waypoint("2")) { $0.conditions = closed }
    #expect(letters == "ABDE")
  }

  @Test("places without a road near, and places off the map, are told apart")
  func failures() throws {
    let map = try RoadMap(
      """
      A-----1-----B
                  |
                  |
      2           C
      """,
      roads: ["ABC": [:]])
    let plane = LocalPlane(origin: try map.coordinate("A"))
    #expect(throws: RoutingFailure.waypointNotSnappable(index: 1)) {
      try map.route("1", [map.waypoint("2")]) { $0.snap.maximumDistanceMeters = 29 }
    }
    #expect(throws: RoutingFailure.outsideNetwork(index: 2)) {
      try map.route("1", [map.waypoint("1"), Waypoint(plane.coordinate(x: 90_000, y: 0))])
    }
  }
}

extension Conditions {
  /// Both conditions together, for maps that close several roads.
  func adding(_ other: Conditions, on network: RoadNetwork) throws -> Conditions {
    let changes = other.closedEdges(atMillis: 0).map { edge in
      RoadConditionChange(
        key: "added \(edge.rawValue)",
        update: RoadConditionUpdate(segment: .reference(SegmentReference(edge, on: network)), isClosed: true))
    }
    return applying(changes, version: version, on: network).conditions
  }
}
