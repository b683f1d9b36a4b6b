import Routing
import TestSupport
import Testing

@Suite("Start and end on one road")
struct SameEdgeTests {
  // osrm-backend#502
  @Test("the same place is no distance away, on a one-way road neither", arguments: ["no", "yes", "-1"])
  func samePlace(oneway: String) throws {
    let map = try RoadMap("A--1--B", roads: ["AB": ["oneway": oneway]])
    let route = try map.route("1", [map.waypoint("1")])
    #expect(route.distanceMeters == 0)
    #expect(route.durationSeconds == 0)
    #expect(route.legs.count == 1)
  }

  @Test("ahead on the road it is driven along, back on a two-way road likewise")
  func along() throws {
    let map = try RoadMap("A--1---2--B", roads: ["AB": [:]])
    let there = try map.route("1", [map.waypoint("2")])
    let back = try map.route("2", [map.waypoint("1")])
    #expect(map.letters(of: there) == "AB")
    #expect(map.letters(of: back) == "BA")
    #expect(abs(there.distanceMeters - 40) < 0.1)
    #expect(abs(back.distanceMeters - 40) < 0.1)
  }

  // osrm-backend#1863, #2016; PR #7442
  @Test("behind the start of a one-way road it is round the block")
  func roundTheBlock() throws {
    let map = try RoadMap(
      """
      A--2--1--B
      |        |
      D--------C
      """,
      roads: ["AB": ["oneway": "yes"], "BC": [:], "CD": [:], "DA": [:]])
    let route = try map.route("1", [map.waypoint("2")])
    #expect(map.letters(of: route) == "ABCDAB")
    #expect(abs(route.distanceMeters - (220 - 30)) < 1)
  }
}
