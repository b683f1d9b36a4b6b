import RoadNetwork
import Testing

@testable import Routing

@Suite("The hierarchy against the plain search")
struct HierarchyOracleTests {
  static let avoids: [AvoidSet] = [.none, AvoidSet(.tolls), AvoidSet([.tolls, .ferries, .highways, .tunnels])]

  /// Both searches on one network, asked the same.
  struct Pair {
    let network: RoadNetwork
    let store: MetricStore
    let plain: TurnSearch
    let hierarchy: HierarchySearch

    init(_ network: RoadNetwork) {
      self.network = network
      store = MetricStore(network, customization: .never)
      plain = TurnSearch(network: network)
      hierarchy = HierarchySearch(store.hierarchy)
    }

    func expectEqual(_ ends: SearchOracleTests.Ends, _ metric: HierarchyMetric, _ mask: ClosureMask, slack: Int64)
      throws
    {
      plain.budget = .max
      hierarchy.budget = .max
      hierarchy.weights = metric
      let plainMetric = metric.metric
      let expected = try plain.cheapestPath(from: ends.sources, to: ends.targets, metric: plainMetric, mask: mask)
      let found = try hierarchy.cheapestPath(from: ends.sources, to: ends.targets, metric: plainMetric, mask: mask)
      #expect(found == expected)
      let expectedEach = try plain.cheapestPaths(
        from: ends.sources, toEach: ends.targets, metric: plainMetric, mask: mask, slack: slack)
      let foundEach = try hierarchy.cheapestPaths(
        from: ends.sources, toEach: ends.targets, metric: plainMetric, mask: mask, slack: slack)
      #expect(foundEach == expectedEach)
    }
  }

  @Test(
    "equal costs and edges in random towns, for every objective, with closures and slack, on all and perfect arcs",
    arguments: UInt64(1)...12)
  func randomTowns(seed: UInt64) throws {
    print("seed \(seed)")
    let network = try RandomNetwork(seed: seed, size: 7).make()
    var random = SeededGenerator(seed: seed &* 641)
    let pair = Pair(network)
    for objective in SearchOracleTests.objectives {
      for mode in TravelMode.allCases {
        let avoid = Self.avoids.randomElement(using: &random) ?? .none
        let plain = Metric(key: MetricKey(mode: mode, objective: objective, avoid: avoid), network: network)
        let metric = HierarchyMetric(plain, pair.store.hierarchy)
        let closed = Conditions.closing(share: 15, of: network, using: &random).conditions
        for round in 0..<40 {
          if round == 20 { metric.makePerfect() }
          let ends = SearchOracleTests.ends(network, using: &random)
          let mask = ClosureMask(round % 3 == 0 ? closed : .none, atMillis: 0)
          let slack: Int64 = round % 2 == 0 ? .max : 2_000
          try pair.expectEqual(ends, metric, mask, slack: slack)
        }
      }
    }
  }

  @Test("a metric changed in part equals one customized whole, arc by arc", arguments: UInt64(1)...12)
  func updates(seed: UInt64) throws {
    print("seed \(seed)")
    let network = try RandomNetwork(seed: seed, size: 9).make()
    var random = SeededGenerator(seed: seed &* 7_919)
    let hierarchy = MetricStore(network, customization: .never).hierarchy
    var former = HierarchyMetric(Metric(key: MetricKey(mode: .drive), network: network), hierarchy)
    for count in [0, 1, 1, 2, 3, 5, 8, 20, 60, 200, 1, 4] {
      let metric = former.metric.changed(count: count, using: &random)
      let changed = former.updated(to: metric)
      let whole = HierarchyMetric(metric, hierarchy)
      #expect(changed.upWeights == whole.upWeights)
      #expect(changed.downWeights == whole.downWeights)
      former = changed
    }
  }

  @Test("updates from and to any metric, kept or gone, equal whole customizations bit by bit", arguments: UInt64(1)...8)
  func updatesInAnyOrder(seed: UInt64) throws {
    print("seed \(seed)")
    let network = try RandomNetwork(seed: seed, size: 8).make()
    var random = SeededGenerator(seed: seed &* 104_729)
    let hierarchy = MetricStore(network, customization: .never).hierarchy
    let other = MetricStore(network, customization: .never).hierarchy
    let first = Metric(key: MetricKey(mode: .drive), network: network)
    var kept = [HierarchyMetric(first, hierarchy)]
    // Metrics that come back: conditions that end restore what was before.
    var plain = [first]
    for _ in 0..<60 {
      guard let former = kept.randomElement(using: &random), let restored = plain.randomElement(using: &random) else {
        return
      }
      let isRestoring = Int.random(in: 0..<3, using: &random) == 0
      let count = Int.random(in: 0...12, using: &random)
      let metric = isRestoring ? restored : former.metric.changed(count: count, using: &random)
      let isWhole = Int.random(in: 0..<10, using: &random) == 0
      let made = isWhole ? HierarchyMetric(metric, hierarchy) : former.updated(to: metric)
      let expected = HierarchyMetric(metric, other)
      #expect(made.upWeights == expected.upWeights)
      #expect(made.downWeights == expected.downWeights)
      #expect(made.middles == expected.middles)
      kept.append(made)
      plain.append(metric)
      // Those that go leave their room to the next one.
      while kept.count > 3 || (kept.count > 1 && Bool.random(using: &random)) {
        kept.remove(at: Int.random(in: kept.indices, using: &random))
      }
    }
  }

