/// What the machine counts beside its events; the raw value is what the metric's name ends in.
public enum NavigatorCounter: String, Sendable, CaseIterable {
  case fixesApplied = "fixes_applied"
  /// Equal to or older than the last.
  case fixesStale = "fixes_stale"
  /// Ahead of their record by more than the skew limit.
  case fixesFromFuture = "fixes_from_future"
  /// Neither the fix nor its record knows its time.
  case fixesWithoutTime = "fixes_without_time"
  /// The record does not know its time, so that the skew was not checked.
  case recordsWithoutTime = "records_without_time"
  /// Of an idle vehicle, too near the kept one to be kept.
  case fixesNotKept = "fixes_not_kept"
  case assignments = "assignments"
  case assignmentsFailed = "assignments_failed"
  case assignmentsDuplicate = "assignments_duplicate"
  case assignmentsSuperseded = "assignments_superseded"
  case assignmentsQueued = "assignments_queued"
  /// An `issued_at` beyond the skew limit, replaced by the record's timestamp.
  case assignmentClocksCorrected = "assignment_clocks_corrected"
  case tokensApplied = "tokens_applied"
  case tokensMismatched = "tokens_mismatched"
  case tokensIgnored = "tokens_ignored"
  case tokensMalformed = "tokens_malformed"
  case tokensReused = "tokens_reused"
  case commandsDuplicate = "commands_duplicate"
  case refusals = "refusals"
  case arrivals = "arrivals"
  case departuresFromRoute = "departures_from_route"
  case reroutesOffRoute = "reroutes_off_route"
  case reroutesRoadClosed = "reroutes_road_closed"
  case reroutesFaster = "reroutes_faster"
  case reroutesWithoutRoute = "reroutes_without_route"
  case routeSearches = "route_searches"
  case timersFired = "timers_fired"
  case sessionsEvicted = "sessions_evicted"
}

/// Running totals, one for each counter. The shell keeps one and hands it in.
public struct NavigatorCounters: Hashable, Sendable {
  private var totals: [UInt64]

  public init() {
    totals = [UInt64](repeating: 0, count: NavigatorCounter.allCases.count)
  }

  public subscript(counter: NavigatorCounter) -> UInt64 {
    totals[Self.index(of: counter)]
  }

  public mutating func count(_ counter: NavigatorCounter, times: UInt64 = 1) {
    totals[Self.index(of: counter)] &+= times
  }

  public static func += (left: inout NavigatorCounters, right: NavigatorCounters) {
    for index in left.totals.indices { left.totals[index] &+= right.totals[index] }
  }

  private static func index(of counter: NavigatorCounter) -> Int {
    NavigatorCounter.allCases.firstIndex(of: counter) ?? 0
  }
}
