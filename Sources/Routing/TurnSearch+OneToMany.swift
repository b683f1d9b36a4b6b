import RoadNetwork

extension TurnSearch {
  /// The cheapest path to *each* target from any source: Dijkstra's search forward until all targets
  /// are settled.
  ///
  /// - Parameter slack: gives up on targets whose edge begins this much beyond the cheapest target.
  /// - Returns: one a target, nil where it was not reached.
  func cheapestPaths(
    from sources: [SearchSource], toEach targets: [SearchTarget], metric: Metric, mask: ClosureMask,
    slack: Int64 = .max
  ) throws(RoutingFailure) -> [FoundPath?] {
    var wanted: [UInt32: [Int]] = [:]
    let deadEnds = mask.deadEnds(of: targets)
    for (number, target) in targets.enumerated() where !mask.blocks(target.edge, from: 0, to: target.fraction) {
      wanted[target.edge, default: []].append(number)
    }
    var ends = TargetLabels(
      targets, onOneEdge: pathsOnOneEdge(sources, targets, metric: metric, mask: mask), slack: slack)
    seedForward(sources, metric: metric, mask: mask, deadEnds: deadEnds)
    var remaining = wanted.count
    while remaining > 0 {
      let ahead = forward.queue.leastCost
      if ahead == .max || ends.isBeyond(ahead) { break }
      guard budget > 0 else { throw .budgetExceeded }
      budget -= 1
      guard let (edge, cost) = forward.settleNext() else { break }
      if let numbers = wanted[edge] {
        remaining -= 1
        for number in numbers { ends.label(number, cost, metric: metric) }
      }
      if !deadEnds.contains(edge) {
        relaxForward(edge, cost: cost, metric: metric, mask: mask, deadEnds: deadEnds)
      }
    }
    return ends.paths { edge in forwardEdges(to: edge, sources: sources) }
  }

  private func relaxForward(_ edge: UInt32, cost: Int64, metric: Metric, mask: ClosureMask, deadEnds: [UInt32]) {
    let edgeWeight = metric.edgeWeights[Int(edge)]
    for turn in network.turns(from: EdgeID(edge)) {
      let weight = metric.turnWeights[Int(turn)]
      if weight == Metric.forbidden { continue }
      let next = network.target(of: TurnID(turn)).rawValue
      if mask.blocks(next), !deadEnds.contains(next) { continue }
      let label = cost &+ SearchCost.exact(edge: edgeWeight, turn: weight, id: turn)
      _ = forward.improve(next, cost: label, parent: edge)
    }
  }

  func pathsOnOneEdge(
    _ sources: [SearchSource], _ targets: [SearchTarget], metric: Metric, mask: ClosureMask
  ) -> [FoundPath?] {
    targets.enumerated().map { number, target in
      guard var path = pathOnOneEdge(sources, [target], metric: metric, mask: mask) else { return nil }
      path.target = number
      return path
    }
  }
}
