import MapMatching
import RoutePlan
import Routing

// Assigning: the checks in the order of the documentation; the first that fails gives the status and changes nothing else.
extension SessionStep {
  mutating func assign(_ input: AssignRouteToken) {
    guard admit(input.header) else { return }
    let checked: Result<Assignment, AssignmentFailure> = Result { () throws(AssignmentFailure) in
      try input.checked(origin: origin, issuedAtMillis: moment.issuedAtMillis, on: network, settings: settings)
    }
    guard var assignment = take(checked, input.header) else { return }
    if case .success(let opened) = input.token { assignment.isTokenReused = rememberToken(opened.hash) }
    accept(assignment, activation: input.header.activation, vehicleLocation: input.vehicleLocation)
  }

  mutating func assign(_ input: SetDestinations) {
    guard admit(input.header) else { return }
    let checked: Result<Assignment, AssignmentFailure> = Result { () throws(AssignmentFailure) in
      try input.checked(origin: origin, issuedAtMillis: moment.issuedAtMillis, on: network, settings: settings)
    }
    guard let assignment = take(checked, input.header) else { return }
    accept(assignment, activation: input.header.activation, vehicleLocation: input.vehicleLocation)
  }

  /// Check 1: neither a repetition nor late.
  private mutating func admit(_ header: AssignmentHeader) -> Bool {
    if !header.assignmentID.isEmpty, session?.assignmentIDs.contains(header.assignmentID) == true {
      counters.count(.assignmentsDuplicate)
      return false
    }
    let current = [session?.trip?.assignment.issuedAtMillis, session?.queued?.issuedAtMillis].compactMap(\.self).max()
    if let current, moment.issuedAtMillis < current {
      remember(header.assignmentID)
      counters.count(.assignmentsSuperseded)
      publishStatus(
        self.header(for: header.assignmentID, tripID: header.tripID), .canceled, cause: .superseded, error: .superseded)
      return false
    }
    return true
  }

  /// Checks 2 to 4 have spoken.
  private mutating func take(
    _ checked: Result<Assignment, AssignmentFailure>, _ header: AssignmentHeader
  ) -> Assignment? {
    remember(header.assignmentID)
    switch checked {
    case .success(let assignment):
      return assignment
    case .failure(let failure):
      counters.count(.assignmentsFailed)
      publishStatus(
        self.header(for: header.assignmentID, tripID: header.tripID), failure.status, cause: .assigned,
        error: failure.error)
      return nil
    }
  }

  /// Check 5: it takes the place of what is under way, or waits behind it.
  private mutating func accept(_ assignment: Assignment, activation: Activation, vehicleLocation: LocationUpdate?) {
    counters.count(.assignments)
    if let update = vehicleLocation { keepVehicleLocation(update) }
    cancelQueued(cause: .superseded, error: .superseded)
    if activation == .afterCurrent, session?.trip != nil {
      counters.count(.assignmentsQueued)
      withSession { $0.queued = assignment }
      touch(.route)
      return
    }
    if session?.trip != nil {
      publishStatus(header(), .canceled, cause: .superseded, error: .superseded)
      endTrip(.superseded)
    }
    start(assignment)
  }

  /// Check 6: with a usable position it begins, without one it waits.
  mutating func start(_ assignment: Assignment) {
    withSession { session in
      session.trip = Trip(assignment: assignment, stage: .pending)
      session.completedStops = 0
    }
    touch(.route)
    if let fix = session?.lastFix, isUsable(fix) {
      begin(from: fix)
    } else {
      arm(.fixTimeout, after: settings.fixTimeoutMillis)
      publishStatus(header(), .locationUnavailable, cause: .assigned, error: .locationPending, isPending: true)
    }
  }

  /// Young enough to begin a trip from, seen from when it was assigned or activated.
  func isUsable(_ fix: MatcherFix) -> Bool { fix.timeMillis >= now.saturatingSubtract(settings.fixMaxAgeMillis) }

  /// No usable position came in time: unavailable for good.
  mutating func giveUpWaiting() {
    publishStatus(header(), .locationUnavailable, cause: .assigned, error: .locationTimeout)
    counters.count(.assignmentsFailed)
    dropTrip()
    startQueued()
  }

  /// The job behind the trip takes its turn.
  mutating func startQueued() {
    guard let next = session?.queued else { return }
    session?.queued = nil
    touch(.route)
    start(next)
  }

  /// The job behind the trip never takes its turn: told for its own id.
  mutating func cancelQueued(cause: RouteStatusCause, error: RouteError) {
    guard let waiting = session?.queued else { return }
    session?.queued = nil
    touch(.route)
    publishStatus(header(for: waiting.id, tripID: waiting.tripID), .canceled, cause: cause, error: error)
  }

  /// A first position that came with the assignment: the newer fix wins.
  private mutating func keepVehicleLocation(_ update: LocationUpdate) {
    let taken = min(update.takenAtMillis ?? moment.issuedAtMillis, now.saturatingAdd(settings.skewLimitMillis))
    if let last = session?.lastFix?.timeMillis, taken <= last { return }
    withSession { $0.lastFix = update.matcherFix(atMillis: taken) }
    touch(.progress)
  }

  private mutating func remember(_ assignmentID: String) {
    guard !assignmentID.isEmpty else { return }
    let limit = settings.rememberedAssignments
    withSession { session in
      session.assignmentIDs.append(assignmentID)
      session.assignmentIDs.removeFirst(max(0, session.assignmentIDs.count - limit))
    }
    touch(.route)
  }

  /// Notes a token; true if this vehicle had it before.
  private mutating func rememberToken(_ hash: TokenHash) -> Bool {
    let isKnown = session?.tokenHashes.contains(hash) == true
    if isKnown { counters.count(.tokensReused) }
    let limit = settings.rememberedAssignments
    withSession { session in
      session.tokenHashes.removeAll { $0 == hash }
      session.tokenHashes.append(hash)
      session.tokenHashes.removeFirst(max(0, session.tokenHashes.count - limit))
    }
    touch(.route)
    return isKnown
  }
}

extension LocationUpdate {
  /// The fix as the machine keeps it: numbers that are none are absent. So is an accuracy of nothing, which is what senders
  /// write that know none: no receiver is perfect.
  func matcherFix(atMillis millis: Int64) -> MatcherFix {
    func usable(_ value: Double?) -> Double? { value.flatMap { $0.isFinite ? $0 : nil } }
    return MatcherFix(
      coordinate: coordinate, timeMillis: millis,
      accuracyMeters: usable(accuracyMeters).flatMap { $0 > 0 ? $0 : nil },
      bearingDegrees: usable(bearingDegrees), speedMetersPerSecond: usable(speedMetersPerSecond))
  }
}
