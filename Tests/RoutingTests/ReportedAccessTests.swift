import RoadNetwork
import Routing
import TestSupport
import Testing

/// What users of other engines reported of access, barriers and modes; the number of the thread stands above each test.
@Suite("Reported: access, barriers, modes")
struct ReportedAccessTests {
  /// A short way over BXC and a long one over DE.
  private func town(
    _ tags: [String: String], gate: [String: String] = [:], around: [String: String] = [:]
  ) throws -> RoadMap {
    try RoadMap(
      """
      A-1-B--X--C-3-F
          |     |
          D--5--E
      """,
      roadList: [("AB", [:]), ("BXC", tags), ("CF", [:]), ("BD", [:]), ("DE", around), ("EC", [:])],
      nodes: gate.isEmpty ? [:] : ["X": gate])
  }

  private func isThrough(_ map: RoadMap, _ mode: TravelMode = .drive) throws -> Bool {
    let letters = try map.letters("1", map.waypoint("3")) { $0.mode = mode }
    return !letters.contains("D")
  }

  // osrm-backend#184, #581, #1255, #6757
  @Test(
    "at a barrier the access of the mode decides first, then its kind",
    arguments: [
      (["barrier": "lift_gate", "access": "private", "motorcar": "yes"], true),
      (["barrier": "bollard"], false), (["barrier": "block"], false), (["barrier": "chain"], false),
      (["barrier": "jersey_barrier"], false), (["barrier": "debris"], false), (["barrier": "unheard_of"], false),
      (["barrier": "block", "motor_vehicle": "yes"], true),
      (["barrier": "gate", "access": "no"], false), (["barrier": "lift_gate", "vehicle": "no"], false),
      (["barrier": "cattle_grid"], true), (["barrier": "border_control"], true), (["barrier": "entrance"], true),
      (["barrier": "toll_booth"], true), (["barrier": "no"], true),
      (["barrier": "swing_gate", "access": "private"], false),
    ] as [([String: String], Bool)])
  func barriers(gate: [String: String], isThrough expected: Bool) throws {
    // Far enough round that the half minute of a gate does not matter.
    let map = try town([:], gate: gate, around: ["highway": "service", "service": "alley", "maxspeed": "3"])
    #expect(try isThrough(map) == expected, "\(gate)")
  }

  // osrm-backend#6757
  @Test(
    "a gate that opens costs half a minute: a way round that is shorter than that is taken",
    arguments: ["gate", "lift_gate", "swing_gate"])
  func gateDelay(barrier: String) throws {
    let map = try town([:], gate: ["barrier": barrier])
    #expect(try !isThrough(map))
    let lonely = try RoadMap("A-1-X-2-B", roads: ["AXB": [:]], nodes: ["X": ["barrier": barrier]])
    let free = try RoadMap("A-1-X-2-B", roads: ["AXB": [:]])
    let delay =
      try lonely.route("1", [lonely.waypoint("2")]).durationSeconds
      - free.route("1", [free.waypoint("2")]).durationSeconds
    #expect(abs(delay - 30) < 0.1)
  }

  // osrm-backend#1616
  @Test("a rising bollard is passed by those it names alone")
  func risingBollard() throws {
    #expect(try !isThrough(town([:], gate: ["barrier": "bollard", "bollard": "rising"])))
    let residents = ["barrier": "bollard", "bollard": "rising", "motorcar": "yes"]
    #expect(try isThrough(town([:], gate: residents)))
    #expect(try !isThrough(town([:], gate: residents), .twoWheeler))
  }

  // osrm-backend#358, #408, #5000; graphhopper PR #1936; OpenTripPlanner#6837
  @Test(
    "roads for their ends are no through roads, but stops on them are reached and left",
    arguments: [
      "private", "destination", "delivery", "customers", "permit", "residents", "private;delivery", "no;destination",
    ])
  func endsOnly(value: String) throws {
    let map = try town(["motor_vehicle": value])
    #expect(try !isThrough(map))
    #expect(try map.letters("1", map.waypoint("X")) == "ABC")
    #expect(["BC", "CB"].contains(String(try map.letters("X", map.waypoint("3")).prefix(2))))
  }

