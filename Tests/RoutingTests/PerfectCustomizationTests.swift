import RoadNetwork
import TestSupport
import Testing

@testable import Routing

@Suite("Perfect customization")
struct PerfectCustomizationTests {
  @Test("what remains is as cheap as any way between its ends, what goes is dearer", arguments: UInt64(1)...6)
  func randomTowns(seed: UInt64) throws {
    print("seed \(seed)")
    let network = try RandomNetwork(seed: seed, size: 7).make()
    var random = SeededGenerator(seed: seed &* 331)
    let hierarchy = MetricStore(network, customization: .never).hierarchy
    for mode in TravelMode.allCases {
      let objective = SearchOracleTests.objectives.randomElement(using: &random) ?? .default
      let avoid = HierarchyOracleTests.avoids.randomElement(using: &random) ?? .none
      let key = MetricKey(mode: mode, objective: objective, avoid: avoid)
      let metric = HierarchyMetric(Metric(key: key, network: network), hierarchy)
      metric.makePerfect()
      let all = UInt32(hierarchy.arcs.nodeCount)
      let kept = try Self.expectShortest(metric, ranks: 0..<all)
      #expect(kept == metric.perfectArcs?.count)
    }
  }

  @Test("likewise on real maps, for some edges", arguments: ["helsinki", "monaco-2021.osm.pbf", "krems.osm.gz"])
  func realMaps(extract: String) throws {
    guard let network = extract == "helsinki" ? RealMaps.helsinki : RealMaps.extract(extract) else { return }
    var random = SeededGenerator(seed: 9)
    let hierarchy = MetricStore(network, customization: .never).hierarchy
    let metric = HierarchyMetric(Metric(key: MetricKey(mode: .drive), network: network), hierarchy)
    metric.makePerfect()
    // Mostly high ranks: those of low ones have few arcs.
    let count = UInt32(hierarchy.arcs.nodeCount)
    let ranks = (0..<12).map { UInt32.random(in: ($0 < 4 ? 0 : count - count / 20)..<count, using: &random) }
    #expect(try Self.expectShortest(metric, ranks: ranks) > 0)
  }

  /// Compares each arc from the ranks' edges with the naive search in exact costs.
  ///
  /// - Returns: how many of the arcs remain.
  private static func expectShortest(_ metric: HierarchyMetric, ranks: some Sequence<UInt32>) throws -> Int {
    let (arcs, from) = (metric.hierarchy.arcs, metric.hierarchy.lowerArcs.from)
    let (ups, downs) = (metric.searched.up, metric.searched.down)
    var kept = 0
    var wrong: [String] = []
    func check(_ weight: UInt64, _ distance: UInt64, _ place: Int?, _ searched: SearchArcs) {
      if let place {
        kept += 1
        if weight != distance || searched.weight[place] != weight { wrong.append("\(weight) is not \(distance)") }
      } else if weight < SearchCost.infinity, weight <= distance {
        wrong.append("\(weight) is needed")
      }
    }
    for rank in ranks {
      let labels = exactDistances(from: arcs.edgeOfRank[Int(rank)], metric)
      for arc in arcs.upRange(Int(rank)) {
        let head = arcs.upHead[arc]
        check(metric.up[arc], labels[Int(arcs.edgeOfRank[Int(head)])], ups.place(of: head, at: Int(rank)), ups)
      }
      for entry in from.range(Int(rank)) {
        let (arc, head) = (Int(from.arc[entry]), from.lower[entry])
        check(
          metric.down[arc], labels[Int(arcs.edgeOfRank[Int(head)])], downs.place(of: rank, at: Int(head)), downs)
      }
    }
    #expect(wrong.isEmpty)
    return kept
  }

  /// From the start of an edge to the start of each: labels corrected until nothing changes.
  private static func exactDistances(from source: UInt32, _ metric: HierarchyMetric) -> [UInt64] {
    let network = metric.hierarchy.network
    var labels = [UInt64](repeating: SearchCost.infinity, count: network.edgeCount)
    var waiting = [source]
    var isWaiting = [Bool](repeating: false, count: network.edgeCount)
    labels[Int(source)] = 0
    var first = 0
    while first < waiting.count {
      let edge = Int(waiting[first])
      first += 1
      isWaiting[edge] = false
      for turn in network.turns(from: EdgeID(UInt32(edge))) {
        let weight = metric.metric.exactWeight(of: turn, from: edge)
        let target = network.target(of: TurnID(turn))
        if labels[edge] + weight >= labels[target.index] { continue }
        labels[target.index] = labels[edge] + weight
        if !isWaiting[target.index] { waiting.append(target.rawValue) }
        isWaiting[target.index] = true
      }
    }
    return labels
  }

