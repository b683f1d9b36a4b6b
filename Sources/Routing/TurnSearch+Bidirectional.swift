import RoadNetwork

extension TurnSearch {
  /// The cheapest path from any source to any target: Dijkstra's search from both ends.
  ///
  /// - Returns: nil when no target can be reached.
  func cheapestPath(
    from sources: [SearchSource], to targets: [SearchTarget], metric: Metric, mask: ClosureMask
  ) throws(RoutingFailure) -> FoundPath? {
    let onOneEdge = pathOnOneEdge(sources, targets, metric: metric, mask: mask)
    let deadEnds = mask.deadEnds(of: targets)
    var best = onOneEdge.map { SearchCost.exact($0.cost) } ?? .max
    var meeting: UInt32?
    seedForward(sources, metric: metric, mask: mask, deadEnds: deadEnds)
    seedBackward(targets, metric: metric, mask: mask) { edge, cost in
      let total = forward.isLabelled(edge) ? forward.cost(edge) + cost : .max
      if total < best { (best, meeting) = (total, edge) }
    }
    let edgeWeights = metric.edgeWeights
    let turnWeights = metric.turnWeights

    while true {
      let (ahead, behind) = (forward.queue.leastCost, backward.queue.leastCost)
      // Nothing left that could meet below the best (either end exhausted counts as infinite).
      if ahead == .max || behind == .max || ahead + behind >= best { break }
      guard budget > 0 else { throw .budgetExceeded }
      budget -= 1
      if ahead <= behind {
        guard let (edge, cost) = forward.settleNext() else { continue }
        if deadEnds.contains(edge) { continue }
        let edgeWeight = edgeWeights[Int(edge)]
        for turn in network.turns(from: EdgeID(edge)) {
          let weight = turnWeights[Int(turn)]
          if weight == Metric.forbidden { continue }
          let next = network.target(of: TurnID(turn)).rawValue
          let label = cost &+ SearchCost.exact(edge: edgeWeight, turn: weight, id: turn)
          if label >= best || (mask.blocks(next) && !deadEnds.contains(next)) { continue }
          if forward.improve(next, cost: label, parent: edge), backward.isLabelled(next) {
            let total = label + backward.cost(next)
            if total < best { (best, meeting) = (total, next) }
          }
        }
      } else {
        guard let (edge, cost) = backward.settleNext() else { continue }
        for place in network.incomingTurns(of: EdgeID(edge)) {
          let turn = network.incomingTurn(place)
          let weight = turnWeights[turn.index]
          if weight == Metric.forbidden { continue }
          let former = network.source(of: turn).rawValue
          let label =
            cost &+ SearchCost.exact(edge: edgeWeights[Int(former)], turn: weight, id: turn.rawValue)
          if label >= best || mask.blocks(former) { continue }
          if backward.improve(former, cost: label, parent: edge), forward.isLabelled(former) {
            let total = label + forward.cost(former)
            if total < best { (best, meeting) = (total, former) }
          }
        }
      }
    }
    guard let meeting else { return onOneEdge }
    return joined(at: meeting, sources: sources, cost: best)
  }

  /// Labels the targets' edges with the cost from their start.
  func seedBackward(
    _ targets: [SearchTarget], metric: Metric, mask: ClosureMask, meet: (UInt32, Int64) -> Void
  ) {
    backward.reset()
    for (number, target) in targets.enumerated() where !mask.blocks(target.edge, from: 0, to: target.fraction) {
      let cost = SearchCost.exact(target.cost + metric.weight(of: target.edge, from: 0, to: target.fraction))
      let parent = SearchLabels.seedBit | UInt32(number)
      if backward.improve(target.edge, cost: cost, parent: parent) { meet(target.edge, cost) }
    }
  }

  private func joined(at meeting: UInt32, sources: [SearchSource], cost: Int64) -> FoundPath {
    var (source, edges) = forwardEdges(to: meeting, sources: sources)
    var parent = backward.parent(meeting)
    while parent & SearchLabels.seedBit == 0 {
      edges.append(parent)
      parent = backward.parent(parent)
    }
    return FoundPath(
      source: source, target: Int(parent & ~SearchLabels.seedBit), edges: edges, cost: SearchCost.units(cost))
  }
}
