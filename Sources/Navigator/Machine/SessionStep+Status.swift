import Geometry
import MapMatching
import RoadNetwork
import RoutePlan
import Routing

// Route status and trip summary: what is told of a route, and of a trip at its end.
extension SessionStep {
  mutating func publishStatus(
    _ header: EventHeader, _ status: RouteStatus, cause: RouteStatusCause, error: RouteError? = nil,
    route: RouteDescription? = nil, isPending: Bool = false, nextStopIndex: Int32? = nil, closure: RoadClosure? = nil
  ) {
    publish(
      .routeStatus(
        RouteStatusEvent(
          header: header, status: status, cause: cause, error: error, route: route, isPending: isPending,
          nextStopIndex: nextStopIndex, closedRoad: closure.map { ClosedRoad($0, on: network) })))
  }

  /// OK, with the route in force.
  mutating func publishRoute(_ cause: RouteStatusCause, nextStopIndex: Int32? = nil, closure: RoadClosure? = nil) {
    publishStatus(header(), .ok, cause: cause, route: describeRoute(), nextStopIndex: nextStopIndex, closure: closure)
  }

  /// The legs that remain, each with when it will be over.
  func describeRoute() -> RouteDescription? {
    guard let trip = session?.trip, case .active(let followed, let following) = trip.stage else { return nil }
    let first = followed.firstLegAhead(following)
    var legs: [RouteLegDescription] = []
    var arrival = Double(now)
    for (index, leg) in followed.route.legs.enumerated() where index >= first {
      let stopIndex = followed.firstStopIndex + Int32(clamping: index)
      guard let stop = trip.assignment.stop(stopIndex) else { continue }
      arrival += leg.durationSeconds * 1_000
      legs.append(describe(leg, to: stop, stopIndex, arrivalMillis: Int64(exactly: arrival.rounded()) ?? now, trip))
    }
    let remaining = followed.route.legs.dropFirst(first)
    return RouteDescription(
      routeID: trip.assignment.routeID(planIndex: followed.planIndex), labels: followed.labels.map(\.name), legs: legs,
      distanceMeters: meters(remaining.reduce(0) { $0 + $1.distanceMeters }),
      durationSeconds: seconds(remaining.reduce(0) { $0 + $1.durationSeconds }),
      staticDurationSeconds: seconds(remaining.reduce(0) { $0 + $1.staticDurationSeconds }),
      travelMode: followed.route.mode.appMode, alternatives: describeAlternatives(trip.assignment, followed))
  }

  private func describe(
    _ leg: RouteLeg, to stop: Stop, _ stopIndex: Int32, arrivalMillis: Int64, _ trip: Trip
  ) -> RouteLegDescription {
    let options = trip.assignment.options
    let end = stop.coordinate.map {
      leg.end(at: $0, mode: options.mode, on: network, under: conditions, atMillis: now)
    }
    return RouteLegDescription(
      stopIndex: stopIndex, stop: stop, distanceMeters: meters(leg.distanceMeters),
      durationSeconds: seconds(leg.durationSeconds), staticDurationSeconds: seconds(leg.staticDurationSeconds),
      geometry: leg.path.geometry(on: network), arrivalMillis: arrivalMillis,
      distanceToWaypointMeters: end.map { inCentimeters($0.distanceMeters) } ?? 0,
      closedRoadAtStop: end?.closure.map { ClosedRoad($0, on: network) },
      unavoidedRoads: leg.unavoidedRoads(options.avoid, mode: options.mode, on: network))
  }

  private func describeAlternatives(_ assignment: Assignment, _ followed: FollowedRoute)
    -> [RouteAlternativeDescription]
  {
    assignment.plans.indices.filter { $0 != followed.planIndex }.map { index in
      let plan = assignment.plans[index]
      return RouteAlternativeDescription(
        routeID: assignment.routeID(planIndex: index), labels: plan.labels.map(\.name),
        distanceMeters: meters(plan.distanceMeters), durationSeconds: seconds(plan.durationSeconds),
        staticDurationSeconds: seconds(plan.legs.reduce(0) { $0 + $1.staticDurationSeconds }),
        geometry: plan.legs.flatMap(\.path.polyline))
    }
  }

  /// Sums the trip up and forgets it. A trip that never had a route leaves no summary.
  mutating func endTrip(_ end: TripEnd) {
    guard let trip = session?.trip else { return }
    if case .active(let followed, let following) = trip.stage {
      var totals = following.totals
      if let departing = following.departing {
        totals.waitingMillis = DrivenTotals.sum(
          totals.waitingMillis, max(0, now.saturatingSubtract(departing.arrivedAtMillis)))
      }
      let planned = max(1, Int64(followed.plannedDistanceMeters) * 1_000)
      publish(
        .tripSummary(
          TripSummaryEvent(
            header: header(), end: end, plannedDistanceMeters: followed.plannedDistanceMeters,
            plannedDurationSeconds: followed.plannedDurationSeconds,
            drivenDistanceMeters: Int32(clamping: (totals.millimeters + 500) / 1_000),
            drivenDurationSeconds: Int32(clamping: max(0, now.saturatingSubtract(totals.startedAtMillis)) / 1_000),
            tollsPassed: totals.tolls, waitingSeconds: Int32(clamping: totals.waitingMillis / 1_000),
            followedShareThousandths: Int32(clamping: min(1_000, totals.plannedMillimeters * 1_000 / planned)),
            rerouteCount: totals.reroutes, stopsReached: totals.stopsReached,
            stopsPlanned: Int32(clamping: trip.assignment.stops.count), startedAtMillis: totals.startedAtMillis,
            endedAtMillis: max(now, totals.startedAtMillis))))
    }
    dropTrip()
  }

  /// The session is idle again.
  mutating func dropTrip() {
    session?.trip = nil
    disarm(.fixTimeout)
    disarm(.rerouteRetry)
    disarm(.dwell)
    touch(.route)
  }
}

extension RouteLabel {
  /// The Routes API's name.
  var name: String {
    switch self {
    case .defaultRoute: "DEFAULT_ROUTE"
    case .defaultRouteAlternate: "DEFAULT_ROUTE_ALTERNATE"
    case .fuelEfficient: "FUEL_EFFICIENT"
    case .shorterDistance: "SHORTER_DISTANCE"
    }
  }
}