  // osrm-backend#5000
  @Test("no detour is long enough to make a private road a through road")
  func noShortcut() throws {
    let side = 2_500.0
    let map = try RoadMap(
      """
      A-1-B-C-3-F
          | |
          | |
          | |
          D-E
      """,
      spacing: side,
      roads: [
        "AB": [:], "BC": ["access": "private", "highway": "service"], "CF": [:], "BD": ["maxspeed": "20"],
        "DE": ["maxspeed": "20"], "EC": ["maxspeed": "20"],
      ])
    #expect(try map.letters("1", map.waypoint("3")) { $0.snap.maximumDistanceMeters = 100 } == "ABDECF")
  }

  // osrm-backend#5000: the law before a preference.
  @Test("no road is disliked so much that the way leads through private ground")
  func lawBeforePreference() throws {
    let toll = ["highway": "primary", "maxspeed": "120", "toll": "yes"]
    let map = try RoadMap(
      """
      A-1-B-C-3-F
          | |
          | |
          | |
          D-E
      """,
      spacing: 6_000,
      roads: [
        "AB": [:], "BC": ["access": "private", "highway": "residential", "maxspeed": "100"], "CF": [:], "BD": toll,
        "DE": toll, "EC": toll,
      ])
    // 36 minutes of toll road, which weigh as nearly five hours.
    for avoid in [AvoidSet.none, AvoidSet(.tolls), AvoidSet([.tolls, .highways, .ferries, .tunnels])] {
      let letters = try map.letters("1", map.waypoint("3")) {
        $0.snap.maximumDistanceMeters = 100
        $0.avoid = avoid
      }
      #expect(letters == "ABDECF")
    }
  }

  /// From street to street the way is by the street, though the yard is near to both ends.
  private func yardBetweenStreets() throws -> RoadMap {
    try RoadMap(
      """
      A-1---------B
      |           |
      C-----2-----D
      """,
      spacing: 12,
      roads: ["AB": [:], "AC": [:], "BD": [:], "CD": ["access": "private", "highway": "service"]])
  }

  @Test("a trip within private ground begins and ends at its nearest roads, and is not paid for staying there")
  func withinPrivateGround() throws {
    let map = try yardBetweenStreets()
    for avoid in [AvoidSet.none, AvoidSet(.tolls)] {
      #expect(try map.letters("1", map.waypoint("2")) { $0.avoid = avoid } == "BACD")
      #expect(try map.letters("2", map.waypoint("1")) { $0.avoid = avoid }.hasSuffix("B"))
    }
    let yard = try RoadMap(
      """
      A-1-B---2-C
          |   |
          D-3-E
      """,
      spacing: 12, roads: ["ABC": [:], "BD": ["access": "private"], "DE": ["access": "private"], "EC": [:]])
    // Both ends on the street: no candidate in the yard is nearer for the penalty it would be given back.
    #expect(try yard.letters("1", yard.waypoint("2")) { $0.avoid = AvoidSet(.tolls) } == "ABC")
  }

  @Test("a matrix measures the routes: nor is it paid for staying on private ground", arguments: [1, 2])
  func matrixWithinPrivateGround(customizedAfter times: Int) throws {
    let map = try yardBetweenStreets()
    for avoid in [AvoidSet.none, AvoidSet(.tolls)] {
      for (from, to) in [("1", "2"), ("2", "1")] as [(Character, Character)] {
        var request = RouteRequest(start: .waypoint(try map.waypoint(from)), stops: [try map.waypoint(to)])
        request.avoid = avoid
        let router = HierarchyRouter(MetricStore(map.network, customization: .whenAsked(times: times)))
        let leg = try router.route(request).legs[0]
        let plain = DijkstraRouter(map.network)
        for router: any Router in [router, plain] {
          let estimate = try #require(try router.estimates(request)[0])
          #expect(abs(estimate.distanceMeters - leg.distanceMeters) < 0.001)
          let row = try router.matrix(request, from: [try map.waypoint(from)])[0]
          #expect(row == [estimate])
        }
      }
    }
  }

