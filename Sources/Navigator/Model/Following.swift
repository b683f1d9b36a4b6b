import MapMatching
import Routing

/// Where a vehicle is on its trip and what was said about it; changes with every fix.
struct Following: Hashable, Sendable {
  /// The stop under way, from 0.
  var stopIndex: Int32 = 0
  /// At the stop, waiting for continue.
  var hasArrived = false
  var isOffRoute = false
  /// OFF_ROUTE has been told since the route was left.
  var isOffRouteTold = false
  var matcher: MatcherState
  /// How much speaks for having left the route; see `NavigatorSettings.offRouteFixes`.
  var evidence: UInt8 = 0

  /// No new route is looked for before this time; the wait after the next failure.
  var nextRerouteMillis: Int64 = .min
  var rerouteIntervalMillis: Int64
  /// NO_ROUTE_FOUND has been told; it is told once.
  var isFailureTold = false

  var hasToldApproach = false
  /// A stop that was reached and not yet left.
  var departing: Departing?
  /// Guidance has been off since the arrival at the stop.
  var isGuidanceOff = false
  /// The stop was driven past between two fixes: nothing remains to it.
  var hasPassedStop = false

  var totals = DrivenTotals()
  var published: PublishedProgress?
  /// Since when the minor speed threshold has been passed.
  var speedingSinceMillis: Int64?
  /// The road the vehicle is on off its route, where a new route would start.
  var road: EdgePosition?

  struct Departing: Hashable, Sendable {
    var stopIndex: Int32
    var arrivedAtMillis: Int64
  }
}

/// What a trip came to so far.
struct DrivenTotals: Hashable, Sendable {
  var startedAtMillis: Int64 = 0
  var millimeters: Int64 = 0
  /// Of the planned path, each part once; `coverage` knows which.
  var plannedMillimeters: Int64 = 0
  var coverage = PlanCoverage()
  var waitingMillis: Int64 = 0
  var tolls: Int32 = 0
  var isOnToll = false
  var reroutes: Int32 = 0
  var stopsReached: Int32 = 0

  /// More than any trip comes to. Senders may write any time; what is summed up is held here, so that the changelog's bounds
  /// take what a session has.
  static let limit: Int64 = 1_000_000_000_000_000

  /// A total after a step, within the limit and never below nothing.
  static func sum(_ total: Int64, _ step: Int64) -> Int64 { min(max(0, total.saturatingAdd(step)), limit) }
}

/// The progress told last, against which the thresholds are held.
struct PublishedProgress: Hashable, Sendable {
  var remainingMeters: Int32
  var remainingSeconds: Int32
  var category: DelayCategory
  var status: NavigationStatus
  var severity: SpeedAlertSeverity
  /// The edge behind the next maneuver: its place on the leg; −1 for none.
  var maneuverIndex: Int32
}
