import RoadNetwork

/// The words of `--utc-offset`, the same for every command that has it.
enum UTCOffset {
  /// `+01:00`, `+01:00/EU`, `-3` (hours, as a sign before one or two digits up to 14 says), or minutes: `60`, `-210`; nil
  /// for anything else.
  static func clock(_ text: String) -> LocalClock? {
    if let clock = LocalClock(text) { return clock }
    guard let minutes = Int(text), (-14 * 60...14 * 60).contains(minutes) else { return nil }
    // No zone is a few minutes off: hours were meant, without their sign.
    guard minutes == 0 || !(-14...14).contains(minutes) else { return nil }
    return LocalClock(offsetMinutes: minutes)
  }
}
