public import MapMatching
public import RoadNetwork
import RoutePlan
public import Routing

/// The navigator core: a pure machine over one session a vehicle.
///
/// Same session, input, network and conditions give the same outputs, byte for byte. It reads no clock; time comes with the
/// inputs. One value a thread, because a router is.
public struct Navigator {
  public let network: RoadNetwork
  public let settings: NavigatorSettings
  let router: any Router
  let matcher: any RouteMatcher
  let rebuilder: PlanRebuilder

  /// - Parameter matcher: finds vehicles on routes and roads; by default `ProjectionMatcher` with these settings.
  public init(
    network: RoadNetwork, router: any Router, settings: NavigatorSettings = NavigatorSettings(),
    matcher: (any RouteMatcher)? = nil
  ) {
    self.network = network
    self.router = router
    self.settings = settings
    self.matcher = matcher ?? ProjectionMatcher(network: network, settings: settings.matcher)
    rebuilder = PlanRebuilder(network: network, settings: settings.rebuild)
  }

  /// Applies one input to a vehicle's session. Timers that are due before it fire first.
  ///
  /// - Parameters:
  ///   - session: nil for a vehicle that is not known; nil afterwards when it is to be forgotten.
  ///   - counters: running totals, added to.
  /// - Returns: the events, in order, and which changelog records have to be written.
  public func apply(
    _ input: NavigatorInput, from origin: InputOrigin, vehicleID: String, to session: inout Session?,
    under conditions: Conditions, counting counters: inout NavigatorCounters
  ) -> NavigatorEffects {
    var effects = NavigatorEffects()
    if case .timer(let name) = input {
      if let due = session?.timers[name] { fire(due, &session, conditions, &effects, &counters) }
      return effects
    }
    switch Admission(of: input, from: origin, session: session, settings: settings, counting: &counters) {
    case .ignored: break
    case .refused(let refusal):
      // It changes nothing: not even a route of another edition of the map.
      run(
        origin, at: Moment(.fix, origin.timestampMillis), adoptsNetwork: false, vehicleID, &session, conditions,
        &effects, &counters
      ) { step in step.refuse(refusal) }
    case .admitted(let moment):
      if moment.source != .conditions { fireTimers(upTo: moment.millis, &session, conditions, &effects, &counters) }
      run(origin, at: moment, vehicleID, &session, conditions, &effects, &counters) { step in step.apply(input) }
    }
    return effects
  }

  /// Each firing removes or moves its timer; a bound all the same, far beyond what can be due at once, so that a fault in
  /// one of them cannot hold the thread.
  private static let firingLimit = 1_024

  private func fireTimers(
    upTo millis: Int64, _ session: inout Session?, _ conditions: Conditions, _ effects: inout NavigatorEffects,
    _ counters: inout NavigatorCounters
  ) {
    for _ in 0..<Self.firingLimit {
      guard let due = session?.timers.armed.first, due.deadlineMillis <= millis else { return }
      fire(due, &session, conditions, &effects, &counters)
    }
  }

  private func fire(
    _ due: ArmedTimer, _ session: inout Session?, _ conditions: Conditions, _ effects: inout NavigatorEffects,
    _ counters: inout NavigatorCounters
  ) {
    guard let vehicleID = session?.vehicleID else { return }
    let cause = OutputCause.timer(due.name, armedBy: due.armedBy, deadlineMillis: due.deadlineMillis)
    run(
      due.armedBy, cause: cause, at: Moment(.timer, due.deadlineMillis), vehicleID, &session, conditions, &effects,
      &counters
    ) { step in
      step.counters.count(.timersFired)
      step.fire(due)
    }
  }

  private func run(
    _ origin: InputOrigin, cause: OutputCause? = nil, at moment: Moment, adoptsNetwork: Bool = true,
    _ vehicleID: String, _ session: inout Session?, _ conditions: Conditions, _ effects: inout NavigatorEffects,
    _ counters: inout NavigatorCounters, _ body: (inout SessionStep) -> Void
  ) {
    let hadSession = session != nil
    var step = SessionStep(
      navigator: self, conditions: conditions, vehicleID: vehicleID, origin: origin, cause: cause ?? .record(origin),
      moment: moment)
    swap(&step.session, &session)
    swap(&step.counters, &counters)
    swap(&step.effects, &effects)
    if adoptsNetwork { step.adoptNetwork() }
    body(&step)
    step.close()
    // A session that ended leaves tombstones of both kinds, also when the same input makes a new one after it.
    if hadSession, step.session == nil { step.effects.changes = .all }
    swap(&step.session, &session)
    swap(&step.counters, &counters)
    swap(&step.effects, &effects)
  }
}

/// What an input came to.
public struct NavigatorEffects: Sendable {
  /// In the order in which they are to be published.
  public var outputs: [NavigatorOutput] = []
  /// The changelog records to write: the session's bytes of that kind, or a tombstone where it has none.
  public var changes: ChangelogKinds = []

  public init() {}
}

/// The two records in which a session is kept.
public struct ChangelogKinds: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Assignment and route: large and rarely changed.
  public static let route = ChangelogKinds(rawValue: 1)
  /// Where the vehicle is: small, changed by nearly every input.
  public static let progress = ChangelogKinds(rawValue: 2)
  public static let all: ChangelogKinds = [.route, .progress]
}
