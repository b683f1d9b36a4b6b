import RoadNetwork

/// The workspace of elimination-tree queries on one hierarchy (Dibbelt, Strasser, Wagner 2016, section 8).
///
/// No queue: each end's labels are carried up the elimination tree, and both ends meet at the common
/// ancestors. Labels are costs at the *start* of an edge, as in `TurnSearch`. Several ends on either
/// side walk the union of their ancestors. A query allocates nothing.
final class HierarchyQuery {
  let arcs: HierarchyArcs
  var forward: HierarchyLabels
  var backward: HierarchyLabels
  let workspace: PathWorkspace
  /// What the current sweep has measured: on the way up from the sources, and on the way down.
  var measuredUp = MeasureLabels()
  var measuredDown = MeasureLabels()
  /// The ranks of a way down, from its end.
  let sweptChain: UnsafeMutablePointer<UInt32>

  init(arcs: HierarchyArcs) {
    self.arcs = arcs
    forward = HierarchyLabels(nodeCount: arcs.nodeCount)
    backward = HierarchyLabels(nodeCount: arcs.nodeCount)
    workspace = PathWorkspace(nodeCount: arcs.nodeCount)
    sweptChain = .allocate(capacity: arcs.nodeCount + 1)
  }

  deinit {
    forward.deallocate()
    backward.deallocate()
    workspace.deallocate()
    sweptChain.deallocate()
  }

  func begin() {
    forward.begin()
    backward.begin()
  }

  func end() {
    forward.clear()
    backward.clear()
  }

  /// Labels an edge that follows a source.
  @inline(__always)
  func addSource(_ edge: UInt32, cost: UInt64, number: Int) {
    let rank = arcs.rankOfEdge[Int(edge)]
    forward.improve(rank, cost: cost, parent: HierarchyLabels.seedBit | UInt32(truncatingIfNeeded: number))
    forward.walk(from: rank, parents: arcs.parent)
  }

  /// Labels a target's edge.
  @inline(__always)
  func addTarget(_ edge: UInt32, cost: UInt64, number: Int) {
    let rank = arcs.rankOfEdge[Int(edge)]
    backward.improve(rank, cost: cost, parent: HierarchyLabels.seedBit | UInt32(truncatingIfNeeded: number))
    backward.walk(from: rank, parents: arcs.parent)
  }

  /// The rank at which the cheapest way from a source to a target has its highest point, and its cost;
  /// nil when none is below `bound`.
  func meet(_ metric: HierarchyMetric, below bound: UInt64) -> (rank: Int, cost: UInt64)? {
    let graph = metric.searched
    climb(forward, besides: backward, below: bound, graph.up)
    climb(backward, besides: forward, below: bound, graph.down)
    var best = bound
    var meeting = -1
    // The common ancestors lie on every stretch's upper part.
    var number = forward.stretchCount
    while number > 0 {
      number &-= 1
      for place in forward.stretch(number) {
        let rank = Int(forward.ranks[place])
        if !backward.isWalked(rank) { continue }
        let ahead = forward.cost[rank]
        let behind = backward.cost[rank]
        if ahead &+ behind < best {
          best = ahead &+ behind
          meeting = rank
        }
        if ahead < best { HierarchyQuery.relax(rank, ahead, forward, graph.up) }
        if behind < best { HierarchyQuery.relax(rank, behind, backward, graph.down) }
      }
    }
    return meeting < 0 ? nil : (meeting, best)
  }

  /// Relaxes the ranks that one end walks, from below; those that the other walks too are left out.
  @inline(__always)
  func climb(
    _ labels: HierarchyLabels, besides other: HierarchyLabels?, below bound: UInt64, _ arcs: SearchArcs
  ) {
    var number = labels.stretchCount
    while number > 0 {
      number &-= 1
      for place in labels.stretch(number) {
        let rank = Int(labels.ranks[place])
        if let other, other.isWalked(rank) { break }
        let cost = labels.cost[rank]
        if cost >= bound { continue }
        HierarchyQuery.relax(rank, cost, labels, arcs)
      }
    }
  }

  @inline(__always)
  static func relax(_ rank: Int, _ cost: UInt64, _ labels: HierarchyLabels, _ arcs: SearchArcs) {
    let range = arcs.range(rank)
    let parent = UInt32(truncatingIfNeeded: rank)
    var arc = range.lowerBound
    let end = range.upperBound
    while arc < end {
      labels.improve(arcs.end[arc], cost: cost &+ arcs.weight[arc], parent: parent)
      arc &+= 1
    }
  }
}