  @Test("threads that share it leave the arcs that one alone leaves", arguments: UInt64(1)...6)
  func threads(seed: UInt64) throws {
    print("seed \(seed)")
    let network = try RandomNetwork(seed: seed, size: 9).make()
    let hierarchy = MetricStore(network, customization: .never).hierarchy
    let metric = HierarchyMetric(Metric(key: MetricKey(mode: .drive), network: network), hierarchy)
    let alone = PerfectCustomization.run(metric, .single)
    for count in 2...4 {
      let forwards = ThreadTeam(count: count) { body in for number in 0..<count { body(number) } }
      let backwards = ThreadTeam(count: count) { body in for number in (0..<count).reversed() { body(number) } }
      for team in [forwards, backwards] {
        let shared = PerfectCustomization.run(metric, team)
        #expect(shared.graph.content(of: hierarchy.arcs) == alone.graph.content(of: hierarchy.arcs))
      }
    }
  }

  @Test("a metric changed in part has no perfect arcs until they are made: then those of one customized whole")
  func updates() throws {
    let network = try RandomNetwork(seed: 3, size: 9).make()
    var random = SeededGenerator(seed: 77)
    let hierarchy = MetricStore(network, customization: .never).hierarchy
    var former = HierarchyMetric(Metric(key: MetricKey(mode: .drive), network: network), hierarchy)
    for count in [0, 1, 3, 20, 60, 1] {
      former.makePerfect()
      let changed = former.updated(to: former.metric.changed(count: count, using: &random))
      #expect(!changed.isPerfect && former.isPerfect)
      changed.makePerfect()
      let whole = HierarchyMetric(changed.metric, hierarchy)
      whole.makePerfect()
      #expect(changed.searched.content(of: hierarchy.arcs) == whole.searched.content(of: hierarchy.arcs))
      former = changed
    }
  }

  @Test("alternatives are the same, whether the perfect arcs are there or not", arguments: UInt64(1)...6)
  func alternatives(seed: UInt64) throws {
    let network = try RandomNetwork(seed: seed, size: 11).make()
    let store = MetricStore(network, customization: .whenAsked(times: 1))
    let router = HierarchyRouter(store)
    let last = UInt32(network.canonicalEdgeCount - 1)
    let ends = [(UInt32(0), last), (last / 3, last), (last, last / 2)]
    let requests = ends.map { from, to in
      RouteRequest(
        start: .waypoint(Waypoint(network.place(on: EdgeID(from), fraction: 0.5).point)),
        stops: [Waypoint(network.place(on: EdgeID(to), fraction: 0.5).point)])
    }
    func answers() throws -> [[Route]] {
      try requests.map { try router.alternatives(to: try router.route($0), for: $0, count: 3) }
    }
    let before = try answers()
    store.prepare(requests[0], perfectly: true)
    #expect(try answers() == before)
  }

  @Test("their bytes count, and other metrics make room for them")
  func memory() throws {
    let network = try RandomNetwork(seed: 4, size: 8).make()
    let store = MetricStore(network, customization: .whenAsked(times: 1))
    let place = Waypoint(network.place(on: EdgeID(0), fraction: 0.5).point)
    var request = RouteRequest(start: .waypoint(place), stops: [place])
    store.prepare(request)
    let before = store.usage.bytes
    store.prepare(request, perfectly: true)
    let after = store.usage.bytes
    let perfect = try #require(store.metrics(of: request).hierarchy?.perfectArcs)
    #expect(after == before + perfect.byteCount && perfect.byteCount > 0)
    #expect(perfect.byteCount <= PerfectArcs.greatestByteCount(store.hierarchy.arcs))
    #expect(perfect.count < store.hierarchy.arcs.upCount + store.hierarchy.arcs.downCount)
    let tight = MetricStore(network, customization: .whenAsked(times: 1), memoryLimitBytes: after + before - 1)
    tight.prepare(request, perfectly: true)
    #expect(tight.usage.customized == 1)
    request.objective = .shorterDistance
    tight.prepare(request)
    #expect(tight.usage.customized == 1)
  }
}

extension SearchArcs {
  /// By rank: every arc's end, weight and middle.
  fileprivate func content(nodeCount: Int) -> [[UInt64]] {
    (0..<nodeCount).map { rank in range(rank).flatMap { [UInt64(end[$0]), weight[$0], UInt64(middle[$0])] } }
  }

  /// Where the arc between a rank and a higher one lies, if it is there.
  fileprivate func place(of higher: UInt32, at rank: Int) -> Int? { range(rank).first { end[$0] == higher } }
}

extension SearchGraph {
  fileprivate func content(of arcs: HierarchyArcs) -> [[UInt64]] {
    up.content(nodeCount: arcs.nodeCount) + down.content(nodeCount: arcs.nodeCount)
  }
}
