import MapMatching
import RoadNetwork
import RoutePlan
import Routing

// Rerouting: another way to the remaining stops, by the trip's own objective and options.
extension SessionStep {
  /// The shortest wait after an attempt without a route.
  private static let leastRetryMillis: Int64 = 1_000

  /// Looks for a new route now, or when the interval since the last attempt has passed.
  ///
  /// Without a route the old one stays, NO_ROUTE_FOUND is told once, and the attempt is repeated at growing intervals.
  /// - Parameter isUrgent: something changed that an earlier attempt did not know.
  mutating func reroute(_ cause: RouteStatusCause, isUrgent: Bool = false) {
    guard let assignment = session?.trip?.assignment, let (followed, following) = session?.active else { return }
    if !isUrgent, now < following.nextRerouteMillis {
      if session?.timers[.rerouteRetry] == nil {
        arm(.rerouteRetry, after: following.nextRerouteMillis.saturatingSubtract(now))
      }
      return
    }
    let closure = cause == .roadClosed ? closureAhead(followed, following) : nil
    let request = requestAhead(followed, following, of: assignment)
    do throws(RoutingFailure) {
      let route = try search(request)
      if following.hasArrived {
        replaceRest(route, cause: cause, closure: closure)
      } else {
        replaceRoute(route, cause: cause, closure: closure)
      }
    } catch {
      counters.count(.reroutesWithoutRoute)
      // Never at once: without a least interval every attempt would be due again at its own time.
      let wait = max(Self.leastRetryMillis, following.rerouteIntervalMillis)
      let next = vehicleMillis.saturatingAdd(wait)
      let doubled = min(wait.saturatingAdd(wait), settings.rerouteMaxIntervalMillis)
      session?.updateFollowing { following in
        following.nextRerouteMillis = next
        following.rerouteIntervalMillis = doubled
        following.isFailureTold = true
      }
      touch(.progress)
      // A vehicle that has gone silent is not searched for again and again.
      if let fix = session?.lastFix, now.saturatingSubtract(fix.timeMillis) <= settings.skewLimitMillis {
        arm(.rerouteRetry, after: wait)
      }
      guard !following.isFailureTold else { return }
      let failure = AssignmentFailure(
        error, firstStopIndex: following.stopIndex + (following.hasArrived ? 1 : 0),
        snapWithin: settings.snapMaxDistanceMeters)
      let blame = closure ?? closureInTheWay(of: request, error)
      publishStatus(
        header(), .noRouteFound, cause: cause, error: failure.error, route: describeRoute(), closure: blame)
    }
  }

  /// The remaining trip by another route: revision and 1, status, and at once the progress on it.
  mutating func replaceRoute(
    _ route: Route, cause: RouteStatusCause, planIndex: Int? = nil, labels: [RouteLabel] = [],
    closure: RoadClosure? = nil
  ) {
    guard let (former, following) = session?.active else { return }
    var followed = former.replaced(by: route, cause: cause, on: network)
    followed.firstStopIndex = following.stopIndex
    followed.planIndex = planIndex ?? former.planIndex
    followed.labels = labels
    install(followed, stopIndex: following.stopIndex)
    count(cause)
    let next = vehicleMillis.saturatingAdd(settings.rerouteMinIntervalMillis)
    session?.updateFollowing { following in
      following.nextRerouteMillis = next
      following.isOffRouteTold = false
      following.totals.reroutes &+= 1
    }
    snap = nil
    publishRoute(cause, nextStopIndex: cause == .advanced ? following.stopIndex : nil, closure: closure)
    publishProgress(.forced)
  }

  mutating func count(_ cause: RouteStatusCause) {
    switch cause {
    case .offRoute: counters.count(.reroutesOffRoute)
    case .roadClosed: counters.count(.reroutesRoadClosed)
    case .fasterRoute: counters.count(.reroutesFaster)
    default: break
    }
  }

  /// From where the vehicle is to the stops that remain; at a stop, to those behind it.
  private func requestAhead(
    _ followed: FollowedRoute, _ following: Following, of assignment: Assignment
  ) -> RouteRequest {
    if following.hasArrived {
      return request(startAtStop(followed, following), toStopsFrom: following.stopIndex + 1, of: assignment)
    }
    return request(rerouteStart(followed, following), toStopsFrom: following.stopIndex, of: assignment)
  }

  /// From the road under the vehicle and in its direction, so that nobody is told to turn round on the spot.
  private func rerouteStart(_ followed: FollowedRoute, _ following: Following) -> RouteRequest.Start {
    let position = following.matcher.position
    let edges = followed.route.legs[position.legIndex].path.edges
    if let fix = session?.lastFix {
      // A road is a direction too: that of an old fix tells nothing of where the vehicle is going now.
      if let road = following.road, isUsable(fix) { return .position(road) }
      if following.isOffRoute || !edges.indices.contains(position.edgeIndex) { return start(at: fix) }
    }
    return .position(EdgePosition(edge: edges[position.edgeIndex], fraction: position.fraction))
  }

  /// A session that was kept on another edition of the map gets a route on this one before anything else happens to it.
  ///
  /// Its edges mean nothing here. Without a way to its stops the trip is over.
  mutating func adoptNetwork() {
    guard let assignment = session?.trip?.assignment, let (followed, following) = session?.active,
      followed.networkFingerprint != network.fingerprint, let fix = session?.lastFix
    else { return }
    session?.updateFollowing { $0.road = nil }
    let request = request(start(at: fix), toStopsFrom: following.stopIndex, of: assignment)
    do throws(RoutingFailure) {
      replaceRoute(try search(request), cause: .assigned, labels: followed.labels)
    } catch {
      let failure = AssignmentFailure(
        error, firstStopIndex: following.stopIndex, snapWithin: settings.snapMaxDistanceMeters)
      publishStatus(
        header(), .noRouteFound, cause: .assigned, error: failure.error, closure: closureInTheWay(of: request, error))
      endTrip(.cleared)
      startQueued()
    }
  }

  // MARK: Conditions

  /// Conditions have changed on roads that concern the session.
  mutating func reconsider(_ changed: ChangedEdges) {
    guard let known = session, known.isConcerned(by: changed), let (followed, following) = known.active,
      followed.route.legs.indices.contains(followed.firstLegAhead(following))
    else { return }
    touch(.progress)
    if following.isOffRoute {
      reroute(.offRoute, isUrgent: following.isFailureTold)
    } else if isClosedAhead(followed, following) {
      reroute(.roadClosed, isUrgent: true)
    } else {
      takeFasterRoute(followed, following)
    }
    publishProgress(.byThresholds)
  }

  /// Another route that saves enough takes the place of this one, unless the token forbids it.
  private mutating func takeFasterRoute(_ followed: FollowedRoute, _ following: Following) {
    guard let assignment = session?.trip?.assignment, assignment.options.rerouteStrategy != .keepPlannedRoute,
      let (toStop, toEnd) = remaining(), let route = try? search(requestAhead(followed, following, of: assignment))
    else { return }
    let left = following.hasArrived ? toEnd.seconds - toStop.seconds : toEnd.seconds
    let saved = left - route.durationSeconds
    if let tolerance = assignment.options.timeToleranceSeconds {
      guard saved >= max(1, Double(tolerance)) else { return }
    } else {
      guard saved >= Double(settings.fasterRouteToleranceSeconds), saved >= left * settings.fasterRouteShare else {
        return
      }
    }
    if following.hasArrived {
      replaceRest(route, cause: .fasterRoute)
    } else {
      replaceRoute(route, cause: .fasterRoute)
    }
  }
}
