public import Geometry
public import Routing

/// What one fix says about a vehicle that follows a route. It judges this fix alone; how many such fixes make a
/// vehicle off route is for the navigator to decide.
public struct RouteEvidence: Hashable, Sendable {
  public enum Verdict: Hashable, Sendable {
    /// Near the route, and nothing speaks against it.
    case onRoute
    /// Near the route, but the course crosses it by more than 60°: a corner, or the start of leaving.
    case acrossDirection
    /// Near the route and clearly driving against it.
    case againstDirection
    /// Farther from the route than the threshold, whatever road it is on.
    case beyondThreshold
    /// Beyond doubt on a road that is not the route's: nearer to it than to the route by more than the fix's
    /// accuracy, with a fitting course.
    case onOtherRoad
  }

  public var verdict: Verdict
  /// The place on the route; unchanged by a fix that is not on it.
  public var position: RoutePosition
  /// Where the vehicle is shown: on the route, or on the other road.
  public var snapped: Coordinate
  /// Direction of the road at `snapped`.
  public var snappedBearingDegrees: Double
  /// From the fix to the nearest place of the route ahead.
  public var lateralMeters: Double
  /// What `lateralMeters` was compared with: the off-route distance or twice the accuracy.
  public var thresholdMeters: Double
  /// Forward along the route since the state before; negative within noise.
  public var advancedMeters: Double
  /// Whether the vehicle moved by more than noise since the last fix that had.
  public var hasMoved: Bool
  /// The course used, reported or from movement; nil for a standing vehicle.
  public var courseDegrees: Double?
  /// Where a new route would start; only with `beyondThreshold`, `againstDirection` and `onOtherRoad`, when a road is
  /// near.
  public var road: EdgePosition?

  public init(
    verdict: Verdict, position: RoutePosition, snapped: Coordinate, snappedBearingDegrees: Double,
    lateralMeters: Double, thresholdMeters: Double, advancedMeters: Double, hasMoved: Bool,
    courseDegrees: Double?, road: EdgePosition?
  ) {
    self.verdict = verdict
    self.position = position
    self.snapped = snapped
    self.snappedBearingDegrees = snappedBearingDegrees
    self.lateralMeters = lateralMeters
    self.thresholdMeters = thresholdMeters
    self.advancedMeters = advancedMeters
    self.hasMoved = hasMoved
    self.courseDegrees = courseDegrees
    self.road = road
  }

  /// Along the route to the end of the leg.
  public var remainingMeters: Double { position.remainingMeters }
}
