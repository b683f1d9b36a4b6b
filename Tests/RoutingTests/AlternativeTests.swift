import RoadNetwork
import TestSupport
import Testing

@testable import Routing

@Suite("Alternative routes")
struct AlternativeTests {
  /// What each router offers: by plain searches, which see every plateau, and by the hierarchy, which sees those that its
  /// search passes.
  private static let routers: [@Sendable (RoadNetwork) -> any Router] = [
    { DijkstraRouter($0) }, { HierarchyRouter($0) },
  ]

  private func offered(
    _ map: RoadMap, _ start: Character, _ end: Character, count: Int = 3, router number: Int,
    limits: AlternativeLimits = AlternativeLimits()
  ) throws -> [String] {
    let request = RouteRequest(start: .waypoint(try map.waypoint(start)), stops: [try map.waypoint(end)])
    let router = Self.routers[number](map.network)
    let best = try router.route(request)
    let found =
      if let router = router as? HierarchyRouter {
        try router.alternatives(to: best, for: request, count: count, limits: limits)
      } else {
        try router.plainAlternatives(to: best, for: request, count: count, limits: limits)
      }
    return found.map { map.letters(of: $0) }
  }

  /// Two ways round, one of them a little longer; a third that is far too long.
  private static let ways = """
    A---S-----------------------T---B
        |                       |
        N-----------------------O
        |                       |
        |                       |
        |                       |
        |                       |
        |                       |
        |                       |
        P-----------------------Q
    """

  @Test("another way that costs a little more is offered, one that costs far more is not", arguments: [0, 1])
  func stretch(router: Int) throws {
    let map = try RoadMap(
      Self.ways, spacing: 100,
      roads: ["AS": [:], "ST": [:], "TB": [:], "SN": [:], "NO": [:], "OT": [:], "NP": [:], "PQ": [:], "QO": [:]])
    #expect(try map.letters("A", map.waypoint("B")) == "ASTB")
    #expect(try offered(map, "A", "B", router: router) == ["ASNOTB"])
    #expect(try offered(map, "A", "B", count: 0, router: router) == [])
  }

  @Test("three other ways are three alternatives, and there are no more", arguments: [0, 1])
  func three(router: Int) throws {
    let map = try RoadMap(
      """
          N-----------------------O
          K-----------------------L
      A---S-----------------------T---B
          P-----------------------Q
      """, spacing: 100,
      roads: [
        "AS": [:], "ST": [:], "TB": [:], "SK": [:], "KL": [:], "LT": [:], "KN": [:], "NO": [:], "OL": [:], "SP": [:],
        "PQ": [:], "QT": [:],
      ])
    #expect(try map.letters("A", map.waypoint("B")) == "ASTB")
    for count in [3, 9] {
      #expect(try Set(offered(map, "A", "B", count: count, router: router)) == ["ASKLTB", "ASPQTB", "ASKNOLTB"])
    }
    #expect(try offered(map, "A", "B", count: 2, router: router).count == 2)
  }

  // valhalla PR #3238, #3302; osrm-backend#4266; graphhopper#649
  @Test(
    "a loop is no alternative when it is twice as long as the part it replaces, however little that adds",
    arguments: [0, 1])
  func detour(router: Int) throws {
    // 100 cells straight; the loop is 43 in place of 21. It adds 22 % to the whole, and 79 % of it is the same.
    func line(_ first: String, _ count: Int) -> String { first + String(repeating: "-", count: count - 1) }
    let side = String(repeating: " ", count: 39) + "|" + String(repeating: " ", count: 20) + "|"
    let drawing =
      [line("A", 39) + line("S", 21) + line("T", 40) + "B"] + Array(repeating: side, count: 10)
      + [String(repeating: " ", count: 39) + line("N", 21) + "O"]
    let map = try RoadMap(
      drawing.joined(separator: "\n"), spacing: 100,
      roads: ["AS": [:], "ST": [:], "TB": [:], "SN": [:], "NO": [:], "OT": [:]])
    #expect(try map.letters("A", map.waypoint("B")) == "ASTB")
    #expect(try offered(map, "A", "B", router: router) == [])
    var limits = AlternativeLimits()
    limits.detour = 3
    #expect(try offered(map, "A", "B", router: router, limits: limits) == ["ASNOTB"])
    limits.stretch = 1.2
    #expect(try offered(map, "A", "B", router: router, limits: limits) == [])
    (limits.stretch, limits.sharing) = (1.25, 0.75)
    #expect(try offered(map, "A", "B", router: router, limits: limits) == [])
  }

