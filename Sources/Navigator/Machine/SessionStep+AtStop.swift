import Geometry
import MapMatching
import RoadNetwork
import RoutePlan
import Routing

// At a stop: what changes on the roads behind it is told and planned at once, while the vehicle waits for continue.
extension SessionStep {
  /// A closure behind the stop that begins while the vehicle stands there, or that had no way round.
  mutating func watchRest() {
    guard let (followed, following) = session?.active, following.hasArrived else { return }
    if isClosedAhead(followed, following) {
      reroute(.roadClosed)
    } else if following.isFailureTold {
      session?.updateFollowing { $0.isFailureTold = false }
    }
  }

  /// Where the vehicle drives on from: the stop's place on its road; if it has left without continue, where it is.
  func startAtStop(_ followed: FollowedRoute, _ following: Following) -> RouteRequest.Start {
    if let fix = session?.lastFix, let place = session?.trip?.assignment.stop(following.stopIndex)?.coordinate,
      distanceMeters(place, fix.coordinate) > 2 * settings.arrivalRadiusMeters
    {
      return start(at: fix)
    }
    let path = followed.route.legs[following.matcher.position.legIndex].path
    return .position(EdgePosition(edge: path.edges[path.edges.count - 1], fraction: path.endFraction))
  }

  /// Other legs behind the stop: revision and 1, and the status says so. The arrival, the stop under way and the vehicle's
  /// place stay as they are, so that nothing is announced twice.
  mutating func replaceRest(
    _ rest: Route, cause: RouteStatusCause, planIndex: Int? = nil, labels: [RouteLabel] = [],
    closure: RoadClosure? = nil
  ) {
    guard let trip = session?.trip, case .active(let former, var following) = trip.stage,
      let leg = former.legIndex(ofStop: following.stopIndex)
    else { return }
    var route = rest
    route.legs = Array(former.route.legs[...leg]) + rest.legs
    following.isFailureTold = false
    following.rerouteIntervalMillis = settings.rerouteMinIntervalMillis
    following.nextRerouteMillis = vehicleMillis.saturatingAdd(settings.rerouteMinIntervalMillis)
    following.totals.reroutes &+= 1
    var followed = former.replaced(by: route, cause: cause, on: network)
    followed.planIndex = planIndex ?? former.planIndex
    followed.labels = labels
    session?.trip?.stage = .active(followed, following)
    disarm(.rerouteRetry)
    touch(.route)
    count(cause)
    publishRoute(cause, closure: closure)
    if !following.isGuidanceOff { publishProgress(.forced) }
  }
}

extension FollowedRoute {
  /// The next route of the same assignment; what was planned stays what it is.
  func replaced(by route: Route, cause: RouteStatusCause, on network: RoadNetwork) -> FollowedRoute {
    var next = self
    next.networkFingerprint = network.fingerprint
    next.revision = revision &+ 1
    next.route = route
    next.labels = []
    next.plannedPaths = networkFingerprint == network.fingerprint ? planned(on: network) : []
    next.maneuvers = route.maneuvers(on: network)
    next.isDetour = isDetour || cause == .roadClosed
    return next
  }

  /// The first leg of which something is still to be driven: at a stop the one behind it.
  func firstLegAhead(_ following: Following) -> Int {
    following.matcher.position.legIndex + (following.hasArrived ? 1 : 0)
  }
}
