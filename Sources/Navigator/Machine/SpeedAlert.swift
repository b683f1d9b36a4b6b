import MapMatching

extension Following {
  /// Speed against the limit by the Navigation SDK's rules; nil when nobody asked for alerts.
  ///
  /// A missing severity never fires; above the minor threshold for longer than the upgrade time is major.
  mutating func speeding(_ fix: MatcherFix, limit: Int?, options: SpeedAlertOptions?) -> Speeding? {
    guard let options else { return nil }
    guard let limit, limit > 0, let speed = fix.speedMetersPerSecond, speed.isFinite, speed >= 0, speed < 1_000 else {
      speedingSinceMillis = nil
      return Speeding(severity: .unknown, percentage: -1)
    }
    let over = speed * 3.6 / Double(limit) - 1
    let minor = options.minorThreshold.flatMap { $0 >= 0 ? $0 : nil }
    // A major threshold below the minor one is lifted to it.
    let major = options.majorThreshold.flatMap { $0 >= 0 ? max($0, minor ?? $0) : nil }
    let percentage = over > 0 ? Int32(over * 100) : 0
    let isMinor = minor.map { over > 0 && over >= $0 } ?? false
    if !isMinor {
      speedingSinceMillis = nil
    } else if speedingSinceMillis == nil {
      speedingSinceMillis = fix.timeMillis
    }
    if let major, over > 0, over >= major { return Speeding(severity: .major, percentage: percentage) }
    guard isMinor else { return Speeding(severity: .notSpeeding, percentage: percentage) }
    if let upgrade = options.severityUpgradeSeconds, upgrade >= 0, let since = speedingSinceMillis,
      Double(fix.timeMillis.saturatingSubtract(since)) > upgrade * 1_000
    {
      return Speeding(severity: .major, percentage: percentage)
    }
    return Speeding(severity: .minor, percentage: percentage)
  }
}
