import RoadNetwork

/// A way to stand at a stop: on which edge, at which cost so far, and how it was reached.
struct RouteState {
  var position: EdgePosition
  var cost: Int64
  /// The state it came from, by number in the stage before.
  var previous: Int
  /// Where it left that stage; differs from that state's place only when it turned round there.
  var departure: EdgePosition
  /// Edges from the departure to here, both ends included.
  var edges: [EdgeID]

  /// A state at the start.
  init(start: EdgePosition, cost: Int64) {
    position = start
    self.cost = cost
    previous = 0
    departure = start
    edges = []
  }

  init(_ path: FoundPath, from states: [RouteState], to targets: [SearchTarget]) {
    let target = targets[path.target]
    position = EdgePosition(edge: EdgeID(target.edge), fraction: target.fraction)
    cost = path.cost
    previous = path.source
    departure = states[path.source].position
    edges = path.edges.map(EdgeID.init)
  }

  var source: SearchSource {
    SearchSource(edge: position.edge.rawValue, fraction: position.fraction, cost: cost)
  }

  /// The same place on the opposite edge; nil where the mode may not drive it.
  func turnedRound(on network: RoadNetwork, metric: Metric, mask: ClosureMask) -> RouteState? {
    guard let reverse = network.reverse(of: position.edge), network.allows(metric.key.mode, on: reverse),
      !mask.isClosed(reverse, at: 1 - position.fraction)
    else { return nil }
    var state = self
    state.position = EdgePosition(edge: reverse, fraction: 1 - position.fraction)
    state.cost += RouteState.turnCost
    return state
  }

  private static let turnCost = Int64(60 * Metric.unitsPerSecond)
}
