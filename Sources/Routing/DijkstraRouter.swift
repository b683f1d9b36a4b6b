public import RoadNetwork

/// Routes by Dijkstra's search over directed edges and the turn table: exact, without preprocessing.
///
/// A route of several stops is an exact choice among all their snap candidates: the states reached at
/// one stop, each with its cost so far, are the sources of the search to the next.
public final class DijkstraRouter: Router {
  public let network: RoadNetwork
  let search: TurnSearch
  private var metrics: MetricCache

  /// - Parameter metricCapacity: metrics kept, each 4 bytes an edge and a turn.
  public init(_ network: RoadNetwork, metricCapacity: Int = 8) {
    self.network = network
    search = TurnSearch(network: network)
    metrics = MetricCache(capacity: metricCapacity)
  }

  public func route(_ request: RouteRequest) throws(RoutingFailure) -> Route {
    RouteAssembly(request: request, network: network, stages: try stages(of: request)).route()
  }

  /// What the best route costs, without the route: for measuring searches.
  public func cost(_ request: RouteRequest) throws(RoutingFailure) -> Int64 {
    try stages(of: request).last?.first?.cost ?? 0
  }

  /// The states at the start and at every stop; the last stage holds the best one alone.
  private func stages(of request: RouteRequest) throws(RoutingFailure) -> [[RouteState]] {
    try request.check()
    let ends = RequestEnds(request, network: network)
    let metric = metric(of: request)
    let mask = ends.mask
    search.budget = request.settledNodeBudget
    var stages = [try ends.startStage(metric)]
    for index in request.stops.indices {
      let targets = try ends.targets(ofStop: index)
      let isLast = index == request.stops.count - 1
      // A via keeps the direction: there is no turning round at it.
      let mayTurn = index == 0 || !request.stops[index - 1].isVia
      let stage = try reach(
        targets, from: stages[index], isLast: isLast, mayTurn: mayTurn, metric: metric, mask: mask)
      stages.append(DijkstraRouter.dislikingLateness(stage))
    }
    return stages
  }

  public func estimates(_ request: RouteRequest) throws(RoutingFailure) -> [TravelEstimate?] {
    let ends = RequestEnds(request, network: network)
    let metric = metric(of: request)
    let sources = try ends.startStage(metric).map(\.source)
    var targets: [SearchTarget] = []
    var owners: [Int] = []
    for index in request.stops.indices {
      guard let found = try? ends.targets(ofStop: index) else { continue }
      targets += found
      owners += found.map { _ in index }
    }
    search.budget = request.settledNodeBudget
    let paths = try search.cheapestPaths(from: sources, toEach: targets, metric: metric, mask: ends.mask)
    var best = [FoundPath?](repeating: nil, count: request.stops.count)
    for (path, owner) in zip(paths, owners) {
      guard let path, path.cost < best[owner]?.cost ?? .max else { continue }
      best[owner] = path
    }
    let times = request.times(on: network)
    return best.map { path in
      path.map { path in
        let edgePath = EdgePath(
          edges: path.edges.map(EdgeID.init), startFraction: sources[path.source].fraction,
          endFraction: targets[path.target].fraction)
        let leg = RouteLeg(along: edgePath, times)
        return TravelEstimate(
          distanceMeters: leg.distanceMeters, durationSeconds: leg.durationSeconds,
          staticDurationSeconds: leg.staticDurationSeconds)
      }
    }
  }

  /// The metric of a request, from the cache or made now.
  func metric(of request: RouteRequest) -> Metric {
    let key = MetricKey(
      mode: request.mode, objective: request.objective, avoid: request.avoid,
      conditions: request.conditions, atMillis: request.atMillis)
    return metrics.metric(for: key) {
      Metric(key: key, network: network, conditions: request.conditions, atMillis: request.atMillis)
    }
  }

  /// The states at the next stop. Turning round at the former one is tried only when nothing else leads on.
  private func reach(
    _ targets: [SearchTarget], from states: [RouteState], isLast: Bool, mayTurn: Bool, metric: Metric,
    mask: ClosureMask
  ) throws(RoutingFailure) -> [RouteState] {
    let ahead = try paths(from: states, to: targets, isLast: isLast, metric: metric, mask: mask)
    if !ahead.isEmpty { return ahead }
    guard mayTurn else { throw .noRoute }
    let turned = states.indices.compactMap { states[$0].turnedRound(on: network, metric: metric, mask: mask) }
    let back = try paths(from: turned, to: targets, isLast: isLast, metric: metric, mask: mask)
    if back.isEmpty { throw .noRoute }
    // The turned states stand for the states they came from.
    return back.map { state in
      var state = state
      state.departure = turned[state.previous].position
      state.previous = turned[state.previous].previous
      return state
    }
  }

  private func paths(
    from states: [RouteState], to targets: [SearchTarget], isLast: Bool, metric: Metric, mask: ClosureMask
  ) throws(RoutingFailure) -> [RouteState] {
    let sources = states.map(\.source)
    let found: [FoundPath?]
    if isLast {
      found = [try search.cheapestPath(from: sources, to: targets, metric: metric, mask: mask)]
    } else {
      found = try search.cheapestPaths(
        from: sources, toEach: targets, metric: metric, mask: mask, slack: Self.stopSlack)
    }
    return found.compactMap { path in
      path.map { RouteState($0, from: states, to: targets) }
    }
  }

  /// Arriving later than possible costs half the delay again: a stop is served on the first pass, not
  /// on the way back from the end of the road, when both come to the same (osrm-backend#2047).
  private static func dislikingLateness(_ states: [RouteState]) -> [RouteState] {
    let earliest = states.reduce(Int64.max) { min($0, $1.cost) }
    return states.map { state in
      var state = state
      state.cost += (state.cost - earliest) / 2
      return state
    }
  }

  /// Candidates of an intermediate stop that cost this much more than its cheapest are given up: half
  /// an hour, more than any way round the block.
  private static let stopSlack = Int64(1_800 * Metric.unitsPerSecond)
}
