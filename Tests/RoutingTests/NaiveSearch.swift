import RoadNetwork

@testable import Routing

/// The oracle: labels corrected from a waiting line until nothing changes (Bellman, Ford, Moore), in one direction
/// over the turn table. It has no order of settling, no meeting point and no bound to get wrong.
struct NaiveSearch {
  let network: RoadNetwork
  let metric: Metric
  /// Whether something is closed between two fractions of an edge.
  let isClosed: (EdgeID, Double, Double) -> Bool

  init(
    _ network: RoadNetwork, metric: Metric, isClosed: @escaping (EdgeID, Double, Double) -> Bool = { _, _, _ in false }
  ) {
    self.network = network
    self.metric = metric
    self.isClosed = isClosed
  }

  /// Cost from each source to the start of every edge; the best over all sources.
  func labels(from sources: [SearchSource]) -> [Int64] {
    var labels = [Int64](repeating: .max, count: network.edgeCount)
    var waiting: [UInt32] = []
    var isWaiting = [Bool](repeating: false, count: network.edgeCount)
    func relax(_ edge: UInt32, end: Int64) {
      for raw in network.turns(from: EdgeID(edge)) where metric.turnWeights[Int(raw)] != Metric.forbidden {
        let next = network.target(of: TurnID(raw))
        let cost = end + Int64(metric.turnWeights[Int(raw)])
        guard cost < labels[next.index] else { continue }
        labels[next.index] = cost
        // A road that is closed somewhere can be entered, not passed.
        guard !isWaiting[next.index], !isClosed(next, 0, 1) else { continue }
        isWaiting[next.index] = true
        waiting.append(next.rawValue)
      }
    }
    for source in sources where !isClosed(EdgeID(source.edge), source.fraction, 1) {
      relax(source.edge, end: source.cost + metric.weight(of: source.edge, from: source.fraction, to: 1))
    }
    var first = 0
    while first < waiting.count {
      let edge = waiting[first]
      first += 1
      isWaiting[Int(edge)] = false
      relax(edge, end: labels[Int(edge)] + Int64(metric.edgeWeights[Int(edge)]))
    }
    return labels
  }

  /// Cost of the best path from any source to one target; nil when there is none.
  func cost(from sources: [SearchSource], to target: SearchTarget, labels: [Int64]) -> Int64? {
    var best = Int64.max
    if labels[Int(target.edge)] != .max, !isClosed(EdgeID(target.edge), 0, target.fraction) {
      best = labels[Int(target.edge)] + metric.weight(of: target.edge, from: 0, to: target.fraction) + target.cost
    }
    for source in sources
    where source.edge == target.edge && source.fraction <= target.fraction
      && !isClosed(EdgeID(source.edge), source.fraction, target.fraction)
    {
      let along = metric.weight(of: target.edge, from: source.fraction, to: target.fraction)
      best = min(best, source.cost + along + target.cost)
    }
    return best == .max ? nil : best
  }

  /// What a path costs, walked turn by turn; nil when a turn or edge of it is not allowed.
  func cost(of path: FoundPath, _ sources: [SearchSource], _ targets: [SearchTarget]) -> Int64? {
    let (source, target) = (sources[path.source], targets[path.target])
    guard path.edges.first == source.edge, path.edges.last == target.edge else { return nil }
    if path.edges.count == 1 {
      if isClosed(EdgeID(source.edge), source.fraction, target.fraction) { return nil }
      return source.cost + metric.weight(of: source.edge, from: source.fraction, to: target.fraction) + target.cost
    }
    if isClosed(EdgeID(source.edge), source.fraction, 1) { return nil }
    var cost = source.cost + metric.weight(of: source.edge, from: source.fraction, to: 1)
    for index in 1..<path.edges.count {
      let (former, edge) = (path.edges[index - 1], path.edges[index])
      let turn = network.turns(from: EdgeID(former)).first { network.target(of: TurnID($0)).rawValue == edge }
      // The last edge counts only up to the target.
      let driven = index == path.edges.count - 1 ? target.fraction : 1
      guard let turn, metric.turnWeights[Int(turn)] != Metric.forbidden, !isClosed(EdgeID(edge), 0, driven) else {
        return nil
      }
      cost += Int64(metric.turnWeights[Int(turn)]) + metric.weight(of: edge, from: 0, to: driven)
    }
    return cost + target.cost
  }
}
