import Routing
import TestSupport
import Testing

@Suite("Private roads, and roads to avoid")
struct AccessTests {
  private func town() throws -> RoadMap {
    try RoadMap(
      """
      A-1-B--2--C-3-F
          |     |
          D-----E
      """,
      roads: ["AB": [:], "BC": ["access": "private"], "CF": [:], "BD": [:], "DE": [:], "EC": [:]])
  }

  // osrm-backend#184, #5000
  @Test("a private road is no through road")
  func noThroughTraffic() throws {
    let map = try town()
    #expect(try map.letters("1", map.waypoint("3")) == "ABDECF")
  }

  @Test("a stop on a private road is reached, and left again")
  func endsOnPrivate() throws {
    let map = try town()
    #expect(try map.letters("1", map.waypoint("2")) == "ABC")
    #expect(try map.letters("2", map.waypoint("3")) == "BCF")
    #expect(try map.letters("1", map.waypoint("2"), map.waypoint("3")) == "ABC|BCF")
  }

  private func tolled(_ tags: [String: String]) throws -> RoadMap {
    try RoadMap(
      """
      A-1-B--2--C-3-F
          |     |
          D-----E
      """,
      roads: ["AB": [:], "BC": tags, "CF": [:], "BD": [:], "DE": [:], "EC": [:]])
  }

  @Test("an avoided road is left out where there is another way")
  func avoided() throws {
    let toll = try tolled(["toll": "yes"])
    #expect(try toll.letters("1", toll.waypoint("3")) == "ABCF")
    #expect(try toll.letters("1", toll.waypoint("3")) { $0.avoid = AvoidSet(.tolls) } == "ABDECF")
    let motorway = try tolled(["highway": "motorway", "oneway": "no"])
    #expect(try motorway.letters("1", motorway.waypoint("3")) == "ABCF")
    #expect(try motorway.letters("1", motorway.waypoint("3")) { $0.avoid = AvoidSet(.highways) } == "ABDECF")
    let tunnel = try tolled(["tunnel": "yes"])
    #expect(try tunnel.letters("1", tunnel.waypoint("3")) { $0.avoid = AvoidSet(.tunnels) } == "ABDECF")
  }

  @Test("avoiding is a bias: where there is no other way, the road is used")
  func onlyWay() throws {
    let map = try RoadMap("A-1-B--C-2-D", roads: ["AB": [:], "BC": ["toll": "yes"], "CD": [:]])
    #expect(try map.letters("1", map.waypoint("2")) { $0.avoid = AvoidSet([.tolls, .ferries]) } == "ABCD")
  }

  @Test("the durations are true, whatever the costs were")
  func trueDurations() throws {
    let map = try tolled(["toll": "yes"])
    let free = try map.route("1", [map.waypoint("2")])
    let avoiding = try map.route("1", [map.waypoint("2")]) { $0.avoid = AvoidSet(.tolls) }
    #expect(free.legs == avoiding.legs)
    #expect(free.cost < avoiding.cost)
  }

  @Test("shorter distance takes the short slow way, the default the fast one")
  func objectives() throws {
    let map = try RoadMap(
      """
      A-1-B-----C-3-F
          |     |
          D-----E
      """,
      roads: [
        "AB": [:], "BC": ["maxspeed": "10"], "CF": [:], "BDEC": ["highway": "primary", "maxspeed": "100"],
      ])
    #expect(try map.letters("1", map.waypoint("3")) == "ABCF")
    #expect(try map.letters("1", map.waypoint("3")) { $0.objective = .shorterDistance } == "ABCF")
    let perKilometer = RouteObjective.rateCard(perMinute: 0, perKilometer: 1, includeTolls: false)
    #expect(try map.letters("1", map.waypoint("3")) { $0.objective = perKilometer } == "ABCF")
  }
}
