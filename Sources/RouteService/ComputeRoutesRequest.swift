public import Routing

/// A request of the Routes API's computeRoutes, as far as a road network can answer it.
///
/// Field names are the API's; defaults are the API's for an absent field.
public struct ComputeRoutesRequest: Hashable, Sendable {
  public var origin: RequestWaypoint?
  public var destination: RequestWaypoint?
  public var intermediates: [RequestWaypoint] = []
  public var travelMode = RouteTravelMode.unspecified
  public var routingPreference = RoutingPreference.unspecified
  public var polylineQuality = PolylineQuality.unspecified
  public var polylineEncoding = PolylineEncoding.unspecified
  /// Milliseconds since 1970; nil = now.
  public var departureTimeMillis: Int64?
  public var arrivalTimeMillis: Int64?
  public var computeAlternativeRoutes = false
  public var routeModifiers = RouteModifiers()
  public var languageCode = ""
  public var regionCode = ""
  public var units = Units.unspecified
  public var optimizeWaypointOrder = false
  public var requestedReferenceRoutes: [ReferenceRoute] = []
  public var extraComputations: [ExtraComputation] = []
  public var trafficModel = TrafficModel.unspecified

  public init() {}
}

/// A waypoint as the request states it; what it means on the road is `Routing.Waypoint`.
public struct RequestWaypoint: Hashable, Sendable {
  /// How the place is given.
  public enum Place: Hashable, Sendable {
    /// Degrees unchecked: range is the service's to judge. Heading in whole degrees.
    case location(latitude: Double, longitude: Double, heading: Int32?)
    case placeID(String)
    case address(String)
    case navigationPointToken(String)
  }

  /// nil: the request has a waypoint without a place.
  public var place: Place?
  public var via = false
  public var vehicleStopover = false
  public var sideOfRoad = false

  public init(_ place: Place?, via: Bool = false, vehicleStopover: Bool = false, sideOfRoad: Bool = false) {
    self.place = place
    self.via = via
    self.vehicleStopover = vehicleStopover
    self.sideOfRoad = sideOfRoad
  }
}

/// What the route should keep away from, and what is known of the vehicle.
public struct RouteModifiers: Hashable, Sendable {
  public var avoidTolls = false
  public var avoidHighways = false
  public var avoidFerries = false
  public var avoidIndoor = false
  public var avoidTunnels = false
  /// CLDR regions.
  public var avoidVignettes: [String] = []
  /// nil: unspecified, which means gasoline.
  public var emissionType: EmissionType?

  public init() {}
}
