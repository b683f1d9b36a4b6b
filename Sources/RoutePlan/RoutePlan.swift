public import RoadNetwork
public import Routing

/// What a route token says: one origin, one ordered list of destinations, one time.
public struct RoutePlan: Hashable, Sendable {
  /// Milliseconds since 1970.
  public var issuedAtMillis: Int64
  /// First millisecond at which the plan is expired; nil = never.
  public var expiresAtMillis: Int64?
  /// Of the network file whose edges the paths name.
  public var networkFingerprint: UInt64
  /// `ConditionsVersion.text` in force when the plan was made.
  public var conditionsVersion: String
  public var mode: TravelMode
  public var objective: RouteObjective
  public var avoid: AvoidSet
  public var labels: [RouteLabel]
  public var rerouteStrategy: RerouteStrategy
  /// By how much another route must be faster before it replaces this one; nil = the follower's default.
  public var timeToleranceSeconds: UInt32?
  public var issuer: TokenIssuer
  public var origin: PlannedWaypoint
  public var destinations: [PlannedWaypoint]
  /// One for each destination.
  public var legs: [PlannedLeg]
  /// Fields of newer issuers, in protobuf wire form; kept when the plan is sealed again.
  public var unknownFields: [UInt8]

  public init(
    issuedAtMillis: Int64, expiresAtMillis: Int64? = nil, networkFingerprint: UInt64,
    conditionsVersion: String = "", mode: TravelMode, objective: RouteObjective = .default,
    avoid: AvoidSet = .none, labels: [RouteLabel] = [],
    rerouteStrategy: RerouteStrategy = .bestBasedOnTokenParameters, timeToleranceSeconds: UInt32? = nil,
    issuer: TokenIssuer, origin: PlannedWaypoint, destinations: [PlannedWaypoint], legs: [PlannedLeg],
    unknownFields: [UInt8] = []
  ) {
    self.issuedAtMillis = issuedAtMillis
    self.expiresAtMillis = expiresAtMillis
    self.networkFingerprint = networkFingerprint
    self.conditionsVersion = conditionsVersion
    self.mode = mode
    self.objective = objective
    self.avoid = avoid
    self.labels = labels
    self.rerouteStrategy = rerouteStrategy
    self.timeToleranceSeconds = timeToleranceSeconds
    self.issuer = issuer
    self.origin = origin
    self.destinations = destinations
    self.legs = legs
    self.unknownFields = unknownFields
  }

  public var distanceMeters: Double { legs.reduce(0) { $0 + $1.distanceMeters } }
  public var durationSeconds: Double { legs.reduce(0) { $0 + $1.durationSeconds } }

  public func isExpired(atMillis millis: Int64) -> Bool { expiresAtMillis.map { millis >= $0 } ?? false }
}

/// Why a route was offered. Raw values are those of `RouteLabel` of the Routes API.
public enum RouteLabel: UInt8, Hashable, Sendable, CaseIterable {
  case defaultRoute = 1
  case defaultRouteAlternate = 2
  case fuelEfficient = 3
  case shorterDistance = 4
}

/// What a later computation for the vehicle may do.
public enum RerouteStrategy: UInt8, Hashable, Sendable, CaseIterable {
  case unknown = 0
  /// By the objective and options of the token; a faster route may replace the plan.
  case bestBasedOnTokenParameters = 1
  /// As before, but the plan is never given up for a faster route.
  case keepPlannedRoute = 2
}

/// Which request made the plan.
public enum TokenIssuer: UInt8, Hashable, Sendable, CaseIterable {
  case unknown = 0
  case computeRoutes = 1
  case computeCustomRoutes = 2
  /// One transition of a tour: exactly one destination.
  case optimizeTours = 3
}
