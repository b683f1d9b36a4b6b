import RoadNetwork
import TestSupport
import Testing

@testable import Routing

@Suite("Alternative routes")
struct AlternativeTests {
  private func offered(_ map: RoadMap, _ start: Character, _ end: Character, count: Int = 3) throws -> [String] {
    let request = RouteRequest(start: .waypoint(try map.waypoint(start)), stops: [try map.waypoint(end)])
    let router = DijkstraRouter(map.network)
    let best = try router.route(request)
    return try router.alternatives(to: best, for: request, count: count).map { map.letters(of: $0) }
  }

  /// By plain searches, which see every plateau, and by the hierarchy, which sees those that its search passes.
  private static let routers: [@Sendable (RoadNetwork) -> any Router] = [
    { DijkstraRouter($0) }, { HierarchyRouter($0) },
  ]

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

  @Test("another way that costs a little more is offered, one that costs far more is not")
  func stretch() throws {
    let map = try RoadMap(
      Self.ways, spacing: 100,
      roads: ["AS": [:], "ST": [:], "TB": [:], "SN": [:], "NO": [:], "OT": [:], "NP": [:], "PQ": [:], "QO": [:]])
    #expect(try map.letters("A", map.waypoint("B")) == "ASTB")
    #expect(try offered(map, "A", "B") == ["ASNOTB"])
    #expect(try offered(map, "A", "B", count: 0) == [])
  }

  @Test("a way round one block of a long road shares too much to be offered")
  func sharing() throws {
    let map = try RoadMap(
      """
      A-------------S---T-------------B
                    |   |
                    N---O
      """, spacing: 50, roads: ["AS": [:], "ST": [:], "TB": [:], "SN": [:], "NO": [:], "OT": [:]])
    #expect(try offered(map, "A", "B") == [])
  }

  @Test("leaving the road to come straight back is no way of its own")
  func localOptimality() throws {
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
    #expect(try offered(map, "A", "B") == [])
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

  @Test("every limit holds on what is offered in random towns", arguments: UInt64(1)...6, [0, 1])
  func limits(seed: UInt64, router: Int) throws {
    print("seed \(seed)")
    let network = try RandomNetwork(seed: seed, size: 12).make()
    try AlternativeCheck(network, router: Self.routers[router]).holds(pairs: 30, seed: seed)
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
