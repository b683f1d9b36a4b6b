import RoadNetwork

/// The ways through the ranks that a hierarchy query reaches from both ends (Abraham, Delling, Goldberg, Werneck 2013,
/// section 5: single-via paths in the search space of a contraction hierarchy).
///
/// A rank's label is the cost of the best way that only climbs, which need not be a cheapest one: the search asks for
/// both parts of each way it takes. Closures are not in the weights; ways over closed edges are left out.
final class HierarchyViaSpace: ViaSpace {
  private let query: HierarchyQuery
  /// A second workspace: the labels of the first stay while distances are asked for.
  private let distances: HierarchyQuery
  private let weights: HierarchyMetric
  private let network: RoadNetwork
  private let mask: ClosureMask
  private let source: SearchSource
  private let targets: [SearchTarget]
  private let sharing: Double
  let partsAreCheapest = false

  /// - Parameter sharing: ways that share more than this with the best one are not worth unpacking.
  init(
    search: HierarchySearch, weights: HierarchyMetric, mask: ClosureMask, source: SearchSource,
    targets: [SearchTarget], sharing: Double
  ) {
    query = search.query
    distances = search.distanceQuery
    network = search.network
    self.weights = weights
    self.mask = mask
    self.source = source
    self.targets = targets
    self.sharing = sharing
    query.begin()
  }

  deinit { query.end() }

  func candidates(upTo bound: Int64) -> [ViaCandidate] {
    seed()
    query.reachAll(weights, below: UInt64(bitPattern: SearchCost.exact(bound + 1)))
    var ways: [(cost: UInt64, rank: Int)] = []
    query.forEachMeeting { rank, cost in
      if SearchCost.units(Int64(bitPattern: cost)) <= bound { ways.append((cost, rank)) }
    }
    ways.sort { ($0.cost, $0.rank) < ($1.cost, $1.rank) }
    guard let best = ways.first else { return [] }
    // Closures are not in the weights: the first way may be no way.
    let filter = mask.isEmpty ? SharedEnds(query, best: best.rank) : nil
    var candidates: [ViaCandidate] = []
    var former = best.cost
    // Ties are broken, so equal costs are one way.
    for way in ways where way.cost != former {
      former = way.cost
      if let filter, Double(filter.sharedCost(query, rank: way.rank)) > sharing * Double(best.cost) { continue }
      candidates.append(ViaCandidate(place: way.rank, cost: SearchCost.units(Int64(bitPattern: way.cost))))
    }
    return candidates
  }

  private func seed() {
    let metric = weights.metric
    if mask.blocks(source.edge, from: source.fraction, to: 1) { return }
    let rest = SearchCost.exact(metric.weight(of: source.edge, from: source.fraction, to: 1))
    for turn in network.turns(from: EdgeID(source.edge)) {
      let weight = metric.turnWeights[Int(turn)]
      let target = network.target(of: TurnID(turn)).rawValue
      if weight == Metric.forbidden { continue }
      let cost = rest &+ SearchCost.exact(edge: 0, turn: weight, id: turn)
      query.addSource(target, cost: UInt64(bitPattern: cost), number: 0)
    }
    for (number, target) in targets.enumerated() where !mask.blocks(target.edge, from: 0, to: target.fraction) {
      let cost = SearchCost.exact(metric.weight(of: target.edge, from: 0, to: target.fraction))
      query.addTarget(target.edge, cost: UInt64(bitPattern: cost), number: number)
    }
  }

  func way(through candidate: ViaCandidate) -> (edges: [UInt32], via: Int) {
    let edges = query.path(through: candidate.place, weights.full, sources: [source]).edges
    if !mask.isEmpty, edges.dropFirst().dropLast().contains(where: { mask.blocks($0) }) { return ([], 0) }
    let via = query.arcs.edgeOfRank[candidate.place]
    return (edges, edges.firstIndex(of: via) ?? 0)
  }

  func distance(from source: UInt32, to target: UInt32) -> Int64? {
    distances.begin()
    defer { distances.end() }
    distances.addSource(source, cost: 0, number: 0)
    distances.addTarget(target, cost: 0, number: 0)
    return distances.meet(weights, below: SearchCost.infinity).map { SearchCost.units(Int64(bitPattern: $0.cost)) }
  }
}

/// The ranks on the best way's climb from either end: where another way leaves them, it has shared so much.
private struct SharedEnds {
  private let ahead: Set<UInt32>
  private let behind: Set<UInt32>

  init(_ query: HierarchyQuery, best rank: Int) {
    ahead = Set(query.forward.climb(to: rank))
    behind = Set(query.backward.climb(to: rank))
  }

  /// What the way through a rank has in common with the best one at its two ends, at least.
  func sharedCost(_ query: HierarchyQuery, rank: Int) -> UInt64 {
    query.forward.costOfFirst(in: ahead, from: rank) + query.backward.costOfFirst(in: behind, from: rank)
  }
}

extension HierarchyLabels {
  /// The ranks from one back to the end that it was reached from.
  func climb(to rank: Int) -> [UInt32] {
    var ranks = [UInt32(truncatingIfNeeded: rank)]
    while true {
      let former = parent[Int(ranks[ranks.count - 1])]
      if former & Self.seedBit != 0 { return ranks }
      ranks.append(former)
    }
  }

  /// The cost of the first rank in a set on the way back from one; 0 when there is none.
  func costOfFirst(in ranks: Set<UInt32>, from rank: Int) -> UInt64 {
    var rank = UInt32(truncatingIfNeeded: rank)
    while true {
      if ranks.contains(rank) { return cost[Int(rank)] }
      rank = parent[Int(rank)]
      if rank & Self.seedBit != 0 { return 0 }
    }
  }
}

extension HierarchyQuery {
  /// Labels every rank that either end reaches below a bound, beyond where both meet. Over all arcs: ways that only
  /// climb and are no cheapest ones count too.
  func reachAll(_ metric: HierarchyMetric, below bound: UInt64) {
    climb(forward, besides: nil, below: bound, metric.full.up)
    climb(backward, besides: nil, below: bound, metric.full.down)
  }

  /// The ranks that both ends have reached, with the cost of the way through each.
  func forEachMeeting(_ body: (_ rank: Int, _ cost: UInt64) -> Void) {
    for place in 0..<forward.rankCount {
      let rank = Int(forward.ranks[place])
      guard backward.isWalked(rank) else { continue }
      let cost = forward.cost[rank] &+ backward.cost[rank]
      if cost < SearchCost.infinity { body(rank, cost) }
    }
  }
}
