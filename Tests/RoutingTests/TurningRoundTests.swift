import RoadNetwork
import Routing
import TestSupport
import Testing

@Suite("Turning round")
struct TurningRoundTests {
  @Test("a vehicle under way drives on to the end of the road rather than turning on the spot")
  func underWay() throws {
    let map = try RoadMap("A--1--B--2--C", roads: ["AB": [:], "BC": [:]])
    let position = EdgePosition(edge: try map.edge("B", "C"), fraction: 0.5)
    let route = try map.route("2", [map.waypoint("1")]) { $0.start = .position(position) }
    #expect(map.letters(of: route) == "BCBA")
  }

  @Test("at an intermediate stop the route goes on in the direction it came")
  func intermediateStop() throws {
    let map = try RoadMap("A--1--B--2--C", roads: ["AB": [:], "BC": [:]])
    let route = try map.route("1", [map.waypoint("2"), map.waypoint("1")])
    #expect(map.letters(of: route) == "ABC|BCBA")
    #expect(route.legs[0].path.edges.last == route.legs[1].path.edges.first)
    #expect(route.legs[0].path.endFraction == route.legs[1].path.startFraction)
  }

  @Test("where nothing else leads on, the route turns round at the stop rather than failing")
  func onlyWay() throws {
    let map = try RoadMap("A--1--B--2--C--3--D", roads: ["AB": [:], "BC": [:], "CD": [:]])
    let conditions = try map.closing("CD", "C", "D")
    let position = EdgePosition(edge: try map.edge("B", "C"), fraction: 0.5)
    // Turning at C is possible there; without it the reverse edge is entered part way.
    let route = try map.route("2", [map.waypoint("1")]) {
      $0.start = .position(position)
      $0.conditions = conditions
    }
    #expect(map.letters(of: route) == "BCBA")
    let trapped = try RoadMap(
      "A--1--B--2--C--3--D", roads: ["AB": [:], "BC": [:], "CD": [:]], restrictions: ["no_u_turn BC C BC"])
    let edge = EdgePosition(edge: try trapped.edge("B", "C"), fraction: 0.5)
    let turned = try trapped.route("2", [trapped.waypoint("1")]) {
      $0.start = .position(edge)
      $0.conditions = conditions
    }
    #expect(trapped.letters(of: turned) == "CBA")
    #expect(turned.legs[0].path.startFraction == 0.5)
  }

  // osrm-backend#100: a pass-through point is passed, not stopped at.
  @Test("a via point keeps the direction and ends no leg")
  func via() throws {
    let map = try RoadMap("A--1--B--2--C", roads: ["AB": [:], "BC": [:]])
    let route = try map.route("1", [map.waypoint("2", via: true), map.waypoint("1")])
    #expect(map.letters(of: route) == "ABCBA")
    #expect(route.legs.count == 1)
  }

  // valhalla#5562: a pass-through point on the via way of a restriction.
  @Test("a via point does not make a restriction forgotten")
  func viaKeepsRestriction() throws {
    let map = try RoadMap(
      """
      A-1--B-3--F
           |
           2
           |
      D----C--4-E
      """,
      roads: ["AB": [:], "BF": [:], "BC": ["oneway": "yes"], "DC": [:], "CE": [:]],
      restrictions: ["no_left_turn AB BC CE"])
    #expect(try map.letters("3", map.waypoint("2", via: true), map.waypoint("4")) == "FBCE")
    #expect(try map.letters("1", map.waypoint("2", via: true), map.waypoint("4")) == "ABCDCE")
  }
}
