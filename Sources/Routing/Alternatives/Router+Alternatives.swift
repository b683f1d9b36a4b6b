import RoadNetwork

extension Router {
  /// By plain searches, which serve every router.
  public func alternatives(
    to route: Route, for request: RouteRequest, count: Int
  ) throws(RoutingFailure) -> [Route] {
    try plainAlternatives(to: route, for: request, count: count)
  }

  /// Other good ways beside a route that was found for a request, the cheapest first: none costs more than a quarter
  /// more, shares more than 80 % with another, or holds a silly detour (see `AlternativeLimits`).
  ///
  /// - Parameter count: the most to find. A route of several legs or via points has none.
  /// - Throws: `budgetExceeded` when the searches settle more than the request allows.
  public func plainAlternatives(
    to route: Route, for request: RouteRequest, count: Int, limits: AlternativeLimits = AlternativeLimits()
  ) throws(RoutingFailure) -> [Route] {
    let key = MetricKey(
      mode: request.mode, objective: request.objective, avoid: request.avoid, conditions: request.conditions,
      atMillis: request.atMillis)
    let metric = Metric(key: key, network: network, conditions: request.conditions, atMillis: request.atMillis)
    let mask = RequestEnds(request, network: network).mask
    return try alternatives(to: route, for: request, count: count, limits: limits, metric: metric) { source, targets in
      PlateauSpace(
        network: network, metric: metric, mask: mask, source: source, targets: targets,
        budget: request.settledNodeBudget)
    }
  }

  /// The same in the space that `makeSpace` makes.
  func alternatives<Space: ViaSpace>(
    to route: Route, for request: RouteRequest, count: Int, limits: AlternativeLimits, metric: Metric,
    in makeSpace: (SearchSource, [SearchTarget]) -> Space
  ) throws(RoutingFailure) -> [Route] {
    guard request.stops.count == 1, route.legs.count == 1, let path = route.legs.first?.path, path.edges.count > 2,
      let best = MeasuredPath(path, network: network, metric: metric), let last = path.edges.last
    else { return [] }
    let source = SearchSource(edge: path.edges[0].rawValue, fraction: path.startFraction, cost: 0)
    let end = network.canonicalEdge(last)
    let targets = ([end.rawValue] + Array(network.shadowEdges(of: end))).map {
      SearchTarget(edge: $0, fraction: path.endFraction, cost: 0)
    }
    let search = AlternativeSearch(network: network, metric: metric, limits: limits)
    let found = try search.alternatives(to: best, in: makeSpace(source, targets), count: count)
    let times = request.times(on: network)
    return found.map { way in
      Route(
        mode: route.mode, legs: [RouteLeg(along: way.path, times)], cost: route.cost - best.cost + way.cost)
    }
  }
}
