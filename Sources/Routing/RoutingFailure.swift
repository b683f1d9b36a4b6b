/// Why there is no route. None of them is a fault of the program.
public enum RoutingFailure: Error, Hashable, Sendable {
  /// The waypoints are on roads, but no legal way joins them now.
  case noRoute
  /// No usable road within the snap distance. Index 0 is the start, 1 the first of `stops`.
  case waypointNotSnappable(index: Int)
  /// The waypoint lies outside the network's bounds. Index as above.
  case outsideNetwork(index: Int)
  /// No stop, a via as the destination, or more intermediates than allowed.
  case badRequest
  /// The search settled more edges than the request allows.
  case budgetExceeded
}
