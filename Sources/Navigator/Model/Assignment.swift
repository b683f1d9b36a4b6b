import RoadNetwork
import RoutePlan
import Routing

/// What a dispatcher asked for, checked: the stops, how to get there, and what to publish on the way.
struct Assignment: Hashable, Sendable {
  var id: String
  var tripID: String
  var issuedAtMillis: Int64
  /// The record it came from; timers that it arms carry it in their ids.
  var origin: InputOrigin
  var stops: [Stop]
  var options: TripOptions
  var token: TokenUse
  /// The token's plan and those of the alternative tokens, in that order; dropped when nothing can ask for them any more.
  /// Without a token the first route and its alternates, once they are found and where they were asked for.
  var plans: [RoutePlan]
  /// The same token was assigned to this vehicle before.
  var isTokenReused: Bool
  var stopGuidanceAtArrival: Bool
  var thresholds: ProgressThresholds
  var speedAlerts: SpeedAlertOptions?
  /// Without a token, until the first route is found.
  var wish = FirstRouteWish()

  /// The name by which `SelectRoute` asks for a plan's route.
  func routeID(planIndex: Int) -> String {
    planIndex == 0 ? "primary" : "\(token == .plan ? "token" : "alternate")-\(planIndex)"
  }
}

/// What the sender of destinations wants of the first route beside its options.
struct FirstRouteWish: Hashable, Sendable {
  /// How many other routes to offer.
  var alternates = 0
  /// Of several good routes the one with the nearest length.
  var targetDistanceMeters: Int32?

  var isEmpty: Bool { self == FirstRouteWish() }
}

/// Whether there was a token, and whether it could be read.
enum TokenUse: Hashable, Sendable {
  case none
  case malformed(text: String)
  case plan
}

/// What every computation of a trip goes by, from the token or the caller, unchanged to its end.
struct TripOptions: Hashable, Sendable {
  var mode: TravelMode
  var objective: RouteObjective
  var avoid: AvoidSet
  var rerouteStrategy: RerouteStrategy
  /// By how much another route must be faster; nil means the worker's default.
  var timeToleranceSeconds: UInt32?
  /// Kept for the caller; no road of the map is closed by it.
  var licensePlate: LicensePlateRestriction?

  /// Takes over what a token says.
  mutating func take(_ plan: RoutePlan) {
    (mode, objective, avoid) = (plan.mode, plan.objective, plan.avoid)
    (rerouteStrategy, timeToleranceSeconds) = (plan.rerouteStrategy, plan.timeToleranceSeconds)
  }
}

extension Stop {
  /// What a router takes; nil for a stop without a place.
  var routingWaypoint: Waypoint? {
    guard let coordinate else { return nil }
    return Waypoint(
      coordinate, headingDegrees: preferredHeadingDegrees.map(Double.init), sideOfRoad: preferSameSideOfRoad,
      vehicleStopover: vehicleStopover)
  }
}

extension TravelMode {
  var appMode: AppTravelMode { self == .drive ? .driving : .twoWheeler }
}
