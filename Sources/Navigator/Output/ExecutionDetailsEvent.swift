/// What became of a token. Published only when a route was found.
public struct ExecutionDetailsEvent: Hashable, Sendable {
  public var header: EventHeader
  public var status: TokenExecutionStatus
  public var reason: TokenExecutionReason
  /// The first closure on the plan, when that is the reason.
  public var closedRoad: ClosedRoad?
  /// Why the text could not be opened, when that is the reason; without any part of the token.
  public var malformedText: String?
  /// The same token was assigned to this vehicle before.
  public var isReused: Bool
  public var resolvedParameters: ResolvedParameters?
  public var distanceFromPlannedOriginMeters: Double?
  public var plannedDistanceMeters: Int32?
  public var plannedDurationSeconds: Int32?
  public var actualDistanceMeters: Int32
  public var actualDurationSeconds: Int32
  /// Share of the planned length that the actual route follows, in thousandths.
  public var followedShareThousandths: Int32?

  public init(
    header: EventHeader, status: TokenExecutionStatus, reason: TokenExecutionReason = .unspecified,
    closedRoad: ClosedRoad? = nil, malformedText: String? = nil, isReused: Bool = false,
    resolvedParameters: ResolvedParameters? = nil, distanceFromPlannedOriginMeters: Double? = nil,
    plannedDistanceMeters: Int32? = nil, plannedDurationSeconds: Int32? = nil, actualDistanceMeters: Int32 = 0,
    actualDurationSeconds: Int32 = 0, followedShareThousandths: Int32? = nil
  ) {
    self.header = header
    self.status = status
    self.reason = reason
    self.closedRoad = closedRoad
    self.malformedText = malformedText
    self.isReused = isReused
    self.resolvedParameters = resolvedParameters
    self.distanceFromPlannedOriginMeters = distanceFromPlannedOriginMeters
    self.plannedDistanceMeters = plannedDistanceMeters
    self.plannedDurationSeconds = plannedDurationSeconds
    self.actualDistanceMeters = actualDistanceMeters
    self.actualDurationSeconds = actualDurationSeconds
    self.followedShareThousandths = followedShareThousandths
  }
}

/// The options that the route really uses (`GMSNavigationRouteTokenResolvedParameters`).
public struct ResolvedParameters: Hashable, Sendable {
  public var travelMode: AppTravelMode
  public var avoidTolls: Bool
  public var avoidHighways: Bool
  public var avoidFerries: Bool
  /// This and what follows only with TOKEN_SUCCESSFULLY_APPLIED; else false, empty, unknown and absent.
  public var avoidTunnels: Bool
  /// Unicode CLDR region codes, in the token's order.
  public var avoidVignettes: [String]
  public var rerouteStrategy: TokenRerouteStrategy
  public var rerouteTimeToleranceSeconds: Int32?
  /// The caller's, of a trip without a token; no road of the map is closed by it.
  public var licensePlate: LicensePlateRestriction?
  /// What of the objective could not be honoured, with every status.
  public var objectiveFallback: ObjectiveFallback

  public init(
    travelMode: AppTravelMode, avoidTolls: Bool, avoidHighways: Bool, avoidFerries: Bool, avoidTunnels: Bool = false,
    avoidVignettes: [String] = [], rerouteStrategy: TokenRerouteStrategy = .unknown,
    rerouteTimeToleranceSeconds: Int32? = nil, licensePlate: LicensePlateRestriction? = nil,
    objectiveFallback: ObjectiveFallback = .none
  ) {
    self.travelMode = travelMode
    self.avoidTolls = avoidTolls
    self.avoidHighways = avoidHighways
    self.avoidFerries = avoidFerries
    self.avoidTunnels = avoidTunnels
    self.avoidVignettes = avoidVignettes
    self.rerouteStrategy = rerouteStrategy
    self.rerouteTimeToleranceSeconds = rerouteTimeToleranceSeconds
    self.licensePlate = licensePlate
    self.objectiveFallback = objectiveFallback
  }
}
