internal import Geometry
public import RoadNetwork
public import Routing

/// Follows a vehicle by projecting every fix onto the route ahead; asks the spatial index only when the projection is
/// doubtful.
public struct ProjectionMatcher: RouteMatcher {
  public let network: RoadNetwork
  public let settings: MatcherSettings

  public init(network: RoadNetwork, settings: MatcherSettings = MatcherSettings()) {
    self.network = network
    self.settings = settings
  }

  public func start(legIndex: Int, of route: Route) -> MatcherState {
    let path = route.legs[legIndex].path
    var remaining = 0.0
    for index in path.edges.indices {
      let part = path.fractions(at: index)
      remaining += (part.to - part.from) * network.lengthMeters(of: path.edges[index])
    }
    return MatcherState(
      position: RoutePosition(
        legIndex: legIndex, edgeIndex: 0, fraction: path.startFraction, remainingMeters: max(0, remaining)))
  }

  public func match(_ fix: MatcherFix, on route: Route, state: inout MatcherState) -> RouteEvidence {
    if !route.legs.indices.contains(state.position.legIndex)
      || state.position.edgeIndex >= route.legs[state.position.legIndex].path.edges.count
    {
      state = start(legIndex: min(max(state.position.legIndex, 0), route.legs.count - 1), of: route)
    }
    let accuracy = settings.accuracy(of: fix)
    let movement = Movement.update(&state, with: fix, accuracy: accuracy, settings: settings)
    let scan = PathScan(
      network: network, path: route.legs[state.position.legIndex].path, fix: fix.coordinate,
      courseDegrees: movement.courseDegrees)
    guard let hit = nearestAhead(scan, fix, state, accuracy: accuracy) else {
      return unseen(fix, state, accuracy: accuracy, movement)
    }
    let verdict = judge(fix, scan, hit, route.mode, accuracy: accuracy, movement)
    let before = state.position.remainingMeters
    if verdict.isOnRoute { advance(&state, to: hit, scan, millis: fix.timeMillis) }
    let place =
      verdict.road.map { ($0.snapped, $0.bearingDegrees) }
      ?? (
        scan.plane.coordinate(x: hit.foot.x, y: hit.foot.y),
        bearingDegrees(x: hit.direction.x, y: hit.direction.y)
      )
    return RouteEvidence(
      verdict: verdict.verdict, position: state.position, snapped: place.0, snappedBearingDegrees: place.1,
      lateralMeters: hit.lateralMeters, thresholdMeters: settings.threshold(accuracy: accuracy),
      advancedMeters: before - state.position.remainingMeters, hasMoved: movement.hasMoved,
      courseDegrees: movement.courseDegrees, road: verdict.road?.position)
  }

  public func roads(near fix: MatcherFix, mode: TravelMode) -> [RoadMatch] {
    roads(near: fix, course: Movement.reportedCourse(of: fix, hasMoved: true, settings: settings), mode: mode)
  }

  // MARK: The route ahead

  private func nearestAhead(
    _ scan: PathScan, _ fix: MatcherFix, _ state: MatcherState, accuracy: Double
  ) -> PathScan.Hit? {
    let position = state.position
    let edgeMeters = position.fraction * network.lengthMeters(of: scan.path.edges[position.edgeIndex])
    let noise = max(15, accuracy)
    // The vehicle cannot have come farther than it can drive since it was last seen on the route.
    let seconds = state.onRouteMillis.map { max(0, Double(fix.timeMillis) - Double($0)) / 1_000 } ?? 5
    let ahead = min(50 + 2 * accuracy + settings.maximumSpeedMetersPerSecond * seconds, 10_000)
    return scan.nearest(
      edgeIndex: position.edgeIndex, edgeMeters: edgeMeters, back: max(0, noise - state.retreatMeters), ahead: ahead)
  }

  private func advance(_ state: inout MatcherState, to hit: PathScan.Hit, _ scan: PathScan, millis: Int64) {
    let length = network.lengthMeters(of: scan.path.edges[hit.edgeIndex])
    let part = scan.path.fractions(at: hit.edgeIndex)
    state.retreatMeters = max(0, state.retreatMeters - hit.advanceMeters)
    state.position = RoutePosition(
      legIndex: state.position.legIndex, edgeIndex: hit.edgeIndex,
      fraction: length > 0 ? min(max(hit.edgeMeters / length, part.from), part.to) : part.from,
      remainingMeters: max(0, state.position.remainingMeters - hit.advanceMeters))
    state.onRouteMillis = millis
  }

  // MARK: Verdict