  // osrm-backend#408
  @Test("a road that only a private one leads to is reached all the same")
  func behindPrivate() throws {
    let map = try RoadMap("A-1-B---C-2-D", roads: ["AB": [:], "BC": ["access": "private"], "CD": [:]])
    #expect(try map.letters("1", map.waypoint("2")) == "ABCD")
    #expect(try map.letters("2", map.waypoint("1")) == "DCBA")
  }

  // valhalla#1321
  @Test(
    "a car park, a driveway or an alley is no way round a forbidden turn",
    arguments: [
      ["highway": "service", "service": "parking_aisle"], ["highway": "service", "service": "driveway"],
      ["highway": "service", "service": "alley"],
    ])
  func serviceShortcut(tags: [String: String]) throws {
    let map = try RoadMap(
      """
      A-1-S---B-C
          |   |
          |   |
          |   |
          T---U
              2
              D
      """,
      roads: [
        "AS": [:], "SB": [:], "BC": [:], "BU": [:], "UD": [:],
        "ST": tags, "TU": tags,
      ], restrictions: ["no_right_turn SB B BU"])
    #expect(try map.letters("1", map.waypoint("2")) == "ASBCBUD")
  }

  // valhalla#5149, #1267, #5433
  @Test("motorcycles have their own chain of access, on roads and at barriers alike")
  func motorcycles() throws {
    let booth = try town([:], gate: ["barrier": "toll_booth", "access": "no", "motor_vehicle": "yes"])
    #expect(try isThrough(booth, .twoWheeler) && isThrough(booth))
    let closed = try town(["motorcycle": "no"])
    #expect(try !isThrough(closed, .twoWheeler) && isThrough(closed))
    let own = try town(["motor_vehicle": "no", "motorcycle": "yes"])
    #expect(try isThrough(own, .twoWheeler) && !isThrough(own))
    let chicane = try town([:], gate: ["barrier": "block", "motorcycle": "yes"])
    #expect(try isThrough(chicane, .twoWheeler) && !isThrough(chicane))
  }

  // osrm-backend#5457
  @Test("motorcycles drive as cars do, and may use lanes for shared cars")
  func motorcycleProfile() throws {
    let map = try town(["hov": "designated"])
    #expect(try isThrough(map, .twoWheeler) && !isThrough(map))
    #expect(try isThrough(town(["oneway": "yes"]), .twoWheeler))
    let back = try town(["oneway": "yes"])
    #expect(try back.letters("3", back.waypoint("1")) { $0.mode = .twoWheeler } == "FCEDBA")
  }

  // valhalla#3882
  @Test("a road closed to vehicles is closed", arguments: ["no", "forestry", "agricultural"])
  func vehicleKey(value: String) throws {
    #expect(try !isThrough(town(["vehicle": value])))
    #expect(try !isThrough(town(["vehicle": value]), .twoWheeler))
    #expect(try isThrough(town(["vehicle": value, "motor_vehicle": "yes"])))
  }

  // valhalla#5154, #1891; PR #4524; valhalla-docs#71; organicmaps#4151
  @Test("avoided tolls are left out on every leg, by way and by booth, whatever the order of the legs")
  func avoidedTolls() throws {
    for map in [try town(["toll": "yes"]), try town([:], gate: ["barrier": "toll_booth"])] {
      let there = try map.route("1", [map.waypoint("3"), map.waypoint("1")]) { $0.avoid = AvoidSet(.tolls) }
      #expect(map.letters(of: there) == "ABDECF|CFCEDBA")
      #expect(try map.letters("1", map.waypoint("3")).contains("D") == false)
    }
    // Where a car pays nothing, nothing is avoided: neither where it is excepted, nor where lanes for shared cars cost.
    for tags in [["toll": "yes", "toll:motorcar": "no"], ["toll:hov": "yes"], ["toll:hgv": "yes"], ["toll": "no"]] {
      let free = try town(tags)
      #expect(try free.letters("1", free.waypoint("3")) { $0.avoid = AvoidSet(.tolls) } == "ABCF")
    }
  }
}
