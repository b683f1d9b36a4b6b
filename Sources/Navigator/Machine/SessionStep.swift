import MapMatching
import RoadNetwork
import Routing

/// One input, or one timer, on its way through one session. The rooms of the machine are its extensions:
/// assigning, following, arriving, rerouting, progress, commands, timers.
struct SessionStep {
  let navigator: Navigator
  let conditions: Conditions
  let vehicleID: String
  /// The record that counts: the input's, or the one that armed the timer.
  let origin: InputOrigin
  let cause: OutputCause
  let moment: Moment
  var session: Session?
  var effects = NavigatorEffects()
  var counters = NavigatorCounters()
  /// Where this step's fix is shown, and how its speed compares; nil when no fix came.
  var snap: Snap?
  var speeding: Speeding?
  /// Where to this step's fix drives, reported or seen; nil when it does not move or no fix came.
  var courseDegrees: Double?
  private var touched: ChangelogKinds = []

  init(
    navigator: Navigator, conditions: Conditions, vehicleID: String, origin: InputOrigin, cause: OutputCause,
    moment: Moment
  ) {
    self.navigator = navigator
    self.conditions = conditions
    self.vehicleID = vehicleID
    self.origin = origin
    self.cause = cause
    self.moment = moment
  }

  /// Event time, milliseconds since 1970.
  var now: Int64 { moment.millis }
  /// The vehicle's own event time, which a change on the roads may be far ahead of.
  var vehicleMillis: Int64 { moment.source == .conditions ? min(now, session?.clockMillis ?? now) : now }
  var network: RoadNetwork { navigator.network }
  var settings: NavigatorSettings { navigator.settings }
  var matcher: any RouteMatcher { navigator.matcher }

  mutating func apply(_ input: NavigatorInput) {
    switch input {
    case .assignRouteToken(let assignment): assign(assignment)
    case .setDestinations(let assignment): assign(assignment)
    case .continueToNextDestination(let command): advance(command)
    case .selectRoute(let command): select(command)
    case .clearDestinations(let command): clear(command)
    case .locationUpdate(let update): locate(update)
    case .conditionsChanged(let changed): reconsider(changed)
    case .timer: break
    }
  }

  /// The session, made when there is none.
  mutating func withSession(_ body: (inout Session) -> Void) {
    var known = session ?? Session(vehicleID: vehicleID)
    session = nil
    body(&known)
    session = known
  }

  /// Marks what has to be written to the changelog.
  mutating func touch(_ kinds: ChangelogKinds) { touched.formUnion(kinds) }

  /// Settles what every touched session owes: its time, its idle deadline, its records.
  mutating func close() {
    guard !touched.isEmpty, var known = session else { return }
    session = nil
    // The pair must match: whoever writes the route writes the progress that belongs to it.
    if touched.contains(.route) {
      touched = .all
      known.routeEpoch &+= 1
    }
    // Only what the vehicle or its dispatcher sends moves its time and keeps it: it may be silent on roads that change.
    if moment.source == .fix || moment.source == .command {
      known.clockMillis = max(known.clockMillis, now)
      let deadline = known.clockMillis.saturatingAdd(settings.sessionKeepMillis)
      known.timers.arm(ArmedTimer(name: .idleEviction, deadlineMillis: deadline, armedBy: origin))
    }
    effects.changes.formUnion(touched)
    session = known
  }

  mutating func arm(_ name: TimerName, after millis: Int64) {
    // A command may lie behind in its log: what it waits for is not over because the session has come further.
    let start = moment.source == .command ? max(now, session?.clockMillis ?? now) : now
    let timer = ArmedTimer(name: name, deadlineMillis: start.saturatingAdd(millis), armedBy: origin)
    session?.timers.arm(timer)
  }

  mutating func disarm(_ name: TimerName) { session?.timers.disarm(name) }

  mutating func publish(_ event: NavigatorEvent) {
    effects.outputs.append(NavigatorOutput(cause: cause, eventTimeMillis: now, event: event))
  }

  mutating func refuse(_ refused: Admission.Refused) {
    counters.count(.refusals)
    publish(
      .refusal(
        RefusalEvent(
          header: header(), requestID: refused.requestID, requestType: refused.requestType, reason: refused.reason,
          text: refused.text)))
  }

  /// About the session's trip as it stands.
  func header() -> EventHeader {
    var header = EventHeader(vehicleID: vehicleID, conditionsVersion: conditions.version.text)
    guard let trip = session?.trip else { return header }
    header.assignmentID = trip.assignment.id
    header.tripID = trip.assignment.tripID
    guard case .active(let followed, let following) = trip.stage else { return header }
    header.routeRevision = followed.revision
    header.stopIndex = following.stopIndex
    header.stop = trip.assignment.stop(following.stopIndex)?.identity
    return header
  }

  /// About an assignment that is not, or not yet, the session's trip.
  func header(for assignmentID: String, tripID: String) -> EventHeader {
    EventHeader(
      vehicleID: vehicleID, assignmentID: assignmentID, tripID: tripID, conditionsVersion: conditions.version.text)
  }
}

extension Assignment {
  func stop(_ index: Int32) -> Stop? {
    stops.indices.contains(Int(index)) ? stops[Int(index)] : nil
  }
}
