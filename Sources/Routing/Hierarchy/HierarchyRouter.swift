public import RoadNetwork

/// Routes by the network's contraction hierarchy: the product's router.
///
/// Gives the routes of `DijkstraRouter`, edge by edge, hundreds of times faster. Where a metric is not
/// customized yet, or a closure lies on the way that is not in the weights yet, it searches plainly: the answer never
/// depends on what was ready.
public final class HierarchyRouter: Router {
  public let network: RoadNetwork
  let search: HierarchySearch
  let metrics: MetricStore

  /// A router with metrics of its own, each customized when it has been used a few times.
  public convenience init(_ network: RoadNetwork) {
    self.init(MetricStore(network, customization: .whenAsked(times: 3)))
  }

  /// A router that shares its metrics with those of other threads.
  public init(_ metrics: MetricStore) {
    network = metrics.network
    self.metrics = metrics
    search = HierarchySearch(metrics.hierarchy)
  }

  public func route(_ request: RouteRequest) throws(RoutingFailure) -> Route {
    try answer(request) { search throws(RoutingFailure) in try search.route(request) }
  }

  public func estimates(_ request: RouteRequest) throws(RoutingFailure) -> [TravelEstimate?] {
    try answer(request) { search throws(RoutingFailure) in try search.estimates(request) }
  }

  public func matrix(
    _ request: RouteRequest, from starts: [Waypoint]
  ) throws(RoutingFailure) -> [[TravelEstimate?]?] {
    try answer(request) { search throws(RoutingFailure) in try search.matrix(request, from: starts) }
  }

  public func cost(_ request: RouteRequest) throws(RoutingFailure) -> Int64 {
    try answer(request) { search throws(RoutingFailure) in try search.cost(request) }
  }

  private func answer<Answer>(
    _ request: RouteRequest, _ body: (StopSearch<HierarchySearch>) throws(RoutingFailure) -> Answer
  ) throws(RoutingFailure) -> Answer {
    let found = metrics.metrics(of: request)
    search.use(found)
    defer {
      if search.closuresMet > 0 { metrics.meetClosures(of: request, found.plain, times: search.closuresMet) }
    }
    return try body(StopSearch(network: network, search: search, metric: found.plain))
  }
}
