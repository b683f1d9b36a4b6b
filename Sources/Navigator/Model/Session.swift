public import Geometry
import MapMatching
import RoadNetwork
import RoutePlan
import Routing

/// Everything the navigator knows of one vehicle: a plain value.
///
/// ```
///          assign (fix known)                 at the stop                continue
/// idle ──────────────────────────▶ enroute ───────────────▶ arrived ───────────────▶ enroute (next leg)
///   │ assign (no fix) ┌─────────┐    │  ▲                                │ last stop
///   └────────────────▶│ pending │────┘  └── offRoute                     ▼
///                     └─────────┘ first fix; timeout → idle             idle
/// ```
public struct Session: Hashable, Sendable {
  public let vehicleID: String
  /// The newest position kept.
  var lastFix: MatcherFix?
  /// The newest event time applied; session time never goes back.
  var clockMillis: Int64 = .min
  /// The last assignments, oldest first, so that a repeated one changes nothing.
  var assignmentIDs: [String] = []
  /// Hashes of the last tokens, oldest first.
  var tokenHashes: [TokenHash] = []
  var trip: Trip?
  /// The next job, behind the trip.
  var queued: Assignment?
  /// How many stops the trip had that was completed last: a late continue for one of them is a repetition.
  var completedStops: Int32 = 0
  var timers = TimerSet()
  /// Counts the changes of what the `route` record holds, so that a mismatched pair of records is noticed.
  var routeEpoch: UInt32 = 0

  /// How far the vehicle's event time was behind its task's when its last input was applied: 0 where that is no more than
  /// records of different vehicles always are.
  private(set) var lagMillis: Int64 = 0

  public init(vehicleID: String) { self.vehicleID = vehicleID }

  /// What is true of the vehicle now.
  public enum State: UInt8, Hashable, Sendable, CaseIterable {
    /// No destinations. At most the last position is known.
    case idle
    /// Destinations are set, and no usable position is known.
    case pending
    /// A route is followed.
    case enroute
    /// The vehicle has left the route, and no new one has been found yet.
    case offRoute
    /// At the stop; waits for continue.
    case arrived
  }

  public var state: State {
    guard let trip else { return .idle }
    guard case .active(_, let following) = trip.stage else { return .pending }
    if following.hasArrived { return .arrived }
    return following.isOffRoute ? .offRoute : .enroute
  }

  public var assignmentID: String? { trip?.assignment.id }
  public var tripID: String? { trip?.assignment.tripID }
  public var hasQueuedAssignment: Bool { queued != nil }

  /// The stop under way, from 0; nil without a route.
  public var stopIndex: Int32? {
    guard case .active(_, let following) = trip?.stage else { return nil }
    return following.stopIndex
  }

  /// Rises with every new route of the assignment; 0 without one.
  public var routeRevision: UInt32 {
    guard case .active(let followed, _) = trip?.stage else { return 0 }
    return followed.revision
  }

  public var lastPosition: Coordinate? { lastFix?.coordinate }
  public var lastPositionMillis: Int64? { lastFix?.timeMillis }

  /// Tells the event time that the task has reached by the input applied last.
  ///
  /// A vehicle whose records come late must not lose its time: its deadlines are over when the task's time has come as far
  /// beyond them as it was ahead of the vehicle when they were set. Otherwise an assignment would have timed out before the
  /// fix behind it can be read.
  /// - Parameter toleranceMillis: a lag up to this is none.
  public mutating func note(taskMillis: Int64, toleranceMillis: Int64) {
    let lag = clockMillis == .min ? 0 : taskMillis.saturatingSubtract(clockMillis)
    lagMillis = lag > max(0, toleranceMillis) ? lag : 0
  }

  mutating func restoreLag(_ millis: Int64) { lagMillis = millis }

  /// The task's event time at which the next of the session's timers is due, in milliseconds; nil without one.
  public var nextDeadlineMillis: Int64? { timers.armed.first.map { $0.deadlineMillis.saturatingAdd(lagMillis) } }

  /// The timers due at or before a time of the task, in the order in which they fire.
  public func dueTimers(before millis: Int64) -> [ArmedTimer] {
    timers.armed.filter { $0.deadlineMillis.saturatingAdd(lagMillis) <= millis }
  }
}
