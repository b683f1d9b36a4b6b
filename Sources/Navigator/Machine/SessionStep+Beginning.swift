import Geometry
import MapMatching
import RoadNetwork
import RoutePlan
import Routing

// Beginning a trip: the plan is rebuilt, or another way to its stops is found, from where the vehicle is.
extension SessionStep {
  /// Checks 7 to 9, for the trip that waits in the session.
  mutating func begin(from fix: MatcherFix) {
    disarm(.fixTimeout)
    guard let assignment = session?.trip?.assignment else { return }
    var details = ExecutionDetailsEvent(header: header(), status: .noTokenProvided)
    if case .malformed(let text) = assignment.token {
      counters.count(.tokensMalformed)
      (details.status, details.reason, details.malformedText) = (.tokenIgnoredMalformed, .tokenMalformed, text)
    }
    let route: Route
    var plannedPaths: [EdgePath]?
    if let plan = assignment.plans.first {
      let outcome = rebuild(plan, from: fix)
      details.describe(plan, outcome, isReused: assignment.isTokenReused, settings: settings, on: network)
      if case .rebuilt(let rebuilt) = outcome.result {
        route = rebuilt.route
        if rebuilt.joining != .origin { plannedPaths = outcome.plannedPaths }
      } else {
        guard let found = firstRoute(assignment, from: fix) else { return }
        route = found
        plannedPaths = outcome.plannedPaths.isEmpty ? plan.knownPaths(on: network) : outcome.plannedPaths
      }
      countToken(details.status)
    } else {
      guard let found = firstRoute(assignment, from: fix) else { return }
      route = choose(from: found, of: assignment, at: fix)
    }
    let plan = assignment.plans.first
    let followed = FollowedRoute(
      networkFingerprint: network.fingerprint, revision: 1, planIndex: 0, route: route, firstStopIndex: 0,
      labels: session?.trip?.assignment.plans.first?.labels ?? [],
      plannedDistanceMeters: meters(plan?.distanceMeters ?? route.distanceMeters),
      plannedDurationSeconds: seconds(plan?.durationSeconds ?? route.durationSeconds),
      plannedPaths: plannedPaths,
      maneuvers: route.maneuvers(on: network), isDetour: details.reason == .roadClosed)
    details.describe(followed, mode: assignment.options, on: network)
    install(followed, stopIndex: 0)
    publishRoute(.assigned)
    details.header = header()
    publish(.executionDetails(details))
    publishProgress(.forced)
  }

  /// A route by the trip's options to all its stops. Without one the trip is over, and its status says why.
  private mutating func firstRoute(_ assignment: Assignment, from fix: MatcherFix) -> Route? {
    let request = request(start(at: fix), toStopsFrom: 0, of: assignment)
    do throws(RoutingFailure) {
      return try search(request)
    } catch {
      let failure = AssignmentFailure(error, firstStopIndex: 0, snapWithin: settings.snapMaxDistanceMeters)
      publishStatus(
        header(), failure.status, cause: .assigned, error: failure.error, closure: closureInTheWay(of: request, error))
      counters.count(.assignmentsFailed)
      dropTrip()
      startQueued()
      return nil
    }
  }

  /// Puts a route in force, the vehicle at its start.
  mutating func install(_ followed: FollowedRoute, stopIndex: Int32) {
    guard var trip = session?.trip else { return }
    let leg = followed.legIndex(ofStop: stopIndex) ?? 0
    let state = matcher.start(legIndex: leg, of: followed.route)
    var following: Following
    if case .active(_, let former) = trip.stage {
      following = former
      following.matcher = state
    } else {
      following = Following(matcher: state, rerouteIntervalMillis: settings.rerouteMinIntervalMillis)
      following.totals.startedAtMillis = now
    }
    following.stopIndex = stopIndex
    following.evidence = 0
    following.isOffRoute = false
    following.isFailureTold = false
    following.rerouteIntervalMillis = settings.rerouteMinIntervalMillis
    following.road = nil
    following.published = nil
    if trip.assignment.plans.count == 1 { trip.assignment.plans = [] }
    trip.stage = .active(followed, following)
    session?.trip = trip
    disarm(.rerouteRetry)
    disarm(.dwell)
    touch(.route)
  }

  /// Where a route from a fix begins: on the roads around it, in the direction the vehicle drives where that is known.
  func start(at fix: MatcherFix) -> RouteRequest.Start {
    .waypoint(Waypoint(fix.coordinate, headingDegrees: heading(of: fix)))
  }

  /// The direction a vehicle drives in, degrees clockwise from north; nil when it may leave in either direction.
  ///
  /// Dropped when the vehicle is slow, when nothing says that it moves, and when the fix is old (Vela#277).
  func heading(of fix: MatcherFix) -> Double? {
    guard isUsable(fix) else { return nil }
    guard let speed = fix.speedMetersPerSecond else { return courseDegrees }
    return speed >= settings.movingSpeedMetersPerSecond ? fix.bearingDegrees ?? courseDegrees : nil
  }

  func rebuild(_ plan: RoutePlan, from fix: MatcherFix) -> RebuildOutcome {
    var vehicle = fix
    vehicle.bearingDegrees = heading(of: fix)
    return navigator.rebuilder.rebuild(plan, vehicle: vehicle, conditions: conditions, atMillis: now)
  }

  /// One search by the trip's options, unchanged.
  mutating func search(_ request: RouteRequest) throws(RoutingFailure) -> Route {
    counters.count(.routeSearches)
    return try navigator.router.route(request)
  }

  /// To the stops that remain, by the trip's options.
  func request(_ start: RouteRequest.Start, toStopsFrom stopIndex: Int32, of assignment: Assignment) -> RouteRequest {
    RouteRequest(
      start: start, stops: assignment.stops.dropFirst(Int(stopIndex)).compactMap(\.routingWaypoint),
      mode: assignment.options.mode, objective: assignment.options.objective, avoid: assignment.options.avoid,
      conditions: conditions, atMillis: now, settledNodeBudget: settings.searchBudget,
      snap: SnapSettings(maximumDistanceMeters: settings.snapMaxDistanceMeters))
  }

  private mutating func countToken(_ status: TokenExecutionStatus) {
    switch status {
    case .tokenSuccessfullyApplied: counters.count(.tokensApplied)
    case .tokenAppliedWithLocationMismatch: counters.count(.tokensMismatched)
    case .tokenIgnoredOther: counters.count(.tokensIgnored)
    case .tokenIgnoredMalformed, .noTokenProvided, .unknown: break
    }
  }
}

/// Whole metres for an event; a router's figures are finite, a token's may be anything.
func meters(_ value: Double) -> Int32 { Int32(exactly: min(max(value.isFinite ? value : 0, 0), 2e9).rounded()) ?? 0 }

/// Whole seconds for an event.
func seconds(_ value: Double) -> Int32 { meters(value) }

/// Metres for an event, rounded to a hundredth: no position is known better.
func inCentimeters(_ meters: Double) -> Double { meters.isFinite ? (meters * 100).rounded() / 100 : 0 }
