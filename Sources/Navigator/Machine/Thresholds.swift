/// Progress thresholds with defaults in the places that were left open.
struct Thresholds {
  var seconds: Double
  var meters: Double

  /// Zero, negative and absent mean the default; infinity switches one off.
  init(_ asked: ProgressThresholds, _ settings: NavigatorSettings) {
    seconds = asked.timeSeconds.flatMap { $0 > 0 ? $0 : nil } ?? settings.progressTimeSeconds
    meters = asked.distanceMeters.flatMap { $0 > 0 ? $0 : nil } ?? settings.progressDistanceMeters
  }
}

extension PublishedProgress {
  func isWorthTelling(after told: PublishedProgress, _ thresholds: Thresholds) -> Bool {
    if category != told.category || status != told.status || severity != told.severity { return true }
    if maneuverIndex != told.maneuverIndex { return true }
    return abs(Double(remainingSeconds) - Double(told.remainingSeconds)) >= thresholds.seconds
      || abs(Double(remainingMeters) - Double(told.remainingMeters)) >= thresholds.meters
  }
}
