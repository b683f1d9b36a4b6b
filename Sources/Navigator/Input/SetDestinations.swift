/// Drive to these stops, without a token.
public struct SetDestinations: Sendable {
  public var header: AssignmentHeader
  public var waypoints: [Stop]
  public var travelMode: AppTravelMode
  public var options: RoutingOptions
  public var vehicleLocation: LocationUpdate?

  public init(
    header: AssignmentHeader, waypoints: [Stop], travelMode: AppTravelMode = .driving,
    options: RoutingOptions = RoutingOptions(), vehicleLocation: LocationUpdate? = nil
  ) {
    self.header = header
    self.waypoints = waypoints
    self.travelMode = travelMode
    self.options = options
    self.vehicleLocation = vehicleLocation
  }
}

/// The app's routing options of a `SetDestinations`.
public struct RoutingOptions: Hashable, Sendable {
  public var avoidTolls: Bool
  public var avoidHighways: Bool
  public var avoidFerries: Bool
  public var avoidTunnels: Bool
  /// Unicode CLDR region codes.
  public var avoidVignettes: [String]
  public var strategy: RoutingStrategy
  /// Wanted length in metres, for `deltaToTargetDistance`: of the best route and up to three others that with the nearest
  /// length is driven. For one destination; with more, or without a positive length, the best route is.
  public var targetDistanceMeters: Int32?
  /// Other routes to offer beside the first one, for one destination: none, one, or up to three. `SelectRoute` switches to
  /// them by their ids, `alternate-1`, `alternate-2`, …
  public var alternateRoutes: AlternateRoutesStrategy
  public var licensePlate: LicensePlateRestriction?

  public init(
    avoidTolls: Bool = false, avoidHighways: Bool = false, avoidFerries: Bool = false,
    avoidTunnels: Bool = false, avoidVignettes: [String] = [], strategy: RoutingStrategy = .defaultBest,
    targetDistanceMeters: Int32? = nil, alternateRoutes: AlternateRoutesStrategy = .none,
    licensePlate: LicensePlateRestriction? = nil
  ) {
    self.avoidTolls = avoidTolls
    self.avoidHighways = avoidHighways
    self.avoidFerries = avoidFerries
    self.avoidTunnels = avoidTunnels
    self.avoidVignettes = avoidVignettes
    self.strategy = strategy
    self.targetDistanceMeters = targetDistanceMeters
    self.alternateRoutes = alternateRoutes
    self.licensePlate = licensePlate
  }
}

/// The vehicle's number plate, where roads are closed to plates by their last digit.
///
/// OpenStreetMap does not say which roads those are, so that no route goes by it; it is kept with the trip and echoed.
public struct LicensePlateRestriction: Hashable, Sendable {
  /// 0 to 9.
  public var lastDigit: Int32
  /// Unicode CLDR region code.
  public var countryCode: String

  public init(lastDigit: Int32, countryCode: String) {
    self.lastDigit = lastDigit
    self.countryCode = countryCode
  }
}
