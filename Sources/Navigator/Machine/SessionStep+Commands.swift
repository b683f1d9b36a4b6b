import Geometry
import MapMatching
import RoutePlan
import Routing

// Commands: continue, select, clear.
extension SessionStep {
  /// Leaves the current stop for the next one of the same route; after the last stop the trip is completed.
  mutating func advance(_ command: ContinueToNextDestination) {
    let type = "ContinueToNextDestination"
    guard let known = session else {
      return refuse(command.requestID, type, .unknownVehicle, "the vehicle has no session")
    }
    guard let trip = known.trip else {
      let isRepeated: Bool =
        command.assignmentID.map { known.assignmentIDs.contains($0) }
        ?? command.stopIndex.map { $0 >= 0 && $0 < known.completedStops }
        ?? false
      if isRepeated { return counters.count(.commandsDuplicate) }
      return refuse(command.requestID, type, .noDestinations, "the vehicle has no destinations")
    }
    guard command.assignmentID ?? trip.assignment.id == trip.assignment.id else {
      return refuse(command.requestID, type, .wrongAssignment, "the vehicle has another assignment")
    }
    guard let (followed, following) = known.active else {
      return refuse(command.requestID, type, .noDestinations, "the assignment has no route yet")
    }
    let stopIndex = command.stopIndex ?? following.stopIndex
    if stopIndex >= 0, stopIndex < following.stopIndex { return counters.count(.commandsDuplicate) }
    guard stopIndex == following.stopIndex else {
      return refuse(command.requestID, type, .wrongStop, "the vehicle is not at stop \(stopIndex) yet")
    }
    touch(.progress)
    if Int(stopIndex) == trip.assignment.stops.count - 1 {
      publishStatus(header(), .ok, cause: .completed)
      endTrip(.completed)
      session?.completedStops = Int32(clamping: trip.assignment.stops.count)
      startQueued()
    } else {
      goOn(to: stopIndex + 1, of: followed, from: following)
    }
  }

  private mutating func goOn(to next: Int32, of followed: FollowedRoute, from former: Following) {
    disarm(.dwell)
    disarm(.rerouteRetry)
    let interval = settings.rerouteMinIntervalMillis
    session?.updateFollowing { following in
      following.stopIndex = next
      following.hasArrived = false
      following.isGuidanceOff = false
      following.hasPassedStop = false
      following.hasToldApproach = false
      following.isOffRoute = false
      following.isOffRouteTold = false
      following.isFailureTold = false
      following.evidence = 0
      following.published = nil
      following.nextRerouteMillis = .min
      following.rerouteIntervalMillis = interval
    }
    guard let leg = followed.legIndex(ofStop: next) else { return reroute(.advanced, isUrgent: true) }
    var state = matcher.start(legIndex: leg, of: followed.route)
    if isOnLeg(&state, of: followed, after: former) {
      session?.updateFollowing { following in
        following.matcher = state
        following.road = nil
      }
      publishRoute(.advanced, nextStopIndex: next)
      publishProgress(.forced)
      if let active = session?.active, isClosedAhead(active.followed, active.following) { reroute(.roadClosed) }
      return
    }
    // The vehicle is elsewhere: the stop was skipped, or left by another road.
    let start = matcher.start(legIndex: leg, of: followed.route)
    session?.updateFollowing { following in
      following.matcher = start
      following.isOffRoute = true
      following.isOffRouteTold = true
    }
    reroute(.advanced, isUrgent: true)
  }

  /// Whether the vehicle stands where the next leg begins, or drives it already.
  private func isOnLeg(_ state: inout MatcherState, of followed: FollowedRoute, after former: Following) -> Bool {
    guard let fix = session?.lastFix else { return false }
    let start = state
    if matcher.match(fix, on: followed.route, state: &state).verdict == .onRoute { return true }
    state = start
    guard former.hasArrived, let place = session?.trip?.assignment.stop(former.stopIndex)?.coordinate else {
      return false
    }
    return !former.hasPassedStop && distanceMeters(place, fix.coordinate) <= 2 * settings.arrivalRadiusMeters
  }

  /// Switches to another of the assignment's routes, from where the vehicle is.
  mutating func select(_ command: SelectRoute) {
    let type = "SelectRoute"
    guard let known = session else {
      return refuse(command.requestID, type, .unknownVehicle, "the vehicle has no session")
    }
    guard let trip = known.trip, let (followed, following) = known.active, let fix = known.lastFix else {
      return refuse(command.requestID, type, .noDestinations, "the vehicle has no route")
    }
    guard command.assignmentID ?? trip.assignment.id == trip.assignment.id else {
      return refuse(command.requestID, type, .wrongAssignment, "the vehicle has another assignment")
    }
    let plans = trip.assignment.plans
    let assignment = trip.assignment
    guard let index = plans.indices.first(where: { assignment.routeID(planIndex: $0) == command.routeID }) else {
      if command.routeID == assignment.routeID(planIndex: followed.planIndex) {
        return counters.count(.commandsDuplicate)
      }
      return refuse(command.requestID, type, .unknownRoute, "the assignment has no route of that id")
    }
    if index == followed.planIndex { return counters.count(.commandsDuplicate) }
    // At a stop the legs behind it are chosen.
    let next = Int(following.stopIndex) + (following.hasArrived ? 1 : 0)
    guard let rest = plans[index].remainder(fromStop: next),
      case .rebuilt(let rebuilt) = rebuild(rest, from: fix).result
    else {
      return refuse(command.requestID, type, .unknownRoute, "the route cannot be taken up from where the vehicle is")
    }
    touch(.progress)
    // The chosen token's own options hold from here on.
    session?.trip?.assignment.options.take(plans[index])
    if following.hasArrived {
      replaceRest(rebuilt.route, cause: .selected, planIndex: index, labels: plans[index].labels)
    } else {
      replaceRoute(rebuilt.route, cause: .selected, planIndex: index, labels: plans[index].labels)
    }
  }

  /// Ends the session's trip, then silence. Erasing forgets the vehicle itself.
  mutating func clear(_ command: ClearDestinations) {
    guard let known = session else { return counters.count(.commandsDuplicate) }
    if let trip = known.trip {
      guard command.assignmentID ?? trip.assignment.id == trip.assignment.id else {
        return refuse(command.requestID, "ClearDestinations", .wrongAssignment, "the vehicle has another assignment")
      }
      publishStatus(header(), .ok, cause: .cleared)
      endTrip(.cleared)
    } else {
      counters.count(.commandsDuplicate)
    }
    cancelQueued(cause: .cleared, error: .cleared)
    session?.completedStops = 0
    touch(.route)
    if command.erase { session = nil }
  }

  private mutating func refuse(_ requestID: String, _ type: String, _ reason: RefusalReason, _ text: String) {
    refuse(Admission.Refused(requestID: requestID, requestType: type, reason: reason, text: text))
  }
}

extension RoutePlan {
  /// The plan from a later stop on: the stop before it takes the origin's place. Nil when there is no such stop.
  func remainder(fromStop index: Int) -> RoutePlan? {
    guard index > 0 else { return self }
    guard index < destinations.count, destinations.count == legs.count else { return nil }
    var rest = self
    rest.origin = destinations[index - 1]
    rest.destinations.removeFirst(index)
    rest.legs.removeFirst(index)
    return rest
  }
}
