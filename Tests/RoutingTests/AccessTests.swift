import Geometry
import RoadNetwork
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

  private func tolled(_ tags: [String: String], country: String = "") throws -> RoadMap {
    try RoadMap(
      """
      A-1-B--2--C-3-F
          |     |
          D-----E
      """,
      country: CountryCode(country) ?? .unknown,
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

  @Test("a road that wants a vignette is left out where those of its country are avoided, and no other's")
  func vignettes() throws {
    let map = try tolled(["highway": "motorway", "oneway": "no"], country: "CH")
    let avoiding = { (countries: [String]) in
      try map.letters("1", map.waypoint("3")) {
        $0.avoid = AvoidSet(vignetteCountries: countries.compactMap { CountryCode($0) })
      }
    }
    #expect(try avoiding([]) == "ABCF")
    #expect(try avoiding(["CH"]) == "ABDECF")
    #expect(try avoiding(["AT", "CH"]) == "ABDECF")
    #expect(try avoiding(["AT"]) == "ABCF")
    // A road that is no motorway wants none.
    let primary = try tolled(["highway": "primary"], country: "CH")
    let plain = try primary.letters("1", primary.waypoint("3")) {
      $0.avoid = AvoidSet(vignetteCountries: [CountryCode("CH") ?? .unknown])
    }
    #expect(plain == "ABCF")
  }

  @Test("an avoided ferry is left out where a slower road leads round")
  func ferries() throws {
    // 3 km at 15 km/h and five minutes of boarding against 5 km at 10 km/h.
    let slow = ["maxspeed": "12"]
    let map = try RoadMap(
      """
      A-1-B-----C-3-F
          |     |
          D-----E
      """,
      spacing: 500,
      roads: ["AB": slow, "BC": ["route": "ferry"], "CF": slow, "BD": slow, "DE": slow, "EC": slow])
    #expect(try map.letters("1", map.waypoint("3")) == "ABCF")
    #expect(try map.letters("1", map.waypoint("3")) { $0.avoid = AvoidSet(.ferries) } == "ABDECF")
    #expect(try map.letters("1", map.waypoint("3")) { $0.avoid = AvoidSet([.tolls, .highways]) } == "ABCF")
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

  @Test(
    "by length and by the kilometer the short slow way is taken, by time and by the minute the fast one",
    arguments: [
      (.default, 140), (.shorterDistance, 100),
      (.rateCard(perMinute: 0, perKilometer: 1, includeTolls: false), 100),
      (.rateCard(perMinute: 1, perKilometer: 0, includeTolls: false), 140),
      (.rateCard(perMinute: 0, perKilometer: 0, includeTolls: false), 140),
      (.rateCard(perMinute: -1, perKilometer: .nan, includeTolls: false), 140),
    ] as [(RouteObjective, Double)])
  func objectives(objective: RouteObjective, meters: Double) throws {
    // 60 m at 8 km/h, which is 26 s, against 100 m at 83 km/h, 4 s with two turns; 40 m before and behind.
    let map = try RoadMap(
      """
      A-1-B-----C-3-F
          |     |
          D-----E
      """,
      roads: [
        "AB": [:], "BC": ["maxspeed": "10"], "CF": [:], "BDEC": ["highway": "primary", "maxspeed": "100"],
      ])
    let route = try map.route("1", [map.waypoint("3")]) { $0.objective = objective }
    #expect(abs(route.distanceMeters - meters) < 0.5)
  }

  /// Two ways from B to C: over R and S in 90 s (3.25 km at 130 km/h), over P and Q in 94.5 s (2.1 km at 80 km/h).
  private func twoSpeeds() throws -> RoadNetwork {
    let places: [(Double, Double)] = [
      (-200, 0), (0, 0), (1_000, 0), (1_200, 0), (0, -1_125), (1_000, -1_125), (0, 550), (1_000, 550),
    ]
    let ways: [(nodes: [Int64], speed: Double)] = [
      ([1, 2], 50), ([3, 4], 50), ([2, 5, 6, 3], 130), ([2, 7, 8, 3], 80),
    ]
    var builder = RoadNetworkBuilder()
    for (index, way) in ways.enumerated() {
      let rules = DirectionRules(access: .all, driveSpeed: way.speed, twoWheelerSpeed: way.speed)
      builder.addWay(
        id: Int64(index + 1), nodes: way.nodes,
        attributes: RoadAttributes(roadClass: .primary, forward: rules, backward: rules))
    }
    builder.beginNodes()
    let plane = LocalPlane(origin: Self.middle)
    for (index, place) in places.enumerated() {
      builder.setNode(id: Int64(index + 1), coordinate: plane.coordinate(x: place.0, y: place.1))
    }
    return try builder.makeNetwork()
  }

  private static let middle = Coordinate(latitudeE7: 482_000_000, longitudeE7: 115_000_000)

  @Test("a way that burns less is taken although it is a little slower, whatever the car runs on")
  func fuel() throws {
    let network = try twoSpeeds()
    let plane = LocalPlane(origin: Self.middle)
    let route = { (objective: RouteObjective) in
      try DijkstraRouter(network).route(
        RouteRequest(
          start: .waypoint(Waypoint(plane.coordinate(x: -100, y: 0))),
          stops: [Waypoint(plane.coordinate(x: 1_100, y: 0))], objective: objective))
    }
    let fast = try route(.default)
    #expect(abs(fast.distanceMeters - 3_450) < 5)
    for emission in EmissionType.allCases {
      let sparing = try route(.fuelEfficient(emission))
      #expect(abs(sparing.distanceMeters - 2_300) < 5)
      #expect(sparing.durationSeconds > fast.durationSeconds)
      // Two left turns in place of two right ones are in it too.
      #expect(sparing.durationSeconds < 1.15 * fast.durationSeconds)
    }
  }
}
