/// When the log tells of arriving records: at once after a quiet minute, then once a minute with their number.
struct ArrivalNotice {
  private var waiting = 0
  private var toldAt: Int64?

  static let intervalMillis: Int64 = 60_000

  mutating func note(_ count: Int) { waiting += max(0, count) }

  /// How many records to tell of now; nil: none came, or the last line is too young.
  mutating func due(atMillis millis: Int64) -> Int? {
    guard waiting > 0 else { return nil }
    if let toldAt, millis >= toldAt, millis - toldAt < Self.intervalMillis { return nil }
    defer { (waiting, toldAt) = (0, millis) }
    return waiting
  }
}
