import Geometry
import MapMatching
import RoadNetwork
import Routing

// Progress: what remains, told when it has changed by a threshold, or when something else about it has.
extension SessionStep {
  enum ProgressUrgency {
    /// Something happened that has to be told.
    case forced
    /// Told only if a threshold is passed or a category has changed.
    case byThresholds
  }

  mutating func publishProgress(_ urgency: ProgressUrgency) {
    guard let trip = session?.trip, let (followed, following) = session?.active, let left = remaining() else { return }
    if urgency == .byThresholds, following.isGuidanceOff { return }
    let maneuver = nextManeuver(followed, following)
    let figures = PublishedProgress(
      remainingMeters: meters(left.toStop.meters), remainingSeconds: seconds(left.toStop.seconds),
      category: delayCategory(left.toStop), status: following.navigationStatus,
      severity: speeding?.severity ?? following.published?.severity ?? .unknown,
      maneuverIndex: maneuver.map { Int32(clamping: $0.place) } ?? -1)
    if urgency == .byThresholds, let told = following.published,
      !figures.isWorthTelling(after: told, Thresholds(trip.assignment.thresholds, settings))
    {
      return
    }
    session?.updateFollowing { $0.published = figures }
    touch(.progress)
    let shown = snap ?? snapOnRoute(followed, following)
    publish(
      .tripProgress(
        TripProgressEvent(
          header: header(), tripState: following.hasArrived ? .arrived : .enroute,
          navigationStatus: following.navigationStatus, remainingDistanceToNextStopMeters: figures.remainingMeters,
          remainingDurationToNextStopSeconds: figures.remainingSeconds,
          remainingDistanceMeters: meters(left.toEnd.meters), remainingDurationSeconds: seconds(left.toEnd.seconds),
          delayCategory: figures.category, rawLocation: session?.lastFix?.coordinate,
          snappedLocation: shown?.coordinate,
          snappedHeadingDegrees: shown.flatMap { Int32(exactly: $0.bearingDegrees.rounded()) }, speeding: speeding,
          nextManeuver: maneuver?.event, traveledDistanceMeters: Int32(clamping: following.totals.millimeters / 1_000),
          arrivals: arrivalEstimates(trip.assignment, followed, following))))
  }

  // MARK: What remains

  struct Left {
    var meters: Double
    var seconds: Double
    var staticSeconds: Double
  }

  /// From the vehicle to its stop and to the last one, with live conditions; nil without a route.
  func remaining() -> (toStop: Left, toEnd: Left)? {
    guard let (followed, following) = session?.active else { return nil }
    let times = travelTimes(followed.route.mode)
    let position = following.matcher.position
    guard followed.route.legs.indices.contains(position.legIndex) else { return nil }
    var toStop = Left(meters: 0, seconds: 0, staticSeconds: 0)
    if !following.hasPassedStop {
      toStop = followed.route.legs[position.legIndex].left(from: position, times)
    }
    var toEnd = toStop
    for leg in followed.route.legs.dropFirst(position.legIndex + 1) { toEnd.add(leg.whole(times)) }
    return (toStop, toEnd)
  }

  private func travelTimes(_ mode: TravelMode) -> TravelTimes {
    TravelTimes(network, mode: mode, conditions: conditions, atMillis: now)
  }

  private func delayCategory(_ left: Left) -> DelayCategory {
    if conditions.isEmpty { return .noData }
    guard left.staticSeconds > 0 else { return .light }
    let ratio = left.seconds / left.staticSeconds
    if ratio >= settings.delayHeavyRatio { return .heavy }
    return ratio >= settings.delayMediumRatio ? .medium : .light
  }

  private func arrivalEstimates(
    _ assignment: Assignment, _ followed: FollowedRoute, _ following: Following
  ) -> [StopArrivalEstimate] {
    guard let left = remaining() else { return [] }
    let times = travelTimes(followed.route.mode)
    var sum = left.toStop
    var estimates: [StopArrivalEstimate] = []
    let first = following.matcher.position.legIndex
    for index in first..<max(first, followed.route.legs.count) {
      if index > first { sum.add(followed.route.legs[index].whole(times)) }
      let stopIndex = followed.firstStopIndex + Int32(clamping: index)
      if following.hasArrived, stopIndex == following.stopIndex { continue }
      guard let stop = assignment.stop(stopIndex) else { continue }
      let arrival = (Double(now) + sum.seconds * 1_000).rounded()
      estimates.append(
        StopArrivalEstimate(
          stopIndex: stopIndex, stop: stop.identity, arrivalMillis: Int64(exactly: arrival) ?? now,
          distanceMeters: meters(sum.meters), durationSeconds: seconds(sum.seconds)))
    }
    return estimates
  }

