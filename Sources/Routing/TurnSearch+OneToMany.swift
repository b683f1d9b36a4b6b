import RoadNetwork

extension TurnSearch {
  /// The cheapest path to *each* target from any source: Dijkstra's search forward until all targets
  /// are settled.
  ///
  /// - Parameter slack: gives up on targets that cost more than the cheapest one by this much.
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
    var found: [FoundPath?] = targets.enumerated().map { number, target in
      guard var path = pathOnOneEdge(sources, [target], metric: metric, mask: mask) else { return nil }
      path.target = number
      return path
    }
    var cheapest = found.reduce(Int64.max) { min($0, $1?.cost ?? .max) }
    seedForward(sources, metric: metric, mask: mask, deadEnds: deadEnds)
    var remaining = wanted.count
    while remaining > 0 {
      let ahead = forward.queue.leastCost
      if ahead == .max || (cheapest != .max && ahead - cheapest > slack) { break }
      guard budget > 0 else { throw .budgetExceeded }
      budget -= 1
      guard let (edge, cost) = forward.settleNext() else { break }
      if let numbers = wanted[edge] {
        remaining -= 1
        let (source, edges) = forwardEdges(to: edge, sources: sources)
        for number in numbers {
          let target = targets[number]
          let total = cost + metric.weight(of: edge, from: 0, to: target.fraction) + target.cost
          guard total < found[number]?.cost ?? .max else { continue }
          found[number] = FoundPath(source: source, target: number, edges: edges, cost: total)
          cheapest = min(cheapest, total)
        }
      }
      if !deadEnds.contains(edge) {
        relaxForward(edge, cost: cost, metric: metric, mask: mask, deadEnds: deadEnds)
      }
    }
    return found
  }

  private func relaxForward(_ edge: UInt32, cost: Int64, metric: Metric, mask: ClosureMask, deadEnds: [UInt32]) {
    let end = cost + Int64(metric.edgeWeights[Int(edge)])
    for turn in network.turns(from: EdgeID(edge)) {
      let weight = metric.turnWeights[Int(turn)]
      if weight == Metric.forbidden { continue }
      let next = network.target(of: TurnID(turn)).rawValue
      if mask.blocks(next), !deadEnds.contains(next) { continue }
      _ = forward.improve(next, cost: end + Int64(weight), parent: edge)
    }
  }
}
