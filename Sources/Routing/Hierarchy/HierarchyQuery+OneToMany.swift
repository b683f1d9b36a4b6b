/// From the sources to many edges: the labels go up from the sources to the roots, then down the
/// elimination tree to the destinations alone (Dibbelt, Strasser, Wagner 2016; restricted PHAST:
/// Delling, Goldberg, Werneck 2011).
extension HierarchyQuery {
  /// In place of a parent: the label came up from a source.
  static let cameUp = HierarchyLabels.seedBit

  /// Adds an edge that a sweep shall label.
  func addDestination(_ edge: UInt32) {
    backward.walk(from: arcs.rankOfEdge[Int(edge)], parents: arcs.parent)
  }

  /// Labels every destination.
  func sweep(_ metric: HierarchyMetric) {
    measuredUp.begin(nodeCount: arcs.nodeCount)
    measuredDown.begin(nodeCount: arcs.nodeCount)
    let graph = metric.searched
    climb(forward, besides: nil, below: SearchCost.infinity, graph.up)
    let downs = graph.down
    let costs = backward.cost
    // Ancestors first: earlier stretches lie above later ones.
    for number in 0..<backward.stretchCount {
      for place in backward.stretch(number).reversed() {
        let rank = Int(backward.ranks[place])
        var best = forward.cost[rank]
        var parent = HierarchyQuery.cameUp
        for arc in downs.range(rank) {
          let cost = costs[Int(downs.end[arc])] &+ downs.weight[arc]
          if cost < best {
            best = cost
            parent = downs.end[arc]
          }
        }
        costs[rank] = best
        backward.parent[rank] = parent
      }
    }
  }

  /// What it costs from the sources to the start of a destination; nil where no way leads.
  func sweptCost(of edge: UInt32) -> UInt64? {
    let cost = backward.cost[Int(arcs.rankOfEdge[Int(edge)])]
    return cost < SearchCost.infinity ? cost : nil
  }

  /// The way to a destination that a sweep has labelled: the source's edge, and on to the destination.
  func sweptPath(
    to edge: UInt32, _ metric: HierarchyMetric, sources: [SearchSource]
  ) -> (source: Int, edges: [UInt32]) {
    // Up to where the label turned downwards; the ranks passed are kept from the end.
    let ranks = sweptChain
    var last = 0
    ranks[0] = arcs.rankOfEdge[Int(edge)]
    while backward.parent[Int(ranks[last])] != HierarchyQuery.cameUp {
      ranks[last &+ 1] = backward.parent[Int(ranks[last])]
      last &+= 1
    }
    var count = 0
    let graph = metric.searched
    let source = layWayUp(to: ranks[last], graph, sources, &count)
    while last > 0 {
      unpack(from: ranks[last], to: ranks[last &- 1], graph, &count)
      last &-= 1
    }
    return (source, laidEdges(count))
  }
}
