public import Navigator
public import Routing

/// What a record says, in the navigator's own terms. Of which vehicle is told by the record's key.
public enum InboundMessage: Sendable {
  case assignRouteToken(RouteTokenAssignment)
  case setDestinations(SetDestinations)
  case continueToNextDestination(ContinueToNextDestination)
  case selectRoute(SelectRoute)
  /// Also a null value on `route-assignments`.
  case clearDestinations(ClearDestinations)
  case locationUpdate(LocationUpdate)
  /// A phone's batch: to be applied one after the other.
  case locationUpdates([LocationUpdate])
  /// Also a null value on `road-conditions`: back to normal.
  case roadCondition(RoadConditionChange)
  /// The record's key is the request id, which the answer is keyed by.
  case serviceRequest(ServiceRequest)
}

/// An `AssignRouteToken` whose tokens are still text: opening them takes the keys, which this module does not have.
public struct RouteTokenAssignment: Hashable, Sendable {
  public var header: AssignmentHeader
  public var routeToken: String
  public var alternativeRouteTokens: [String]
  public var travelMode: AppTravelMode
  public var vehicleLocation: LocationUpdate?
  /// Only in the deprecated form: the stops that the token was made for. Empty otherwise.
  public var waypoints: [Stop]
  /// The caller's identifiers for the token's stops, in their order; may be shorter.
  public var stopIdentities: [StopIdentity]

  public init(
    header: AssignmentHeader, routeToken: String, alternativeRouteTokens: [String] = [],
    travelMode: AppTravelMode = .driving, vehicleLocation: LocationUpdate? = nil, waypoints: [Stop] = [],
    stopIdentities: [StopIdentity] = []
  ) {
    self.header = header
    self.routeToken = routeToken
    self.alternativeRouteTokens = alternativeRouteTokens
    self.travelMode = travelMode
    self.vehicleLocation = vehicleLocation
    self.waypoints = waypoints
    self.stopIdentities = stopIdentities
  }

  /// The navigator's input, once the tokens are opened.
  ///
  /// - Parameters:
  ///   - token: what opening `routeToken` gave.
  ///   - alternatives: the same of `alternativeRouteTokens`, in their order.
  public func opened(token: TokenReading, alternatives: [TokenReading] = []) -> AssignRouteToken {
    AssignRouteToken(
      header: header, token: token, alternativeTokens: alternatives, travelMode: travelMode,
      vehicleLocation: vehicleLocation, waypoints: waypoints, stopIdentities: stopIdentities)
  }
}

/// A record that could be read.
public struct InboundRecord: Sendable {
  public var message: InboundMessage
  /// Goes on to every event that the record causes.
  public var trace: TraceContext?

  public init(message: InboundMessage, trace: TraceContext? = nil) {
    self.message = message
    self.trace = trace
  }
}
