import MapMatching
import RoutePlan

/// Everything about the machine that an operator can tune; the defaults are those of the documentation.
///
/// Times are milliseconds of event time, distances metres, speeds metres a second.
public struct NavigatorSettings: Hashable, Sendable {
  // Positions.
  /// `fix.max_age`: an assignment does not start from an older position.
  public var fixMaxAgeMillis: Int64 = 30_000
  /// `fix.timeout`: an assignment waits no longer for a first position.
  public var fixTimeoutMillis: Int64 = 60_000
  /// `skew.limit`: a fix dated further ahead of its record is refused.
  public var skewLimitMillis: Int64 = 300_000
  /// `snap.max_distance`: how far a stop may be from a road.
  public var snapMaxDistanceMeters: Double = 1_000
  /// `idle.keep_interval`, `idle.keep_distance`: a vehicle without a trip keeps a new position when either is passed.
  public var idleKeepIntervalMillis: Int64 = 10_000
  public var idleKeepDistanceMeters: Double = 20
  /// `accuracy.default`: assumed where a fix does not say.
  public var defaultAccuracyMeters: Double = 10

  // Assigning.
  /// `stops.max`.
  public var maximumStops: Int = 25
  /// `token.origin_distance`: beyond it a plan that cannot be rebuilt is a location mismatch.
  public var tokenOriginDistanceMeters: Double = 25
  /// `token.ttl`: tokens older than this are expired; nil means by their own expiry only.
  public var tokenTimeToLiveMillis: Int64?
  /// `rebuild.connector`: longest legal way onto the plan.
  public var rebuildConnectorMeters: Double = 60
  /// `search.budget`: directed edges one route may settle.
  public var searchBudget: Int = 5_000_000

  // Leaving the route.
  /// `offroute.distance`, `offroute.accuracy_factor`, `offroute.fixes`.
  public var offRouteDistanceMeters: Double = 35
  public var offRouteAccuracyFactor: Double = 2
  public var offRouteFixes: Int = 3
  /// `offroute.heading`: a course this far from the road's speaks of another road, or of the other direction.
  public var offRouteHeadingDegrees: Double = 60
  /// `offroute.min_speed`: below it a fix has not moved, and its course means nothing.
  public var movingSpeedMetersPerSecond: Double = 2
  /// `offroute.sparse`: fixes this far apart in time may hide a drive between two stops.
  public var sparseFixMillis: Int64 = 15_000
  /// `reroute.min_interval`, and where its doubling ends; after a search without a route the wait is a second at least.
  public var rerouteMinIntervalMillis: Int64 = 5_000
  public var rerouteMaxIntervalMillis: Int64 = 60_000
  /// `faster.tolerance`, `faster.share`: another route must save both.
  public var fasterRouteToleranceSeconds: Int32 = 120
  public var fasterRouteShare: Double = 0.10

  // Arriving.
  /// `arrival.distance`: remaining route distance.
  public var arrivalDistanceMeters: Double = 30
  /// `arrival.radius`, `arrival.dwell`, `arrival.dwell_speed`: standing near the stop.
  public var arrivalRadiusMeters: Double = 50
  public var arrivalDwellMillis: Int64 = 10_000
  public var arrivalDwellSpeedMetersPerSecond: Double = 2
  /// `stop.approach_distance`: remaining route distance of the APPROACHING event.
  public var approachDistanceMeters: Double = 300
  /// `stop.depart_distance`: straight distance from the stop of the DEPARTED event.
  public var departDistanceMeters: Double = 60

  // Progress.
  /// `progress.time`, `progress.distance`: the defaults of the thresholds.
  public var progressTimeSeconds: Double = 5
  public var progressDistanceMeters: Double = 25
  /// `delay.heavy`, `delay.medium`: ratio of live to free-flow time.
  public var delayHeavyRatio: Double = 1.6
  public var delayMediumRatio: Double = 1.25

  // Keeping.
  /// `session.keep`: an idle session leaves the state after this.
  public var sessionKeepMillis: Int64 = 86_400_000
  /// How many assignment ids and token hashes a session remembers.
  public var rememberedAssignments: Int = 8

  public init() {}

  /// What the matcher takes of them.
  var matcher: MatcherSettings {
    var matcher = MatcherSettings()
    matcher.offRouteDistanceMeters = offRouteDistanceMeters
    matcher.offRouteAccuracyFactor = offRouteAccuracyFactor
    matcher.offRouteHeadingDegrees = offRouteHeadingDegrees
    matcher.movingSpeedMetersPerSecond = movingSpeedMetersPerSecond
    matcher.defaultAccuracyMeters = defaultAccuracyMeters
    return matcher
  }

  /// What the rebuilding of plans takes of them.
  var rebuild: RebuildSettings {
    var rebuild = RebuildSettings()
    rebuild.originDistanceMeters = tokenOriginDistanceMeters
    rebuild.connectorMeters = rebuildConnectorMeters
    rebuild.timeToLiveMillis = tokenTimeToLiveMillis
    return rebuild
  }
}
