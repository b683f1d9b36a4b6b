import RoadNetwork
import Routing
import TestSupport
import Testing

/// What users of other engines reported of stops and turning round; the number of the thread stands above each test.
@Suite("Reported: waypoints and turning round")
struct ReportedWaypointTests {
  private func block() throws -> RoadMap {
    try RoadMap(
      """
      A-1-B--2--C
          |     |
          D--3--E
      """,
      roads: ["AB": [:], "BC": [:], "BD": [:], "CE": [:], "DE": [:]])
  }

  // osrm-backend#100, #5320
  @Test("a pass-through point is passed without turning round, a stop may turn when nothing else leads on")
  func passThrough() throws {
    let map = try block()
    #expect(try map.letters("1", map.waypoint("2", via: true), map.waypoint("1")) == "ABCEDBA")
    let road = try RoadMap("A-1-B--2--C", roads: ["AB": [:], "BC": [:]])
    #expect(try road.letters("1", road.waypoint("2", via: true), road.waypoint("1")) == "ABCBA")
  }

  // osrm-backend#2047, #5650
  @Test("a stop is served on the first pass, and the way goes on ahead")
  func firstPass() throws {
    let map = try block()
    let route = try map.route("1", [map.waypoint("2"), map.waypoint("3")])
    #expect(map.letters(of: route) == "ABC|BCED")
    #expect(abs(route.legs[0].distanceMeters - 50) < 0.1)
  }

  // osrm-backend#100
  @Test("where the road ends behind a pass-through point, turning there is better than no route")
  func deadEnd() throws {
    let map = try RoadMap("A-1-B--2--C", roads: ["AB": [:], "BC": [:]], nodes: ["C": ["barrier": "bollard"]])
    #expect(try map.letters("1", map.waypoint("2", via: true), map.waypoint("1")) == "ABCBA")
  }

  // valhalla#4635, web-app#415
  @Test(
    "a link between carriageways is a legal way round where nothing forbids it, and no U-turn in the street is made")
  func linkBetweenCarriageways() throws {
    let map = try RoadMap(
      """
      A-1---B------C---G
            |      |
      F-2---E------D---H
      """,
      roads: [
        "ABC": ["oneway": "yes", "highway": "primary"], "CG": ["oneway": "yes", "highway": "primary"],
        "HD": ["oneway": "yes", "highway": "primary"], "DEF": ["oneway": "yes", "highway": "primary"], "BE": [:],
        "CD": [:],
      ])
    #expect(try map.letters("1", map.waypoint("2")) == "ABEF")
    let street = try RoadMap(
      """
      A-1-B---C---D
          |   |
          E---F
      """,
      roads: ["AB": [:], "BC": [:], "CD": [:], "BE": [:], "CF": [:], "EF": [:]])
    let position = EdgePosition(edge: try street.edge("A", "B"), fraction: 0.5)
    let back = try street.route("1", [street.waypoint("A")]) { $0.start = .position(position) }
    // Round the block rather than on the spot in the middle of the town.
    #expect(["ABCFEBA", "ABEFCBA"].contains(street.letters(of: back)))
  }

  // valhalla#5507
  @Test("the heading of a pass-through point counts for arrival and departure, without a loop")
  func headingOfVia() throws {
    let map = try RoadMap("A-1-B--2--C--3-D", roads: ["AB": [:], "BC": [:], "CD": [:]])
    let ahead = try map.waypoint("2", heading: 90, via: true)
    #expect(try map.letters("1", ahead, map.waypoint("3")) == "ABCD")
    let against = try map.waypoint("2", heading: 270, via: true)
    let route = try map.route("1", [against, map.waypoint("3")])
    // Past it, round at the end of the road, and by it in the direction asked for.
    #expect(map.letters(of: route) == "ABCDCBABCD")
  }

  // Vela PR #277
  @Test("a vehicle under way is led on in its direction, not told to turn round")
  func reroute() throws {
    let map = try block()
    let position = EdgePosition(edge: try map.edge("B", "C"), fraction: 0.5)
    let route = try map.route("2", [map.waypoint("1")]) { $0.start = .position(position) }
    #expect(map.letters(of: route) == "BCEDBA")
    // A place with a heading is led the same way.
    let heading = try map.waypoint("2", heading: 90)
    #expect(try map.letters("2", map.waypoint("1")) { $0.start = .waypoint(heading) } == "BCEDBA")
  }

  @Test("no route turns round at an intermediate stop while a way ahead leads on")
  func noTurnAtStops() throws {
    let map = try block()
    let route = try map.route("1", [map.waypoint("2"), map.waypoint("1")])
    #expect(map.letters(of: route) == "ABC|BCEDBA")
  }
}
