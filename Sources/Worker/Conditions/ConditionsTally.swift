import Routing

/// How many closures and speeds are reported, by the key of their records.
struct ConditionsTally {
  private struct Report {
    var isClosure: Bool
    var validFrom: Int64
    var validUntil: Int64
  }

  private var reports: [String: Report] = [:]

  /// - Parameter isTaken: whether the change went into the snapshot; else its key says nothing now.
  mutating func note(_ change: RoadConditionChange, isTaken: Bool) {
    guard isTaken, let update = change.update else {
      reports[change.key] = nil
      return
    }
    // As the snapshot has it: standing traffic is a closure.
    let isStanding = update.speedKilometersPerHour.map { $0 < 1 } ?? false
    reports[change.key] = Report(
      isClosure: update.isClosed || isStanding, validFrom: update.validFromMillis ?? .min,
      validUntil: update.validUntilMillis ?? .max)
  }

  /// Those in force at a moment; what is closed counts as a closure alone. Linear in the reports.
  func inForce(atMillis millis: Int64) -> (closures: Int, speeds: Int) {
    var counts = (closures: 0, speeds: 0)
    for report in reports.values where report.validFrom <= millis && millis < report.validUntil {
      if report.isClosure { counts.closures += 1 } else { counts.speeds += 1 }
    }
    return counts
  }
}
