import Geometry
import MapMatching
import RoadNetwork
import Routing

// Following: what a fix means for a vehicle that has, or waits for, a route.
extension SessionStep {
  mutating func locate(_ update: LocationUpdate) {
    let fix = update.matcherFix(atMillis: now)
    guard let trip = session?.trip else { return keepIdle(fix) }
    counters.count(.fixesApplied)
    let former = session?.lastFix
    session?.lastFix = fix
    touch(.progress)
    if trip.isActive {
      follow(fix, after: former)
    } else if isUsable(fix, for: trip.assignment) {
      begin(from: fix)
      settle(fix, after: nil)
    }
  }

  /// A vehicle without a trip keeps its position only when it has moved or time has passed. What is kept is also what the
  /// changelog holds: a restart must not change where the next trip begins.
  private mutating func keepIdle(_ fix: MatcherFix) {
    if let last = session?.lastFix,
      fix.timeMillis.saturatingSubtract(last.timeMillis) < settings.idleKeepIntervalMillis,
      distanceMeters(last.coordinate, fix.coordinate) < settings.idleKeepDistanceMeters
    {
      counters.count(.fixesNotKept)
      return
    }
    counters.count(.fixesApplied)
    withSession { $0.lastFix = fix }
    touch(.progress)
  }

  /// A waiting assignment begins from a position no older than the age allowed when it was written.
  private func isUsable(_ fix: MatcherFix, for assignment: Assignment) -> Bool {
    let origin = assignment.origin
    let written = origin.hasTimestamp ? origin.timestampMillis : assignment.issuedAtMillis
    return fix.timeMillis >= written.saturatingSubtract(settings.fixMaxAgeMillis)
  }

  /// A fix of a vehicle that has a route.
  private mutating func follow(_ fix: MatcherFix, after former: MatcherFix?) {
    guard case (let followed, var following)? = session?.active else { return }
    let before = following.matcher.position
    let wasOffRoute = following.isOffRoute
    let evidence = matcher.match(fix, on: followed.route, state: &following.matcher)
    let accuracy = fix.accuracyMeters ?? settings.defaultAccuracyMeters
    let hasMoved = evidence.hasMoved && isDriving(fix, after: former)
    let isNear = evidence.verdict == .onRoute || evidence.verdict == .acrossDirection
    courseDegrees = evidence.courseDegrees
    if !following.hasArrived {
      following.weigh(evidence, accuracyMeters: accuracy, hasMoved: hasMoved, settings: settings)
      // Which of a road's two directions it drives is known of a vehicle that moves.
      if heading(of: fix) == nil { following.road = nil }
    }
    following.totals.add(
      Movement(
        from: before, to: following.matcher.position, isAlongRoute: isNear && !wasOffRoute,
        straightMeters: hasMoved && (following.isOffRoute || following.hasArrived)
          ? straightMeters(
            to: fix, from: wasOffRoute || following.hasArrived ? former?.coordinate : nil, before, followed)
          : 0), on: followed, network: network)
    snap = Snap(evidence, isOffRoute: following.isOffRoute, network: network)
    speeding = following.speeding(
      fix, limit: limit(at: following.matcher.position, of: followed), options: session?.trip?.assignment.speedAlerts)
    session?.updateFollowing { $0 = following }
    depart(fix)
    settle(fix, after: former, evidence: evidence)
  }

  /// Off the route the straight distance counts: from the fix before, or from where the route was left.
  private func straightMeters(
    to fix: MatcherFix, from former: Coordinate?, _ position: RoutePosition, _ followed: FollowedRoute
  ) -> Double {
    let left = followed.edge(at: position).map { network.place(on: $0, fraction: position.fraction).point }
    return (former ?? left).map { distanceMeters($0, fix.coordinate) } ?? 0
  }

