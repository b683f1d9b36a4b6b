import MapMatching

/// Whether an input counts at all, and at which event time: judged before any timer fires, so that a bad clock moves nothing.
enum Admission {
  case admitted(Moment)
  case ignored
  case refused(Refused)

  struct Refused {
    var requestID: String
    var requestType: String
    var reason: RefusalReason
    var text: String
  }

  init(
    of input: NavigatorInput, from origin: InputOrigin, session: Session?, settings: NavigatorSettings,
    counting counters: inout NavigatorCounters
  ) {
    if !origin.hasTimestamp { counters.count(.recordsWithoutTime) }
    let recorded = origin.hasTimestamp ? origin.timestampMillis : nil
    switch input {
    case .locationUpdate(let update):
      guard let taken = update.takenAtMillis ?? recorded else {
        counters.count(.fixesWithoutTime)
        self = .ignored
        return
      }
      if let recorded, taken > recorded.saturatingAdd(settings.skewLimitMillis) {
        counters.count(.fixesFromFuture)
        self = .refused(
          Refused(
            requestID: "", requestType: "LocationUpdate", reason: .fromFuture,
            text: "the fix is dated further ahead of its record than the skew limit allows"))
        return
      }
      if let last = session?.lastFix?.timeMillis, taken <= last {
        counters.count(.fixesStale)
        self = .ignored
        return
      }
      self = .admitted(Moment(.fix, taken))
    case .conditionsChanged:
      // The conditions' clock is not the vehicle's: it neither fires the vehicle's timers nor moves its time.
      self = .admitted(Moment(.conditions, max(session?.clockMillis ?? 0, recorded ?? 0)))
    case .timer:
      self = .ignored
    default:
      var issued = input.issuedAtMillis
      if let said = issued, let recorded, said > recorded.saturatingAdd(settings.skewLimitMillis) {
        counters.count(.assignmentClocksCorrected)
        issued = recorded
      }
      // It counts when its record was written, and not before the last fix: roads and positions are judged at that time.
      let written = recorded ?? issued ?? max(0, session?.clockMillis ?? 0)
      self = .admitted(
        Moment(.command, max(written, session?.lastFix?.timeMillis ?? .min), issuedAtMillis: issued ?? written))
    }
  }
}

extension NavigatorInput {
  /// When the sender issued a command; nil for what is no command, or does not say.
  var issuedAtMillis: Int64? {
    switch self {
    case .assignRouteToken(let assignment): assignment.header.issuedAtMillis
    case .setDestinations(let assignment): assignment.header.issuedAtMillis
    case .continueToNextDestination(let command): command.issuedAtMillis
    case .selectRoute(let command): command.issuedAtMillis
    case .clearDestinations(let command): command.issuedAtMillis
    case .locationUpdate, .timer, .conditionsChanged: nil
    }
  }
}

extension Int64 {
  /// The sum, held at the ends of the range: times come from outside.
  func saturatingAdd(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  /// The difference, held at the ends of the range.
  func saturatingSubtract(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }
}