  private struct Judgement {
    var verdict: RouteEvidence.Verdict
    var road: RoadMatch?

    var isOnRoute: Bool { verdict == .onRoute || verdict == .acrossDirection }
  }

  private func judge(
    _ fix: MatcherFix, _ scan: PathScan, _ hit: PathScan.Hit, _ mode: TravelMode, accuracy: Double,
    _ movement: Movement
  ) -> Judgement {
    let angle = settings.offRouteHeadingDegrees * Trigonometry.radiansPerDegree
    let isAcross = movement.hasMoved && hit.courseCosine < Trigonometry.cosine(angle)
    let isAgainst = movement.hasMoved && hit.courseCosine < Trigonometry.cosine(min(2 * angle, .pi))
    guard hit.lateralMeters > max(12, accuracy) || isAcross else { return Judgement(verdict: .onRoute) }

    let roads = roads(near: fix, course: movement.courseDegrees, mode: mode)
    if hit.lateralMeters > settings.threshold(accuracy: accuracy) {
      return Judgement(verdict: .beyondThreshold, road: roads.first)
    }
    if movement.hasMoved, let road = roads.first, isBeyondDoubt(road, hit, accuracy: accuracy, movement),
      !isOfRoute(road.position.edge, scan.path, near: hit.edgeIndex)
    {
      return Judgement(verdict: .onOtherRoad, road: road)
    }
    if isAgainst { return Judgement(verdict: .againstDirection, road: roads.first) }
    return Judgement(verdict: isAcross ? .acrossDirection : .onRoute)
  }

  /// Nearer to this road than to the route by more than the fix could err, and going its way.
  private func isBeyondDoubt(
    _ road: RoadMatch, _ hit: PathScan.Hit, accuracy: Double, _ movement: Movement
  ) -> Bool {
    guard let course = movement.courseDegrees else { return false }
    return hit.lateralMeters - road.distanceMeters > max(15, 1.5 * accuracy)
      && angleDifferenceDegrees(course, road.bearingDegrees) <= 45
  }

  /// Whether the road is a piece of the route around the place, in either direction.
  private func isOfRoute(_ edge: EdgeID, _ path: EdgePath, near index: Int) -> Bool {
    let segment = network.segment(of: edge)
    for other in max(0, index - 10)..<min(path.edges.count, index + 11)
    where network.segment(of: path.edges[other]) == segment { return true }
    return false
  }

  private func unseen(
    _ fix: MatcherFix, _ state: MatcherState, accuracy: Double, _ movement: Movement
  ) -> RouteEvidence {
    RouteEvidence(
      verdict: .beyondThreshold, position: state.position, snapped: fix.coordinate,
      snappedBearingDegrees: movement.courseDegrees ?? 0, lateralMeters: .infinity,
      thresholdMeters: settings.threshold(accuracy: accuracy), advancedMeters: 0, hasMoved: movement.hasMoved,
      courseDegrees: movement.courseDegrees, road: nil)
  }

  // MARK: Roads

  private func roads(near fix: MatcherFix, course: Double?, mode: TravelMode) -> [RoadMatch] {
    let radius = min(max(50, 3 * settings.accuracy(of: fix)), 200)
    let matches = network.nearestEdges(to: fix.coordinate, within: radius, limit: 16, mode: mode)
    let scored = matches.map { match in (match, cost(of: match, course: course, mode: mode)) }
    let sorted = scored.sorted { $0.1 == $1.1 ? $0.0.edge < $1.0.edge : $0.1 < $1.1 }
    return sorted.map { match, _ in
      RoadMatch(
        position: EdgePosition(edge: match.edge, fraction: match.fraction), snapped: match.point,
        bearingDegrees: match.bearingDegrees, distanceMeters: match.distanceMeters)
    }
  }

  /// Distance, with a surcharge in meters for a course that does not fit and for a road that leads nowhere.
  private func cost(of match: EdgeMatch, course: Double?, mode: TravelMode) -> Double {
    var cost = match.distanceMeters
    if let course {
      let difference = angleDifferenceDegrees(course, match.bearingDegrees)
      if difference > 120 { cost += 40 } else if difference > 55 { cost += 15 }
    }
    if network.componentSize(of: match.edge, mode) < 10 { cost += 15 }
    return cost
  }
}

/// The bearing of a vector, degrees clockwise from north.
private func bearingDegrees(x: Double, y: Double) -> Double {
  normalizedDegrees(Trigonometry.arcTangent2(x, y) * Trigonometry.degreesPerRadian)
}