  private func snapOnRoute(_ followed: FollowedRoute, _ following: Following) -> Snap? {
    guard !following.isOffRoute, let edge = followed.edge(at: following.matcher.position) else { return nil }
    let place = network.place(on: edge, fraction: following.matcher.position.fraction)
    return Snap(coordinate: place.point, bearingDegrees: place.bearingDegrees)
  }

  // MARK: The maneuver ahead

  /// The next maneuver, also when it lies behind the stop. `place` tells it apart from others of the route.
  private func nextManeuver(
    _ followed: FollowedRoute, _ following: Following
  ) -> (place: Int, event: NextManeuver)? {
    let position = following.matcher.position
    guard !following.isOffRoute,
      let place = followed.maneuvers.firstIndex(where: { point in
        (Int(point.legIndex), Int(point.edgeIndex)) > (position.legIndex, position.edgeIndex)
      })
    else { return nil }
    let point = followed.maneuvers[place]
    var distance = 0.0
    for index in position.legIndex...Int(point.legIndex) {
      let leg = followed.route.legs[index]
      let isLast = index == Int(point.legIndex)
      let first = index == position.legIndex ? position.edgeIndex : 0
      for edge in first..<(isLast ? min(Int(point.edgeIndex), leg.path.edges.count) : leg.path.edges.count) {
        var (from, to) = leg.path.fractions(at: edge)
        if index == position.legIndex, edge == position.edgeIndex { from = max(from, position.fraction) }
        if to < from { to = from }
        distance += network.lengthMeters(of: leg.path.edges[edge]) * (to - from)
      }
    }
    return (
      place,
      NextManeuver(
        type: Int32(point.maneuver.rawValue), roadName: roadName(after: point, of: followed),
        distanceMeters: meters(distance))
    )
  }

  /// The name a driver follows after the maneuver: behind a roundabout, not on it.
  private func roadName(after point: ManeuverPoint, of followed: FollowedRoute) -> String {
    let edges = followed.route.legs[Int(point.legIndex)].path.edges
    let named = edges[Int(point.edgeIndex)...].first { !network.flags(of: $0).contains(.roundabout) }
    guard let edge = named ?? edges.last else { return "" }
    let name = network.name(of: edge)
    return name.isEmpty ? network.ref(of: edge) : name
  }
}

extension SessionStep.Left {
  mutating func add(_ other: SessionStep.Left) {
    meters += other.meters
    seconds += other.seconds
    staticSeconds += other.staticSeconds
  }
}

extension RouteLeg {
  func whole(_ times: TravelTimes) -> SessionStep.Left {
    if times.areStatic {
      return SessionStep.Left(
        meters: distanceMeters, seconds: staticDurationSeconds, staticSeconds: staticDurationSeconds)
    }
    var whole = left(
      from: RoutePosition(legIndex: 0, edgeIndex: 0, fraction: path.startFraction, remainingMeters: distanceMeters),
      times)
    let start = times.startSeconds(legMeters: distanceMeters)
    whole.seconds += start
    whole.staticSeconds += start
    return whole
  }

  /// What is left of the leg from a place on it.
  func left(from position: RoutePosition, _ times: TravelTimes) -> SessionStep.Left {
    var (live, free) = (0.0, 0.0)
    for index in path.edges.indices.dropFirst(position.edgeIndex) {
      let edge = path.edges[index]
      var (from, to) = path.fractions(at: index)
      if index == position.edgeIndex { from = max(from, position.fraction) }
      to = max(from, to)
      live += Double(times.milliseconds(of: edge)) * (to - from)
      free += Double(times.staticMilliseconds(of: edge)) * (to - from)
      if index > position.edgeIndex, let turn = times.network.turn(from: path.edges[index - 1], to: edge) {
        live += Double(times.milliseconds(of: turn))
        free += Double(times.milliseconds(of: turn))
      }
    }
    return SessionStep.Left(
      meters: max(0, position.remainingMeters), seconds: live / 1_000, staticSeconds: free / 1_000)
  }
}

extension Following {
  var navigationStatus: NavigationStatus {
    if hasArrived { return .arrivedAtDestination }
    return isOffRoute ? .offRoute : .enrouteToDestination
  }
}
