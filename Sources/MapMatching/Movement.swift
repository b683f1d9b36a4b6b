internal import Geometry

/// Whether and where to a vehicle moves, as far as a fix and the ones before it tell.
struct Movement {
  var hasMoved: Bool
  /// Reported, or from the last clear movement of the past ten seconds.
  var courseDegrees: Double?

  /// Judges a fix and moves the anchor when the fix lies clearly apart from it.
  static func update(
    _ state: inout MatcherState, with fix: MatcherFix, accuracy: Double, settings: MatcherSettings
  ) -> Movement {
    guard let anchor = state.anchor else {
      state.anchor = MatcherState.Anchor(coordinate: fix.coordinate, millis: fix.timeMillis)
      let isFast = (fix.speedMetersPerSecond ?? 0) >= settings.movingSpeedMetersPerSecond
      return Movement(
        hasMoved: isFast, courseDegrees: reportedCourse(of: fix, hasMoved: isFast, settings: settings))
    }
    let isApart = distanceMeters(anchor.coordinate, fix.coordinate) > max(15, 2 * accuracy)
    if isApart {
      state.anchor = MatcherState.Anchor(
        coordinate: fix.coordinate, millis: fix.timeMillis,
        courseDegrees: bearingDegrees(from: anchor.coordinate, to: fix.coordinate))
    }
    let isFast = (fix.speedMetersPerSecond ?? 0) >= settings.movingSpeedMetersPerSecond
    let hasMoved = isApart || isFast
    if let course = reportedCourse(of: fix, hasMoved: hasMoved, settings: settings) {
      return Movement(hasMoved: hasMoved, courseDegrees: course)
    }
    let isStanding = fix.speedMetersPerSecond.map { $0 < settings.movingSpeedMetersPerSecond } ?? false
    let isRecent = isApart || (fix.timeMillis &- anchor.millis).magnitude <= 10_000
    return Movement(
      hasMoved: hasMoved, courseDegrees: isRecent && (isApart || !isStanding) ? state.anchor?.courseDegrees : nil)
  }

  /// The course of the fix, unless the vehicle is too slow for it to mean something.
  static func reportedCourse(of fix: MatcherFix, hasMoved: Bool, settings: MatcherSettings) -> Double? {
    guard let bearing = fix.bearingDegrees, bearing.isFinite else { return nil }
    let isMoving = fix.speedMetersPerSecond.map { $0 >= settings.movingSpeedMetersPerSecond } ?? hasMoved
    return isMoving ? normalizedDegrees(bearing) : nil
  }
}
