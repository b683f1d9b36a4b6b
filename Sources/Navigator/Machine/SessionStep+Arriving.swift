import Geometry
import MapMatching
import RoadNetwork
import Routing

// Arriving: once for each stop, by route distance or by standing near it.
extension SessionStep {
  /// Tells the arrival if the vehicle is at its stop; arms or disarms the dwell.
  mutating func arriveIfThere(_ fix: MatcherFix, after former: MatcherFix?, evidence: RouteEvidence?) -> Bool {
    guard let (followed, following) = session?.active, let stop = session?.trip?.assignment.stop(following.stopIndex)
    else { return false }
    let verdict = evidence?.verdict ?? .onRoute
    let remaining = following.matcher.position.remainingMeters
    let isOnRoute = verdict == .onRoute || verdict == .acrossDirection
    if isOnRoute, !following.isOffRoute, remaining <= settings.arrivalDistanceMeters {
      arrive(at: fix)
      return true
    }
    if !isOnRoute, hasPassedStop(fix, after: former, followed, following) {
      session?.updateFollowing { $0.hasPassedStop = true }
      arrive(at: fix)
      return true
    }
    // Standing counts when the last part of the leg was driven, be it in the yard beside the road. Where the route was left
    // and no other one found, what remains of it says nothing, and the vehicle may have come by a way of its own
    // (osiris#350, OsmAnd#16594).
    let isLost = following.isOffRoute && following.isFailureTold
    if let place = stop.coordinate, isLost || remaining <= 3 * settings.arrivalRadiusMeters,
      isStanding(fix, after: former), distanceMeters(fix.coordinate, place) <= settings.arrivalRadiusMeters
    {
      if session?.timers[.dwell] == nil { arm(.dwell, after: settings.arrivalDwellMillis) }
    } else {
      disarm(.dwell)
    }
    return false
  }

  mutating func arrive(at fix: MatcherFix) {
    guard let trip = session?.trip, let (_, following) = session?.active, !following.hasArrived,
      let stop = trip.assignment.stop(following.stopIndex)
    else { return }
    // The stop before is left for good, however near it is.
    leaveStop(at: fix.coordinate)
    counters.count(.arrivals)
    let isGuidanceOff = trip.assignment.stopGuidanceAtArrival
    let now = now
    session?.updateFollowing { following in
      following.hasArrived = true
      following.isOffRoute = false
      following.isOffRouteTold = false
      following.evidence = 0
      following.departing = Following.Departing(stopIndex: following.stopIndex, arrivedAtMillis: now)
      following.totals.stopsReached &+= 1
    }
    disarm(.dwell)
    disarm(.rerouteRetry)
    touch(.progress)
    publish(
      .arrival(
        ArrivalEvent(
          header: header(), waypoint: stop,
          isFinalDestination: Int(following.stopIndex) == trip.assignment.stops.count - 1, arrivedAtMillis: now,
          location: fix.coordinate,
          distanceToWaypointMeters: stop.coordinate.map { inCentimeters(distanceMeters($0, fix.coordinate)) } ?? 0)))
    publishProgress(.forced)
    session?.updateFollowing { $0.isGuidanceOff = isGuidanceOff }
  }

  /// Between two fixes the vehicle drove over the stop and on along the next leg.
  ///
  /// Only where the fix before was on this leg, and the time between is enough to drive over the stop: a vehicle that takes a
  /// short cut to the next leg has not been there.
  private func hasPassedStop(
    _ fix: MatcherFix, after former: MatcherFix?, _ followed: FollowedRoute, _ following: Following
  ) -> Bool {
    guard let former, following.matcher.onRouteMillis == former.timeMillis,
      let next = followed.legIndex(ofStop: following.stopIndex + 1)
    else { return false }
    var probe = matcher.start(legIndex: next, of: followed.route)
    let whole = probe.position.remainingMeters
    guard matcher.match(fix, on: followed.route, state: &probe).verdict == .onRoute else { return false }
    let driven = following.matcher.position.remainingMeters + whole - probe.position.remainingMeters
    let elapsed = Double(max(0, fix.timeMillis.saturatingSubtract(former.timeMillis))) / 1_000
    return driven <= settings.matcher.maximumSpeedMetersPerSecond * elapsed
  }

  /// Below the dwell speed, as reported or as it moved.
  private func isStanding(_ fix: MatcherFix, after former: MatcherFix?) -> Bool {
    if let speed = fix.speedMetersPerSecond, speed.isFinite { return speed < settings.arrivalDwellSpeedMetersPerSecond }
    guard let former, fix.timeMillis > former.timeMillis else { return false }
    let elapsed = Double(fix.timeMillis.saturatingSubtract(former.timeMillis)) / 1_000
    return distanceMeters(former.coordinate, fix.coordinate) < settings.arrivalDwellSpeedMetersPerSecond * elapsed
  }

  // MARK: Stop events

  /// APPROACHING, once for each stop.
  mutating func approach(_ fix: MatcherFix) {
    guard let (_, following) = session?.active, !following.hasToldApproach,
      following.matcher.position.remainingMeters <= settings.approachDistanceMeters,
      let stop = session?.trip?.assignment.stop(following.stopIndex)
    else { return }
    session?.updateFollowing { $0.hasToldApproach = true }
    publish(
      .stop(
        StopEvent(
          header: header(), kind: .approaching, waypoint: stop, location: fix.coordinate,
          distanceMeters: meters(following.matcher.position.remainingMeters),
          remainingDurationSeconds: remaining().map { seconds($0.toStop.seconds) })))
  }

  /// DEPARTED, once the vehicle is clear of the stop it reached.
  mutating func depart(_ fix: MatcherFix) {
    guard let (_, following) = session?.active, let departing = following.departing,
      let place = session?.trip?.assignment.stop(departing.stopIndex)?.coordinate
    else { return }
    let accuracy = fix.accuracyMeters ?? settings.defaultAccuracyMeters
    guard distanceMeters(place, fix.coordinate) > max(settings.departDistanceMeters, accuracy) else { return }
    leaveStop(at: fix.coordinate)
  }

  private mutating func leaveStop(at location: Coordinate) {
    guard let (_, following) = session?.active, let departing = following.departing,
      let stop = session?.trip?.assignment.stop(departing.stopIndex)
    else { return }
    let waited = max(0, now.saturatingSubtract(departing.arrivedAtMillis))
    session?.updateFollowing { following in
      following.departing = nil
      following.totals.waitingMillis = DrivenTotals.sum(following.totals.waitingMillis, waited)
    }
    touch(.progress)
    var header = header()
    header.stopIndex = departing.stopIndex
    header.stop = stop.identity
    publish(
      .stop(
        StopEvent(
          header: header, kind: .departed, waypoint: stop, location: location,
          distanceMeters: meters(stop.coordinate.map { distanceMeters($0, location) } ?? 0))))
  }
}