  /// What follows from where the vehicle is now: arrival, a stop near, a closure ahead, a route that was left.
  mutating func settle(_ fix: MatcherFix, after former: MatcherFix?, evidence: RouteEvidence? = nil) {
    guard let (followed, following) = session?.active, !following.hasArrived else {
      watchRest()
      publishProgress(.byThresholds)
      return
    }
    if arriveIfThere(fix, after: former, evidence: evidence) { return }
    if following.isOffRoute {
      if !following.isOffRouteTold {
        counters.count(.departuresFromRoute)
        session?.updateFollowing { $0.isOffRouteTold = true }
        publishProgress(.forced)
      }
      reroute(.offRoute)
    } else {
      approach(fix)
      if isClosedAhead(followed, following) {
        reroute(.roadClosed)
      } else if following.isFailureTold {
        // The closure without a way round has ended: the next one is told again.
        session?.updateFollowing { $0.isFailureTold = false }
      }
    }
    publishProgress(.byThresholds)
  }

  /// A fix that reports no speed to speak of has not moved, however far it has jumped; unless so much time has passed that the
  /// vehicle may have driven and stopped again.
  private func isDriving(_ fix: MatcherFix, after former: MatcherFix?) -> Bool {
    guard let speed = fix.speedMetersPerSecond, speed < settings.movingSpeedMetersPerSecond, let former else {
      return true
    }
    let elapsed = fix.timeMillis.saturatingSubtract(former.timeMillis)
    return elapsed >= settings.sparseFixMillis
      && distanceMeters(former.coordinate, fix.coordinate)
        >= settings.movingSpeedMetersPerSecond * Double(elapsed) / 1_000
  }

  private func limit(at position: RoutePosition, of followed: FollowedRoute) -> Int? {
    guard followed.route.legs.indices.contains(position.legIndex) else { return nil }
    let edges = followed.route.legs[position.legIndex].path.edges
    return edges.indices.contains(position.edgeIndex)
      ? network.speedLimitKilometersPerHour(of: edges[position.edgeIndex]) : nil
  }
}

extension Following {
  /// Adds what one fix says to the evidence of having left the route.
  ///
  /// A standing vehicle adds nothing, a fix on the route takes everything back. Being on another road counts twice when the
  /// route is farther than three times the accuracy: two such fixes are enough where three are needed by distance alone.
  mutating func weigh(_ evidence: RouteEvidence, accuracyMeters: Double, hasMoved: Bool, settings: NavigatorSettings) {
    let weight: UInt8
    switch evidence.verdict {
    case .onRoute:
      self.evidence = 0
      road = nil
      if isOffRoute {
        isOffRoute = false
        isOffRouteTold = false
        isFailureTold = false
      }
      return
    case .acrossDirection: return
    case .beyondThreshold, .againstDirection: weight = 1
    case .onOtherRoad: weight = evidence.lateralMeters > 3 * accuracyMeters ? 2 : 1
    }
    road = evidence.road
    guard hasMoved else { return }
    self.evidence = min(UInt8(clamping: settings.offRouteFixes), self.evidence &+ weight)
    if Int(self.evidence) >= settings.offRouteFixes { isOffRoute = true }
  }
}

/// Where a vehicle is shown.
struct Snap {
  var coordinate: Coordinate
  var bearingDegrees: Double

  /// Off the route it is shown on the road it is on, never on the route it has left.
  init?(_ evidence: RouteEvidence, isOffRoute: Bool, network: RoadNetwork) {
    if isOffRoute || evidence.verdict == .beyondThreshold || evidence.verdict == .onOtherRoad {
      guard let road = evidence.road else { return nil }
      let place = network.place(on: road.edge, fraction: road.fraction)
      (coordinate, bearingDegrees) = (place.point, place.bearingDegrees)
    } else {
      (coordinate, bearingDegrees) = (evidence.snapped, evidence.snappedBearingDegrees)
    }
  }

  init(coordinate: Coordinate, bearingDegrees: Double) {
    self.coordinate = coordinate
    self.bearingDegrees = bearingDegrees
  }
}
