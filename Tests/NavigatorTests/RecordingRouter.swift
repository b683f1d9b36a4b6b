import RoadNetwork
import Routing

/// The plain router, keeping what it was asked.
final class RecordingRouter: Router {
  private let router: DijkstraRouter
  private(set) var requests: [RouteRequest] = []

  init(_ network: RoadNetwork) { router = DijkstraRouter(network) }

  var network: RoadNetwork { router.network }

  func route(_ request: RouteRequest) throws(RoutingFailure) -> Route {
    requests.append(request)
    return try router.route(request)
  }

  func cost(_ request: RouteRequest) throws(RoutingFailure) -> Int64 { try router.cost(request) }

  func estimates(_ request: RouteRequest) throws(RoutingFailure) -> [TravelEstimate?] { try router.estimates(request) }

  func matrix(_ request: RouteRequest, from starts: [Waypoint]) throws(RoutingFailure) -> [[TravelEstimate?]?] {
    try router.matrix(request, from: starts)
  }

  func alternatives(to route: Route, for request: RouteRequest, count: Int) throws(RoutingFailure) -> [Route] {
    try router.alternatives(to: route, for: request, count: count)
  }
}

extension RouteRequest {
  /// Whether it says in which direction the vehicle drives.
  var hasDirection: Bool {
    switch start {
    case .position: true
    case .waypoint(let waypoint): waypoint.headingDegrees != nil
    }
  }
}
