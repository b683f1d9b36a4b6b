import RoadNetwork

/// The weights of a contraction hierarchy's arcs for one metric: what its queries add up.
///
/// Immutable once made, shared by all threads. 12 bytes an arc.
final class HierarchyMetric: Sendable {
  let metric: Metric
  let hierarchy: Hierarchy
  // Written before an initializer returns, read-only afterwards.
  nonisolated(unsafe) let up: UnsafeMutablePointer<UInt64>
  nonisolated(unsafe) let down: UnsafeMutablePointer<UInt64>
  /// By arc: the rank between its two halves, or `noRank` for a turn of the network.
  nonisolated(unsafe) let upMiddle: UnsafeMutablePointer<UInt32>
  nonisolated(unsafe) let downMiddle: UnsafeMutablePointer<UInt32>

  /// Customizes the whole hierarchy.
  init(_ metric: Metric, _ hierarchy: Hierarchy) {
    self.metric = metric
    self.hierarchy = hierarchy
    let arcs = hierarchy.arcs
    up = .allocate(capacity: arcs.upCount)
    down = .allocate(capacity: arcs.downCount)
    upMiddle = .allocate(capacity: arcs.upCount)
    downMiddle = .allocate(capacity: arcs.downCount)
    setInputs()
    customize()
  }

  /// Customizes a metric that may differ little from a customized one: in part or whole, whichever is faster.
  static func make(_ metric: Metric, like former: HierarchyMetric) -> HierarchyMetric {
    let changes = MetricChanges(from: former.metric, to: metric, on: former.hierarchy.network)
    if changes.turns.count * updateShare < former.hierarchy.network.turnCount {
      return HierarchyMetric(metric, updating: former, changes)
    }
    return HierarchyMetric(metric, former.hierarchy)
  }

  /// Customizes in part: what differs from another metric of the same hierarchy.
  init(_ metric: Metric, updating former: HierarchyMetric, _ changes: MetricChanges) {
    self.metric = metric
    hierarchy = former.hierarchy
    let arcs = hierarchy.arcs
    up = .allocate(capacity: arcs.upCount)
    down = .allocate(capacity: arcs.downCount)
    upMiddle = .allocate(capacity: arcs.upCount)
    downMiddle = .allocate(capacity: arcs.downCount)
    up.initialize(from: former.up, count: arcs.upCount)
    down.initialize(from: former.down, count: arcs.downCount)
    upMiddle.initialize(from: former.upMiddle, count: arcs.upCount)
    downMiddle.initialize(from: former.downMiddle, count: arcs.downCount)
    update(changes, from: former)
  }

  deinit {
    up.deallocate()
    down.deallocate()
    upMiddle.deallocate()
    downMiddle.deallocate()
  }

  /// Where more than one turn in this many has changed, a whole customization is faster.
  private static let updateShare = 100

  /// Bytes of the arrays, the metric's own included.
  var byteCount: Int { 12 * (hierarchy.arcs.upCount + hierarchy.arcs.downCount) + metric.byteCount }

  /// Gives every arc the weight of the cheapest turn that it stands for.
  private func setInputs() {
    let (arcs, network) = (hierarchy.arcs, hierarchy.network)
    let (up, down) = (up, down)
    up.initialize(repeating: SearchCost.infinity, count: arcs.upCount)
    down.initialize(repeating: SearchCost.infinity, count: arcs.downCount)
    upMiddle.initialize(repeating: HierarchyArcs.noRank, count: arcs.upCount)
    downMiddle.initialize(repeating: HierarchyArcs.noRank, count: arcs.downCount)
    metric.edgeWeights.withUnsafeBufferPointer { edges in
      metric.turnWeights.withUnsafeBufferPointer { turns in
        // By rank, so that the arcs written lie together: up arcs by the turns that leave, down arcs by those that enter.
        for rank in 0..<arcs.nodeCount {
          let edge = EdgeID(arcs.edgeOfRank[rank])
          for turn in network.turns(from: edge) {
            let (place, turnWeight) = (arcs.arcOfTurn[Int(turn)], turns[Int(turn)])
            if place & 1 == 1 || turnWeight == Metric.forbidden { continue }
            let cost = SearchCost.exact(edge: edges[edge.index], turn: turnWeight, id: turn)
            up[Int(place >> 1)] = min(up[Int(place >> 1)], UInt64(bitPattern: cost))
          }
          for entry in network.incomingTurns(of: edge) {
            let turn = network.incomingTurn(entry)
            let (place, turnWeight) = (arcs.arcOfTurn[turn.index], turns[turn.index])
            // `noArc` is odd too.
            if place & 1 == 0 || place == HierarchyArcs.noArc || turnWeight == Metric.forbidden { continue }
            let source = network.source(of: turn)
            let cost = SearchCost.exact(edge: edges[source.index], turn: turnWeight, id: turn.rawValue)
            down[Int(place >> 1)] = min(down[Int(place >> 1)], UInt64(bitPattern: cost))
          }
        }
      }
    }
  }
}
