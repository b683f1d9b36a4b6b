/// How far a task's event time has come: which deadlines are over.
///
/// Records carry it; only when none has come for the grace does the clock carry it on from there, as fast as it runs. So a log that is
/// read again years later plays as it did live, a deadline is never over before the records that lie in the log, and which deadlines fire
/// right after the last record is a function of the log alone. No deadline is over before the clock has passed it, though: one vehicle
/// whose clock is fast ends no other one's waiting. Pure.
struct StreamTime: Equatable, Sendable {
  /// The greatest timestamp of the records applied; nil before the first.
  private(set) var recordMillis: Int64?

  init(recordMillis: Int64? = nil) { self.recordMillis = recordMillis }

  /// A record was applied. Its timestamp counts up to `ceilingMillis`, so that one record from next year ends nothing.
  mutating func note(timestampMillis: Int64, ceilingMillis: Int64) {
    recordMillis = max(recordMillis ?? .min, min(timestampMillis, ceilingMillis))
  }

  /// Deadlines up to this time are over; nil: none.
  ///
  /// - Parameters:
  ///   - idleMillis: how long no record has come.
  ///   - clockMillis: the time by the clock; nil where there is none.
  func dueMillis(graceMillis: Int64, idleMillis: Int64, clockMillis: Int64? = nil) -> Int64? {
    guard let recordMillis else { return nil }
    // A sender may have written any timestamp.
    let (begin, isBeforeAll) = recordMillis.subtractingReportingOverflow(graceMillis)
    if isBeforeAll { return .min }
    let (due, overflow) = begin.addingReportingOverflow(max(0, idleMillis - graceMillis))
    guard let clockMillis else { return overflow ? .max : due }
    let (passed, isNothingPassed) = clockMillis.subtractingReportingOverflow(graceMillis)
    return isNothingPassed ? .min : min(overflow ? .max : due, passed)
  }

  /// Its value in the changelog.
  var text: String { recordMillis.map(String.init) ?? "" }
  init(text: String) { recordMillis = Int64(text) }
}