  @Test("a way round one block of a long road shares too much to be offered", arguments: [0, 1])
  func sharing(router: Int) throws {
    let map = try RoadMap(
      """
      A-------------S---T-------------B
                    |   |
                    N---O
      """, spacing: 50, roads: ["AS": [:], "ST": [:], "TB": [:], "SN": [:], "NO": [:], "OT": [:]])
    #expect(try offered(map, "A", "B", router: router) == [])
  }

  @Test("leaving the road to come straight back is no way of its own", arguments: [0, 1])
  func localOptimality(router: Int) throws {
    // N can be reached from the middle of the road as well: the corner S-N-M is a detour that a shortcut beats.
    let map = try RoadMap(
      """
      A---S-----------M-----------T---B
           \\         /
            N-------O
      """, spacing: 100,
      roads: [
        "AS": [:], "SM": [:], "MT": [:], "TB": [:], "SN": ["highway": "service"], "NO": ["highway": "service"],
        "OM": ["highway": "service"],
      ])
    #expect(try offered(map, "A", "B", router: router) == [])
  }

  @Test("a route over several stops, or on one road alone, has none")
  func none() throws {
    let map = try RoadMap(
      Self.ways, spacing: 100, roads: ["AS": [:], "ST": [:], "TB": [:], "SN": [:], "NO": [:], "OT": [:]])
    let router = DijkstraRouter(map.network)
    let stops = [try map.waypoint("T"), try map.waypoint("B")]
    let several = RouteRequest(start: .waypoint(try map.waypoint("A")), stops: stops)
    #expect(try router.alternatives(to: try router.route(several), for: several, count: 3).isEmpty)
    let short = RouteRequest(start: .waypoint(try map.waypoint("A")), stops: [try map.waypoint("S")])
    #expect(try router.alternatives(to: try router.route(short), for: short, count: 3).isEmpty)
  }

  @Test("a closed road is no alternative", arguments: [0, 1])
  func closed(router number: Int) throws {
    let map = try RoadMap(
      Self.ways, spacing: 100, roads: ["AS": [:], "ST": [:], "TB": [:], "SN": [:], "NO": [:], "OT": [:]])
    var request = RouteRequest(start: .waypoint(try map.waypoint("A")), stops: [try map.waypoint("B")])
    let router = Self.routers[number](map.network)
    let open = try router.alternatives(to: try router.route(request), for: request, count: 3)
    #expect(open.count == 1 || number == 1)
    request.conditions = try map.closing("NO", "N", "O")
    #expect(try router.alternatives(to: try router.route(request), for: request, count: 3).isEmpty)
  }

  // valhalla PR #3238, #3302; osrm-backend#4266; graphhopper#649
  @Test("every limit holds on what is offered in random towns, and something is", arguments: [0, 1])
  func limits(router: Int) throws {
    for seed in UInt64(1)...6 {
      let network = try RandomNetwork(seed: seed, size: 12).make()
      let found = try AlternativeCheck(network, router: Self.routers[router]).holds(pairs: 30, seed: seed)
      #expect(found > 0, "seed \(seed)")
    }
  }

  @Test("every limit holds on what is offered in Helsinki", arguments: [0, 1])
  func helsinki(router: Int) throws {
    let network = try #require(RealMaps.helsinki)
    let found = try AlternativeCheck(network, router: Self.routers[router]).holds(pairs: 12, seed: 7)
    #expect(found > 0)
  }

  @Test("every limit holds on what is offered in Monaco", arguments: [0, 1])
  func monaco(router: Int) throws {
    guard let network = RealMaps.monaco else { return }
    let found = try AlternativeCheck(network, router: Self.routers[router]).holds(pairs: 20, seed: 8)
    #expect(found > 0)
  }
}
