import RoadNetwork

/// Answers requests with a path search: stage by stage from stop to stop.
///
/// A route of several stops is an exact choice among all their snap candidates: the states reached at
/// one stop, each with its cost so far, are the sources of the search to the next.
struct StopSearch<Search: PathSearch> {
  let network: RoadNetwork
  let search: Search
  let metric: Metric

  func route(_ request: RouteRequest) throws(RoutingFailure) -> Route {
    RouteAssembly(request: request, network: network, stages: try stages(of: request)).route()
  }

  /// What the best route costs, in units.
  func cost(_ request: RouteRequest) throws(RoutingFailure) -> Int64 {
    try request.check()
    if request.stops.count == 1 {
      let ends = RequestEnds(request, network: network)
      search.budget = request.settledNodeBudget
      let sources = try ends.startStage(metric).map(\.source)
      let targets = try ends.targets(ofStop: 0)
      // Where a way may stay on private ground its cost depends on the way.
      if targets.allSatisfy({ $0.givenBack == 0 }) {
        let cost = try search.cheapestCost(from: sources, to: targets, metric: metric, mask: ends.mask)
        if let cost { return cost }
      }
    }
    return try stages(of: request).last?.first?.cost ?? 0
  }

  /// The states at the start and at every stop; the last stage holds the best one alone.
  private func stages(of request: RouteRequest) throws(RoutingFailure) -> [[RouteState]] {
    try request.check()
    let ends = RequestEnds(request, network: network)
    let mask = ends.mask
    let ground = ends.ground
    search.budget = request.settledNodeBudget
    var stages = [try ends.startStage(metric)]
    for index in request.stops.indices {
      let targets = try ends.targets(ofStop: index)
      let isLast = index == request.stops.count - 1
      // A via keeps the direction: there is no turning round at it.
      let mayTurn = index == 0 || !request.stops[index - 1].isVia
      let stage = try reach(targets, from: stages[index], isLast: isLast, mayTurn: mayTurn, mask: mask, on: ground)
      stages.append(StopSearch.dislikingLateness(stage))
    }
    return stages
  }

  func estimates(_ request: RouteRequest) throws(RoutingFailure) -> [TravelEstimate?] {
    let ends = RequestEnds(request, network: network)
    let sources = try ends.startStage(metric).map(\.source)
    var groups = TargetGroups()
    for index in request.stops.indices { groups.append((try? ends.targets(ofStop: index)) ?? []) }
    search.budget = request.settledNodeBudget
    return try search.estimates(
      from: sources, toEach: groups, metric: metric, mask: ends.mask, times: request.times(on: network), on: ends.ground
    )
  }

  /// The estimates from each start; nil for one that is on no road. Stops are put on the road once.
  func matrix(_ request: RouteRequest, from starts: [Waypoint]) throws(RoutingFailure) -> [[TravelEstimate?]?] {
    let ends = RequestEnds(request, network: network)
    var groups = TargetGroups()
    for index in request.stops.indices { groups.append((try? ends.targets(ofStop: index)) ?? []) }
    let times = request.times(on: network)
    var rows: [[TravelEstimate?]?] = []
    rows.reserveCapacity(starts.count)
    for start in starts {
      guard let stage = try? ends.startStage(at: start, index: 0) else {
        rows.append(nil)
        continue
      }
      search.budget = request.settledNodeBudget
      rows.append(
        try search.estimates(
          from: stage.map(\.source), toEach: groups, metric: metric, mask: ends.mask, times: times, on: ends.ground))
    }
    return rows
  }

  /// The states at the next stop. Turning round at the former one is tried only when nothing else leads on.
  private func reach(
    _ targets: [SearchTarget], from states: [RouteState], isLast: Bool, mayTurn: Bool, mask: ClosureMask,
    on ground: PrivateGround
  ) throws(RoutingFailure) -> [RouteState] {
    let ahead = try paths(from: states, to: targets, isLast: isLast, mask: mask, on: ground)
    if !ahead.isEmpty { return ahead }
    guard mayTurn else { throw .noRoute }
    let turned = states.indices.compactMap { states[$0].turnedRound(on: network, metric: metric, mask: mask) }
    let back = try paths(from: turned, to: targets, isLast: isLast, mask: mask, on: ground)
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
    from states: [RouteState], to targets: [SearchTarget], isLast: Bool, mask: ClosureMask, on ground: PrivateGround
  ) throws(RoutingFailure) -> [RouteState] {
    let sources = states.map(\.source)
    let found: [FoundPath?]
    if isLast {
      found = [try search.cheapestPath(from: sources, to: targets, metric: metric, mask: mask, on: ground)]
    } else {
      found = try search.cheapestPaths(
        from: sources, toEach: targets, metric: metric, mask: mask, slack: slack(for: targets), on: ground)
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

  /// Candidates of an intermediate stop that begin this much beyond its cheapest are given up: half an hour, more than
  /// any way round the block, and what a candidate on restricted ground is given back for its entry.
  private func slack(for targets: [SearchTarget]) -> Int64 {
    Int64(1_800 * Metric.unitsPerSecond) + targets.reduce(0) { max($0, $1.givenBack) }
  }
}
