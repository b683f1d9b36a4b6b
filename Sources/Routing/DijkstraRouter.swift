public import RoadNetwork

/// Routes by Dijkstra's search over directed edges and the turn table: exact, without preprocessing.
///
/// The oracle that `HierarchyRouter` is held to; both give the same routes.
public final class DijkstraRouter: Router {
  public let network: RoadNetwork
  let search: TurnSearch
  private let metrics: MetricStore

  public convenience init(_ network: RoadNetwork) {
    self.init(MetricStore(network, customization: .never))
  }

  public init(_ metrics: MetricStore) {
    network = metrics.network
    self.metrics = metrics
    search = TurnSearch(network: network)
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

  private func stopSearch(_ request: RouteRequest) -> StopSearch<TurnSearch> {
    StopSearch(network: network, search: search, metric: metrics.metrics(of: request).plain)
  }
}