  @Test("threads that share a customization give the weights of one alone", arguments: UInt64(1)...6)
  func threads(seed: UInt64) throws {
    print("seed \(seed)")
    let network = try RandomNetwork(seed: seed, size: 9).make()
    let hierarchy = MetricStore(network, customization: .never).hierarchy
    let metric = Metric(key: MetricKey(mode: .drive), network: network)
    let alone = HierarchyMetric(metric, hierarchy)
    for count in 2...4 {
      // One after the other, in whatever order: what one writes no other may need.
      let forwards = ThreadTeam(count: count) { body in for number in 0..<count { body(number) } }
      let backwards = ThreadTeam(count: count) { body in for number in (0..<count).reversed() { body(number) } }
      for team in [forwards, backwards] {
        let shared = HierarchyMetric(metric, hierarchy, team)
        #expect(shared.upWeights == alone.upWeights)
        #expect(shared.downWeights == alone.downWeights)
        #expect(shared.middles == alone.middles)
      }
      let owners = SubtreeShares(hierarchy.arcs, count: count).owners
      #expect(Set(owners).isSuperset(of: (0..<UInt8(count)).map { $0 }))
    }
  }

  @Test("an arc's middle halves it exactly, after updates too", arguments: UInt64(1)...4)
  func middles(seed: UInt64) throws {
    let network = try RandomNetwork(seed: seed, size: 8).make()
    var random = SeededGenerator(seed: seed)
    let hierarchy = MetricStore(network, customization: .never).hierarchy
    let whole = HierarchyMetric(Metric(key: MetricKey(mode: .twoWheeler), network: network), hierarchy)
    let changed = whole.updated(to: whole.metric.changed(count: 30, using: &random))
    for metric in [whole, changed] { #expect(metric.unevenArcs.isEmpty) }
  }
}

extension Metric {
  /// Other weights for some edges, and some turns forbidden or allowed.
  func changed(count: Int, using random: inout SeededGenerator) -> Metric {
    var (edges, turns) = (edgeWeights, turnWeights)
    for _ in 0..<count {
      let edge = Int.random(in: edges.indices, using: &random)
      edges[edge] = max(1, UInt32(Double(edges[edge]) * Double.random(in: 0.3...3, using: &random)))
      guard Int.random(in: 0..<4, using: &random) == 0 else { continue }
      let turn = Int.random(in: turns.indices, using: &random)
      turns[turn] = turns[turn] == Metric.forbidden ? 1_000 : Metric.forbidden
    }
    return Metric(key: key, edgeWeights: edges, turnWeights: turns)
  }
}

extension HierarchyMetric {
  func updated(to metric: Metric) -> HierarchyMetric {
    HierarchyMetric(metric, updating: self, MetricChanges(from: self.metric, to: metric, on: hierarchy.network))
  }

  var upWeights: [UInt64] { Array(UnsafeBufferPointer(start: up, count: hierarchy.arcs.upCount)) }
  var downWeights: [UInt64] { Array(UnsafeBufferPointer(start: down, count: hierarchy.arcs.downCount)) }

  var middles: [UInt32] {
    Array(UnsafeBufferPointer(start: upMiddle, count: hierarchy.arcs.upCount))
      + Array(UnsafeBufferPointer(start: downMiddle, count: hierarchy.arcs.downCount))
  }

  /// Up arcs (even) and down arcs (odd) whose weight is not the sum of their halves.
  fileprivate var unevenArcs: [Int] {
    let arcs = hierarchy.arcs
    var uneven: [Int] = []
    for rank in 0..<arcs.nodeCount {
      for arc in arcs.upRange(rank) where upMiddle[arc] != HierarchyArcs.noRank {
        let middle = Int(upMiddle[arc])
        let first = down[arcs.downArc(from: UInt32(rank), to: middle)]
        if first + up[arcs.upArc(from: middle, to: arcs.upHead[arc])] != up[arc] { uneven.append(2 * arc) }
      }
      for arc in arcs.downRange(rank) where downMiddle[arc] != HierarchyArcs.noRank {
        let middle = Int(downMiddle[arc])
        let first = down[arcs.downArc(from: arcs.downTail[arc], to: middle)]
        if first + up[arcs.upArc(from: middle, to: UInt32(rank))] != down[arc] { uneven.append(2 * arc + 1) }
      }
    }
    return uneven
  }
}
