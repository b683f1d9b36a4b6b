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
  /// Wanted length in metres of the route to the first stop, for `deltaToTargetDistance`.
  public var targetDistanceMeters: Int32?
  public var alternateRoutes: AlternateRoutesStrategy

  public init(
    avoidTolls: Bool = false, avoidHighways: Bool = false, avoidFerries: Bool = false,
    avoidTunnels: Bool = false, avoidVignettes: [String] = [], strategy: RoutingStrategy = .defaultBest,
    targetDistanceMeters: Int32? = nil, alternateRoutes: AlternateRoutesStrategy = .none
  ) {
    self.avoidTolls = avoidTolls
    self.avoidHighways = avoidHighways
    self.avoidFerries = avoidFerries
    self.avoidTunnels = avoidTunnels
    self.avoidVignettes = avoidVignettes
    self.strategy = strategy
    self.targetDistanceMeters = targetDistanceMeters
    self.alternateRoutes = alternateRoutes
  }
}
