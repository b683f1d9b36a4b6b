import Geometry
import MapMatching
import RoutePlan
import Routing

// Without a token: which of several ways is driven, and which others SelectRoute can switch to.
extension SessionStep {
  /// Other ways that are looked at beside the best one.
  private static let alternativeLimit = 3

  /// The way to drive of the best one and those beside it. The others are kept as plans, as alternative tokens are.
  ///
  /// Other ways are known for one destination. By plain searches, so that a replay finds the same ones whatever has been
  /// customized, and no thread waits for a customization.
  mutating func choose(from best: Route, of assignment: Assignment, at fix: MatcherFix) -> Route {
    let wish = assignment.wish
    session?.trip?.assignment.wish = FirstRouteWish()
    guard !wish.isEmpty, assignment.stops.count == 1 else { return best }
    let request = request(start(at: fix), toStopsFrom: 0, of: assignment)
    counters.count(.routeSearches)
    // They are an extra: where they take too much work the best one is driven alone.
    let others = (try? navigator.router.plainAlternatives(to: best, for: request, count: Self.alternativeLimit)) ?? []
    var ways: [(route: Route, label: RouteLabel)] = [(best, .defaultRoute)]
    for other in others { ways.append((other, .defaultRouteAlternate)) }
    if let target = wish.targetDistanceMeters {
      let misses = ways.map { abs($0.route.distanceMeters - Double(target)) }
      let nearest = misses.indices.min { misses[$0] < misses[$1] } ?? 0
      ways.insert(ways.remove(at: nearest), at: 0)
    }
    let offered = ways.prefix(1 + wish.alternates)
    if offered.count > 1 {
      let plans = offered.map { plan($0.route, label: $0.label, of: assignment, from: fix) }
      session?.trip?.assignment.plans = plans
    }
    return ways[0].route
  }

  private func plan(_ route: Route, label: RouteLabel, of assignment: Assignment, from fix: MatcherFix) -> RoutePlan {
    let options = assignment.options
    let terms = RoutePlan.Terms(
      origin: PlannedWaypoint(location: fix.coordinate),
      destinations: assignment.stops.compactMap(\.routingWaypoint).map(PlannedWaypoint.init),
      objective: options.objective, avoid: options.avoid, labels: [label], rerouteStrategy: options.rerouteStrategy,
      timeToleranceSeconds: options.timeToleranceSeconds, issuer: .unknown)
    return RoutePlan(route, on: network, terms: terms, conditionsVersion: conditions.version, issuedAtMillis: now)
  }
}
