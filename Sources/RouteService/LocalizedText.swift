/// Distances and durations as a person reads them, English.
struct LocalizedText {
  let units: Units

  /// "850 m", "1.2 km", "14 km"; "0.3 mi", "450 ft" for imperial units.
  func distance(meters: Double) -> String {
    if units == .imperial {
      let miles = meters / 1_609.344
      if miles < 0.1 { return "\(Self.whole(meters / 0.3048)) ft" }
      return "\(Self.oneDecimal(miles)) mi"
    }
    if meters < 995 { return "\(Self.whole(meters < 100 ? meters : (meters / 10).rounded() * 10)) m" }
    return "\(Self.oneDecimal(meters / 1_000)) km"
  }

  /// "1 min", "14 mins", "1 hour 5 mins", "2 days 3 hours".
  func duration(seconds: Double) -> String {
    let minutes = max(1, Self.whole(seconds / 60))
    let (days, hours) = (minutes / 1_440, minutes / 60 % 24)
    if days > 0 { return Self.joined(Self.counted(days, "day"), hours > 0 ? Self.counted(hours, "hour") : nil) }
    let rest = minutes % 60
    if hours > 0 { return Self.joined(Self.counted(hours, "hour"), rest > 0 ? Self.counted(rest, "min") : nil) }
    return Self.counted(rest, "min")
  }

  func values(meters: Double, seconds: Double, staticSeconds: Double) -> LocalizedValues {
    LocalizedValues(
      distance: distance(meters: meters), duration: duration(seconds: seconds),
      staticDuration: duration(seconds: staticSeconds))
  }

  private static func counted(_ count: Int, _ unit: String) -> String {
    "\(count) \(unit)\(count == 1 ? "" : "s")"
  }

  private static func joined(_ first: String, _ second: String?) -> String {
    second.map { "\(first) \($0)" } ?? first
  }

  private static func whole(_ value: Double) -> Int { Int(min(max(value, 0), 1e12).rounded()) }

  /// Below 10 with one decimal, without a trailing zero; whole from there on.
  private static func oneDecimal(_ value: Double) -> String {
    if value >= 9.95 { return "\(whole(value))" }
    let tenths = whole(value * 10)
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
