public import Geometry
public import RoutePlan
public import Routing

/// The answer of computeRoutes. No route found is an empty list, not an error.
public struct ComputeRoutesResponse: Hashable, Sendable {
  public var routes: [ComputedRoute]
  /// Why `routes` is empty; said to people, no part of the API's answer.
  public var emptiness: RoutingFailure?

  public init(routes: [ComputedRoute] = [], emptiness: RoutingFailure? = nil) {
    self.routes = routes
    self.emptiness = emptiness
  }
}

/// One route with everything the API says of it.
public struct ComputedRoute: Hashable, Sendable {
  public var labels: [RouteLabel]
  public var legs: [ComputedLeg]
  public var distanceMeters: Int32
  /// With traffic; equal to `staticDurationSeconds` when traffic was not asked for.
  public var durationSeconds: Int64
  public var staticDurationSeconds: Int64
  public var polyline: ResponsePolyline
  /// The roads that carry most of it.
  public var description: String
  public var warnings: [String]
  public var viewport: BoundingBox
  public var travelAdvisory: TravelAdvisory
  public var localizedValues: LocalizedValues
  /// Sealed; absent where no token was asked for.
  public var routeToken: String?
  /// The stretches of road driven; empty unless asked for.
  public var path: [PathStretch]
}

/// The way to one stop.
public struct ComputedLeg: Hashable, Sendable {
  public var distanceMeters: Int32
  public var durationSeconds: Int64
  public var staticDurationSeconds: Int64
  public var polyline: ResponsePolyline
  /// On the road; may differ from the request's place.
  public var startLocation: Coordinate
  public var endLocation: Coordinate
  public var steps: [ComputedStep]
  public var tollInfo: TollInfo?
  public var localizedValues: LocalizedValues
  /// In a straight line from `endLocation` to the waypoint as it was given: what no way leads over.
  public var distanceToWaypointMeters = 0.0
  /// A closed road nearer to the waypoint than `endLocation`: the next open one serves in its place.
  public var closedRoadAtStop: ClosedRoadAtStop?
  /// What was to be avoided and this leg drives nonetheless.
  public var unavoidedRoads: [UnavoidedRoad] = []
}

/// From one maneuver to the next.
public struct ComputedStep: Hashable, Sendable {
  public var distanceMeters: Int32
  public var staticDurationSeconds: Int64
  public var polyline: ResponsePolyline
  public var startLocation: Coordinate
  public var endLocation: Coordinate
  public var maneuver: Maneuver
  public var instructions: String
  public var localizedValues: LocalizedValues
  public var travelMode: RouteTravelMode
}

/// A line in the form the request asked for.
public enum ResponsePolyline: Hashable, Sendable {
  case encoded(String)
  /// RFC 7946: written longitude first.
  case geoJSON([Coordinate])
}

/// Tolls are expected on the way. No price: it is not known.
public struct TollInfo: Hashable, Sendable {
  public init() {}
}

/// What to know beyond time and distance.
public struct TravelAdvisory: Hashable, Sendable {
  public var tollInfo: TollInfo?
  public var fuelConsumptionMicroliters: Int64?

  public init(tollInfo: TollInfo? = nil, fuelConsumptionMicroliters: Int64? = nil) {
    self.tollInfo = tollInfo
    self.fuelConsumptionMicroliters = fuelConsumptionMicroliters
  }
}

/// Texts to show, in the request's units.
public struct LocalizedValues: Hashable, Sendable {
  public var distance: String
  public var duration: String
  public var staticDuration: String
}
