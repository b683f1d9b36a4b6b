import Routing

/// Every error a status can carry, worded once: what is wrong, and what the sender can do.
extension RouteError {
  static func tokenMalformed(_ reason: String) -> RouteError {
    RouteError(
      code: .tokenMalformed, text: reason, whatToDo: "ask for a new route token and assign that one")
  }

  static var waypointsNotTheTokens: RouteError {
    RouteError(
      code: .waypointsNotTheTokens, text: "the waypoints are not the ones that the route token was made for",
      whatToDo: "send the token without waypoints, or with its own")
  }

  static var travelModeUnsupported: RouteError {
    RouteError(
      code: .travelModeUnsupported, text: "the travel mode is neither DRIVING nor TWO_WHEELER",
      whatToDo: "send DRIVING or TWO_WHEELER")
  }

  static var noWaypoints: RouteError {
    RouteError(code: .noWaypoints, text: "there is no stop to drive to", whatToDo: "send at least one waypoint")
  }

  static func tooManyWaypoints(_ count: Int, limit: Int) -> RouteError {
    RouteError(
      code: .tooManyWaypoints, text: "\(count) stops are more than the \(limit) that a session can have",
      whatToDo: "split the trip", waypointIndex: Int32(clamping: limit))
  }

  static func duplicateWaypoint(_ index: Int) -> RouteError {
    RouteError(
      code: .duplicateWaypoints, text: "stop \(index) is the same place as the one before it",
      whatToDo: "send each place once", waypointIndex: Int32(clamping: index))
  }

  static func impossibleCoordinate(_ index: Int) -> RouteError {
    RouteError(
      code: .impossibleCoordinate, text: "stop \(index) is no place on Earth",
      whatToDo: "send latitude and longitude in degrees", waypointIndex: Int32(clamping: index))
  }

  static func locationMissing(_ index: Int) -> RouteError {
    RouteError(
      code: .impossibleCoordinate, text: "stop \(index) names a place or a navigation point, and no possible location",
      whatToDo: "send the location too: places and navigation points are not looked up here",
      waypointIndex: Int32(clamping: index))
  }

  static func notSnappable(_ index: Int, within meters: Double) -> RouteError {
    RouteError(
      code: .waypointNotSnappable, text: "stop \(index) has no usable road within \(Int(meters)) m",
      whatToDo: "move the stop to a road of the map", waypointIndex: Int32(clamping: index))
  }

  static var outsideNetwork: RouteError {
    RouteError(
      code: .outsideNetwork, text: "the vehicle is on no road of the map",
      whatToDo: "assign again when it is, or load a map that covers it")
  }

  static func stopOutsideNetwork(_ index: Int) -> RouteError {
    RouteError(
      code: .outsideNetwork, text: "stop \(index) is beyond the map", whatToDo: "load a map that covers it",
      waypointIndex: Int32(clamping: index))
  }

  static var noRouteFound: RouteError {
    RouteError(
      code: .noRouteFound, text: "no legal way leads to the stops now",
      whatToDo: "check the stops, or wait for closures to end")
  }

  static var searchBudgetExceeded: RouteError {
    RouteError(
      code: .searchBudgetExceeded, text: "the search for a route was ended by its budget",
      whatToDo: "split the trip, or raise search.budget")
  }

  static var locationPending: RouteError {
    RouteError(
      code: .locationPending, text: "the vehicle's position is not known yet", whatToDo: "send a location update")
  }

  static var locationTimeout: RouteError {
    RouteError(
      code: .locationTimeout, text: "no position came in time", whatToDo: "send location updates, then assign again")
  }

  static var superseded: RouteError {
    RouteError(
      code: .superseded, text: "a newer assignment took its place", whatToDo: "nothing; follow the newer one")
  }

  static var cleared: RouteError {
    RouteError(
      code: .superseded, text: "the destinations were cleared before it began", whatToDo: "assign again if it is wanted"
    )
  }
}

extension AssignmentFailure {
  /// A router's answer, in the terms of the vehicle. Index 0 is the vehicle; stop `index` of the request is
  /// `firstStopIndex` + `index` − 1.
  init(_ failure: RoutingFailure, firstStopIndex: Int32, snapWithin meters: Double) {
    func stop(_ index: Int) -> Int { Int(firstStopIndex) + index - 1 }
    switch failure {
    case .noRoute: self.init(.noRouteFound, .noRouteFound)
    case .waypointNotSnappable(0), .outsideNetwork(0): self.init(.waypointError, .outsideNetwork)
    case .waypointNotSnappable(let index): self.init(.waypointError, .notSnappable(stop(index), within: meters))
    case .outsideNetwork(let index): self.init(.waypointError, .stopOutsideNetwork(stop(index)))
    case .badRequest: self.init(.internalError, .noRouteFound)
    case .budgetExceeded: self.init(.noRouteFound, .searchBudgetExceeded)
    }
  }
}
