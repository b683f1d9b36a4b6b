public import RoadNetwork
public import Routing

extension RoutePlan {
  /// What a request asked for beside the route itself.
  public struct Terms: Hashable, Sendable {
    public var origin: PlannedWaypoint
    /// One for each leg.
    public var destinations: [PlannedWaypoint]
    public var objective: RouteObjective
    public var avoid: AvoidSet
    public var labels: [RouteLabel]
    public var rerouteStrategy: RerouteStrategy
    public var timeToleranceSeconds: UInt32?
    public var issuer: TokenIssuer

    public init(
      origin: PlannedWaypoint, destinations: [PlannedWaypoint], objective: RouteObjective = .default,
      avoid: AvoidSet = .none, labels: [RouteLabel] = [],
      rerouteStrategy: RerouteStrategy = .bestBasedOnTokenParameters, timeToleranceSeconds: UInt32? = nil,
      issuer: TokenIssuer
    ) {
      self.origin = origin
      self.destinations = destinations
      self.objective = objective
      self.avoid = avoid
      self.labels = labels
      self.rerouteStrategy = rerouteStrategy
      self.timeToleranceSeconds = timeToleranceSeconds
      self.issuer = issuer
    }
  }

  /// The plan of a route found on this network; lengths and times are rounded to thousandths.
  public init(
    _ route: Route, on network: RoadNetwork, terms: Terms, conditionsVersion: ConditionsVersion,
    issuedAtMillis: Int64, expiresAtMillis: Int64? = nil
  ) {
    self.init(
      issuedAtMillis: issuedAtMillis, expiresAtMillis: expiresAtMillis, networkFingerprint: network.fingerprint,
      conditionsVersion: conditionsVersion.text, mode: route.mode, objective: terms.objective, avoid: terms.avoid,
      labels: terms.labels, rerouteStrategy: terms.rerouteStrategy,
      timeToleranceSeconds: terms.timeToleranceSeconds, issuer: terms.issuer, origin: terms.origin,
      destinations: terms.destinations,
      legs: route.legs.map { leg in
        PlannedLeg(
          distanceMeters: Self.thousandths(leg.distanceMeters),
          durationSeconds: Self.thousandths(leg.durationSeconds),
          staticDurationSeconds: Self.thousandths(leg.staticDurationSeconds),
          path: PlannedPath(leg.path, on: network))
      })
  }

  private static func thousandths(_ value: Double) -> Double { (value * 1_000).rounded() / 1_000 }
}
