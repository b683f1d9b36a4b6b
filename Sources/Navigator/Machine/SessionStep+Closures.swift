import MapMatching
import Routing

// What is closed on the way of a session.
extension SessionStep {
  /// Whether something ahead is closed.
  func isClosedAhead(_ followed: FollowedRoute, _ following: Following) -> Bool {
    closureAhead(followed, following) != nil
  }

  /// The first closure ahead: of what the route drives of its roads, from the vehicle on. A closed stretch that the vehicle
  /// is in is not ahead, it is being driven.
  func closureAhead(_ followed: FollowedRoute, _ following: Following) -> RoadClosure? {
    if conditions.isEmpty { return nil }
    let position = following.matcher.position
    for (index, leg) in followed.route.legs.enumerated() where index >= followed.firstLegAhead(following) {
      let isUnderWay = index == position.legIndex
      let closure = leg.path.firstClosure(
        from: isUnderWay ? position.edgeIndex : 0, fraction: isUnderWay ? position.fraction : nil, under: conditions,
        atMillis: now)
      if let closure { return closure }
    }
    return nil
  }

  /// The first closure on the way that there would be without any, for a request that found none; nil when no closure is
  /// to blame.
  mutating func closureInTheWay(of request: RouteRequest, _ failure: RoutingFailure) -> RoadClosure? {
    switch failure {
    case .noRoute, .waypointNotSnappable: break
    default: return nil
    }
    guard !conditions.isEmpty else { return nil }
    var open = request
    // By the speeds of the request, so that no other metric has to be made.
    open.conditions = conditions.withoutClosures
    guard let route = try? search(open) else { return nil }
    for (index, leg) in route.legs.enumerated() {
      let start = index == 0 ? leg.path.startFraction : nil
      if let closure = leg.path.firstClosure(fraction: start, under: conditions, atMillis: now) { return closure }
    }
    return nil
  }
}
