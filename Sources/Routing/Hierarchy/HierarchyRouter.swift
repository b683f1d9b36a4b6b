public import RoadNetwork

/// Routes by the network's contraction hierarchy: the product's router.
///
/// Gives the routes of `DijkstraRouter`, edge by edge, hundreds of times faster. Where a metric is not
/// customized yet, or a closure lies on the way, it searches plainly: the answer never depends on what
/// was ready.
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
    try stopSearch(request).route(request)
  }

  public func estimates(_ request: RouteRequest) throws(RoutingFailure) -> [TravelEstimate?] {
    try stopSearch(request).estimates(request)
  }

  public func matrix(
    _ request: RouteRequest, from starts: [Waypoint]
  ) throws(RoutingFailure) -> [[TravelEstimate?]?] {
    try stopSearch(request).matrix(request, from: starts)
  }

  public func cost(_ request: RouteRequest) throws(RoutingFailure) -> Int64 {
    try stopSearch(request).cost(request)
  }

  private func stopSearch(_ request: RouteRequest) -> StopSearch<HierarchySearch> {
    let found = metrics.metrics(of: request)
    search.weights = found.hierarchy
    return StopSearch(network: network, search: search, metric: found.plain)
  }
}
