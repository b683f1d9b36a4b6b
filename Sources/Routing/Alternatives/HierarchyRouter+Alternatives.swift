import RoadNetwork

extension HierarchyRouter {
  /// In the search space of the hierarchy, customized for it where it is not yet, so that the same are found each time.
  public func alternatives(
    to route: Route, for request: RouteRequest, count: Int
  ) throws(RoutingFailure) -> [Route] {
    try alternatives(to: route, for: request, count: count, limits: AlternativeLimits())
  }

  func alternatives(
    to route: Route, for request: RouteRequest, count: Int, limits: AlternativeLimits
  ) throws(RoutingFailure) -> [Route] {
    guard count > 0, request.stops.count == 1 else { return [] }
    metrics.prepare(request)
    let found = metrics.metrics(of: request)
    guard let weights = found.hierarchy else {
      return try plainAlternatives(to: route, for: request, count: count, limits: limits)
    }
    let mask = RequestEnds(request, network: network).mask
    return try alternatives(to: route, for: request, count: count, limits: limits, metric: found.plain) {
      HierarchyViaSpace(
        search: search, weights: weights, mask: mask, source: $0, targets: $1, sharing: limits.sharing)
    }
  }
}
