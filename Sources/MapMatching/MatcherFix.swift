public import Geometry

/// One reported position of a vehicle, as it came: absent parts are absent, not zero.
public struct MatcherFix: Hashable, Sendable {
  public var coordinate: Coordinate
  /// Event time, milliseconds since 1970.
  public var timeMillis: Int64
  /// Radius of 68 % confidence.
  public var accuracyMeters: Double?
  /// Direction of movement, degrees clockwise from north.
  public var bearingDegrees: Double?
  public var speedMetersPerSecond: Double?

  public init(
    coordinate: Coordinate, timeMillis: Int64, accuracyMeters: Double? = nil, bearingDegrees: Double? = nil,
    speedMetersPerSecond: Double? = nil
  ) {
    self.coordinate = coordinate
    self.timeMillis = timeMillis
    self.accuracyMeters = accuracyMeters
    self.bearingDegrees = bearingDegrees
    self.speedMetersPerSecond = speedMetersPerSecond
  }
}

/// What a matcher takes for granted; the defaults are those of the documentation.
public struct MatcherSettings: Hashable, Sendable {
  /// `offroute.distance`, `offroute.accuracy_factor`: beyond the greater of them a fix is off the route.
  public var offRouteDistanceMeters = 35.0
  public var offRouteAccuracyFactor = 2.0
  /// `offroute.heading`: a course this far from the road's crosses it; twice as far goes against it.
  public var offRouteHeadingDegrees = 60.0
  /// `offroute.min_speed`: below it a reported course means nothing.
  public var movingSpeedMetersPerSecond = 2.0
  /// `accuracy.default`: assumed where a fix does not say.
  public var defaultAccuracyMeters = 10.0
  /// No vehicle drives farther along its route in a second; bounds the stretch that is looked at.
  public var maximumSpeedMetersPerSecond = 45.0

  public init() {}

  /// The accuracy to reckon with: 3 m to 200 m.
  func accuracy(of fix: MatcherFix) -> Double {
    guard let accuracy = fix.accuracyMeters, accuracy.isFinite, accuracy > 0 else { return defaultAccuracyMeters }
    return min(max(accuracy, 3), 200)
  }

  func threshold(accuracy: Double) -> Double {
    max(offRouteDistanceMeters, offRouteAccuracyFactor * accuracy)
  }
}
