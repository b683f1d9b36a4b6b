public import Geometry
public import RoadNetwork

/// The graph that the searches of one metric run on: a node for each directed edge, shadow edges included, and an arc
/// for each turn that the mode may take.
///
/// An arc weighs the edge that it leaves and the turn, so a distance is the cost from the start of one edge to the
/// start of another. For handing the very problem to another engine; holds a search workspace: one a thread. Searches are
/// plain until `customize`, and by the hierarchy from then on.
public final class TurnExpandedGraph {
  public let network: RoadNetwork
  private let metric: Metric
  private let hierarchy: Hierarchy
  private let search: HierarchySearch

  /// One allowed turn.
  public struct Arc: Hashable, Sendable {
    public var tail: EdgeID
    public var head: EdgeID
    /// In the metric's unit; see `Metric`.
    public var weight: Int64
  }

  /// Computes the metric; linear in edges and turns.
  public init(_ network: RoadNetwork, key: MetricKey, conditions: Conditions = .none, atMillis: Int64 = 0) {
    self.network = network
    metric = Metric(key: key, network: network, conditions: conditions, atMillis: atMillis)
    hierarchy = Hierarchy(network, arcs: HierarchyArcs(network.hierarchy))
    search = HierarchySearch(hierarchy)
  }

  public var nodeCount: Int { network.edgeCount }

  /// Where a node's edge starts.
  public func coordinate(of node: EdgeID) -> Coordinate { network.coordinate(of: network.from(node)) }

  /// Whether the mode may drive the node's edge; other nodes have no arcs.
  public func isOpen(_ node: EdgeID) -> Bool { network.allows(metric.key.mode, on: node) }

  /// Every arc, by tail, in the order of the turn table.
  public func forEachArc(_ body: (Arc) -> Void) {
    for tail in (0..<UInt32(network.edgeCount)).map({ EdgeID($0) }) where isOpen(tail) {
      for turn in network.turns(from: tail) where metric.turnWeights[Int(turn)] != Metric.forbidden {
        let weight = Int64(metric.edgeWeights[tail.index]) + Int64(metric.turnWeights[Int(turn)])
        body(Arc(tail: tail, head: network.target(of: TurnID(turn)), weight: weight))
      }
    }
  }

  /// Customizes the hierarchy for the metric.
  public func customize(_ team: ThreadTeam = .single) { search.weights = HierarchyMetric(metric, hierarchy, team) }

  /// Leaves out of the searches by the hierarchy the arcs that are no shortest way between their ends.
  ///
  /// Distances and paths stay the same. After `customize`, and until the next one.
  public func makePerfect(_ team: ThreadTeam = .single) { search.weights?.makePerfect(team) }

  /// Every arc of the hierarchy that its searches look at, by the rank of its lower end, with the cost of the way it
  /// stands for; none before `customize`.
  public func forEachSearchedArc(_ body: (Arc) -> Void) {
    guard let weights = search.weights else { return }
    let (ups, downs) = (weights.searched.up, weights.searched.down)
    func arc(_ tail: UInt32, _ head: UInt32, _ weight: UInt64) -> Arc {
      let edges = hierarchy.arcs.edgeOfRank
      return Arc(
        tail: EdgeID(edges[Int(tail)]), head: EdgeID(edges[Int(head)]),
        weight: SearchCost.units(Int64(bitPattern: weight)))
    }
    for rank in 0..<UInt32(truncatingIfNeeded: nodeCount) {
      for place in ups.range(Int(rank)) { body(arc(rank, ups.end[place], ups.weight[place])) }
      for place in downs.range(Int(rank)) { body(arc(downs.end[place], rank, downs.weight[place])) }
    }
  }

  /// Customizes for weights of which those of some edges and single turns are others: in part, from the metric
  /// customized before.
  ///
  /// - Returns: how many turns have changed.
  public func customize(scaling edges: [EdgeID], and turns: [TurnID] = [], by factor: Double) -> Int {
    guard let former = search.weights else { return 0 }
    func scaled(_ weight: UInt32, beside other: UInt32 = 0) -> UInt32 {
      let sum = Double(weight) + Double(other)
      return UInt32(min(max(1, sum * factor - Double(other)), Double(Metric.maximumWeight)))
    }
    var (edgeWeights, turnWeights) = (metric.edgeWeights, metric.turnWeights)
    for edge in edges { edgeWeights[edge.index] = scaled(edgeWeights[edge.index]) }
    for turn in turns where turnWeights[turn.index] != Metric.forbidden {
      let edge = metric.edgeWeights[network.source(of: turn).index]
      turnWeights[turn.index] = scaled(turnWeights[turn.index], beside: edge)
    }
    let changed = Metric(key: metric.key, edgeWeights: edgeWeights, turnWeights: turnWeights)
    let changes = MetricChanges(edges: edges, turns: turns, on: network)
    _ = HierarchyMetric(changed, updating: former, changes)
    return changes.turns.count
  }

  /// Makes everything that only updates need, which are else made by the first one.
  public func prepareUpdates() { _ = hierarchy.lowerArcs }

  /// Nodes that all searches so far have settled or walked.
  public private(set) var settledCount = 0

  /// The least sum of weights from one node to another; nil where no way leads.
  public func distance(from source: EdgeID, to target: EdgeID) -> Int64? {
    guard isOpen(source), isOpen(target) else { return source == target ? 0 : nil }
    return unbounded { search throws(RoutingFailure) in
      try search.cheapestCost(
        from: [SearchSource(edge: source.rawValue, fraction: 0, cost: 0)],
        to: [SearchTarget(edge: target.rawValue, fraction: 0, cost: 0)], metric: metric,
        mask: ClosureMask(.none, atMillis: 0))
    }
  }

  /// The same with the edges driven, both ends included.
  public func path(from source: EdgeID, to target: EdgeID) -> (distance: Int64, edges: [EdgeID])? {
    guard isOpen(source), isOpen(target) else { return source == target ? (0, [source]) : nil }
    let found = unbounded { search throws(RoutingFailure) in
      try search.cheapestPath(
        from: [SearchSource(edge: source.rawValue, fraction: 0, cost: 0)],
        to: [SearchTarget(edge: target.rawValue, fraction: 0, cost: 0)], metric: metric,
        mask: ClosureMask(.none, atMillis: 0))
    }
    return found.map { ($0.cost, $0.edges.map { EdgeID($0) }) }
  }

  /// Searches without a budget, and counts.
  private func unbounded<Found>(_ body: (HierarchySearch) throws(RoutingFailure) -> Found?) -> Found? {
    search.budget = .max
    defer { settledCount += .max - search.budget }
    return (try? body(search)) ?? nil
  }
}
