import RoadNetwork
import Testing

@testable import Routing

@Suite("The search against the naive one")
struct SearchOracleTests {
  static let objectives: [RouteObjective] = [
    .default, .shorterDistance, .fuelEfficient(.diesel),
    .rateCard(perMinute: 0.4, perKilometer: 0.9, includeTolls: false),
  ]

  struct Ends {
    var sources: [SearchSource]
    var targets: [SearchTarget]
  }

  static func ends(_ network: RoadNetwork, using random: inout SeededGenerator) -> Ends {
    func edge() -> UInt32 { UInt32.random(in: 0..<UInt32(network.edgeCount), using: &random) }
    func fraction() -> Double { [0, 0.25, 0.6, 1].randomElement(using: &random) ?? 0 }
    let sources = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      SearchSource(edge: edge(), fraction: fraction(), cost: Int64.random(in: 0...30_000, using: &random))
    }
    var targets = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      SearchTarget(edge: edge(), fraction: fraction(), cost: Int64.random(in: -30_000...30_000, using: &random))
    }
    // Often on the source's own edge: before it, behind it, and at the same place.
    if Bool.random(using: &random) {
      targets.append(SearchTarget(edge: sources[0].edge, fraction: fraction(), cost: 0))
    }
    return Ends(sources: sources, targets: targets)
  }

  @Test(
    "equal costs on random towns, for every objective, with closures of roads and of parts of them",
    arguments: UInt64(1)...12)
  func equalCosts(seed: UInt64) throws {
    print("seed \(seed)")
    let network = try RandomNetwork(seed: seed, size: 7).make()
    var random = SeededGenerator(seed: seed &* 977)
    let search = TurnSearch(network: network)
    for objective in Self.objectives {
      let avoid: AvoidSet = Bool.random(using: &random) ? .none : AvoidSet(.tolls)
      let mode: TravelMode = Bool.random(using: &random) ? .drive : .twoWheeler
      let metric = Metric(key: MetricKey(mode: mode, objective: objective, avoid: avoid), network: network)
      let (conditions, isClosed) = Conditions.closing(share: 12, of: network, using: &random)
      let mask = ClosureMask(conditions, atMillis: 0)
      let naive = NaiveSearch(network, metric: metric, isClosed: isClosed)
      for _ in 0..<40 {
        let ends = Self.ends(network, using: &random)
        let labels = naive.labels(from: ends.sources)
        let expected = ends.targets.map { naive.cost(from: ends.sources, to: $0, labels: labels) }
        search.budget = .max
        let best = try search.cheapestPath(from: ends.sources, to: ends.targets, metric: metric, mask: mask)
        #expect(best?.cost == expected.compactMap { $0 }.min())
        if let best { #expect(naive.cost(of: best, ends.sources, ends.targets) == best.cost) }
        let each = try search.cheapestPaths(from: ends.sources, toEach: ends.targets, metric: metric, mask: mask)
        #expect(each.map { $0?.cost } == expected)
        for path in each.compactMap({ $0 }) {
          #expect(naive.cost(of: path, ends.sources, ends.targets) == path.cost)
        }
      }
    }
  }

  @Test("the same question gets the same path, whatever was asked before")
  func deterministic() throws {
    let network = try RandomNetwork(seed: 99, size: 8).make()
    let metric = Metric(key: MetricKey(mode: .drive), network: network)
    let mask = ClosureMask(.none, atMillis: 0)
    let used = TurnSearch(network: network)
    used.budget = .max
    var random = SeededGenerator(seed: 5)
    for _ in 0..<50 {
      let ends = Self.ends(network, using: &random)
      let fresh = TurnSearch(network: network)
      fresh.budget = .max
      let first = try fresh.cheapestPath(from: ends.sources, to: ends.targets, metric: metric, mask: mask)
      let second = try used.cheapestPath(from: ends.sources, to: ends.targets, metric: metric, mask: mask)
      #expect(first?.edges == second?.edges)
      #expect(first?.cost == second?.cost)
    }
  }

  @Test("a search beyond its budget says so")
  func budget() throws {
    let network = try RandomNetwork(seed: 3, size: 8).make()
    let metric = Metric(key: MetricKey(mode: .drive), network: network)
    let search = TurnSearch(network: network)
    search.budget = 3
    let source = SearchSource(edge: 0, fraction: 0, cost: 0)
    let target = SearchTarget(edge: UInt32(network.canonicalEdgeCount - 1), fraction: 1, cost: 0)
    #expect(throws: RoutingFailure.budgetExceeded) {
      try search.cheapestPath(
        from: [source], to: [target], metric: metric, mask: ClosureMask(.none, atMillis: 0))
    }
  }
}

extension Conditions {
  /// Closes about one road in `share` in one direction, half of them only in a part; and what says so by itself.
  static func closing(
    share: Int, of network: RoadNetwork, using random: inout SeededGenerator
  ) -> (conditions: Conditions, isClosed: (EdgeID, Double, Double) -> Bool) {
    let parts: [(from: Double, to: Double)] = [(0, 1), (0, 1), (0, 0.25), (0.3, 0.5), (0.25, 0.75), (0.6, 1)]
    var closed: [EdgeID: (from: Double, to: Double)] = [:]
    for index in 0..<UInt32(network.canonicalEdgeCount) where Int.random(in: 0..<share, using: &random) == 0 {
      let part = parts[Int.random(in: parts.indices, using: &random)]
      closed[EdgeID(index)] = part
      for shadow in network.shadowEdges(of: EdgeID(index)) { closed[EdgeID(shadow)] = part }
    }
    let entries = closed.map { edge, part in
      Entry(
        edge: edge, key: "\(edge.rawValue)", isClosed: true, speed: 0,
        from: UInt32((part.from * Entry.whole).rounded()),
        to: UInt32((part.to * Entry.whole).rounded()), validFrom: .min, validUntil: .max)
    }
    return (
      Conditions(version: .none, entries: entries.sorted(by: Entry.isBefore)),
      { edge, from, to in closed[edge].map { max($0.from, from) < min($0.to, to) } ?? false }
    )
  }
}
