public import RoadNetwork

/// Finds routes on one network. Holds a workspace that searches reuse: one router a thread.
///
/// The answer depends on the request and the network alone, never on earlier requests.
public protocol Router: AnyObject {
  var network: RoadNetwork { get }

  /// The best route through the stops by the request's objective; ties break the same way every time.
  func route(_ request: RouteRequest) throws(RoutingFailure) -> Route

  /// What the best route costs, without the route: for measuring searches.
  func cost(_ request: RouteRequest) throws(RoutingFailure) -> Int64

  /// How far each stop is from the start, every one for itself; nil where no way leads.
  ///
  /// Stops that cannot be put on the road are nil too; a start that cannot is a failure.
  func estimates(_ request: RouteRequest) throws(RoutingFailure) -> [TravelEstimate?]

  /// The estimates from each of several starts in place of the request's; nil for one that is on no road.
  func matrix(_ request: RouteRequest, from starts: [Waypoint]) throws(RoutingFailure) -> [[TravelEstimate?]?]

  /// Other good ways beside a route that was found for a request, the cheapest first: none costs more than a quarter
  /// more, shares more than 80 % with another, or holds a silly detour (see `AlternativeLimits`).
  ///
  /// - Parameter count: the most to find. A route of several legs or via points has none.
  func alternatives(to route: Route, for request: RouteRequest, count: Int) throws(RoutingFailure) -> [Route]
}

/// Length and time of the best way between two places.
public struct TravelEstimate: Hashable, Sendable {
  public var distanceMeters: Double
  /// With the conditions of the request.
  public var durationSeconds: Double
  /// Free flow.
  public var staticDurationSeconds: Double

  public init(distanceMeters: Double, durationSeconds: Double, staticDurationSeconds: Double) {
    self.distanceMeters = distanceMeters
    self.durationSeconds = durationSeconds
    self.staticDurationSeconds = staticDurationSeconds
  }
}
