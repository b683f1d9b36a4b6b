import RoutePlan
import Routing

/// A route with the reasons it is offered for, and the request it answers.
struct LabelledRoute {
  var route: Route
  var labels: [RouteLabel]
  var request: RouteRequest
}

/// The default route, and the alternatives and reference routes asked for beside it.
struct ReferenceRoutes {
  let request: ComputeRoutesRequest
  let router: any Router

  /// Alternatives beside the default route (computeRoutes: up to three).
  private static let alternativeLimit = 3
  /// A fuel-efficient route that takes this much longer than the default is not offered.
  private static let acceptedDelay = 1.15

  func routes(for inquiry: RouteRequest) throws(RoutingFailure) -> [LabelledRoute] {
    let best = try router.route(inquiry)
    var routes = [LabelledRoute(route: best, labels: [.defaultRoute], request: inquiry)]
    if request.computeAlternativeRoutes, request.intermediates.isEmpty {
      // They are an extra: where they take too much work the best route is answered alone.
      let others = (try? router.alternatives(to: best, for: inquiry, count: Self.alternativeLimit)) ?? []
      routes += others.map { LabelledRoute(route: $0, labels: [.defaultRouteAlternate], request: inquiry) }
    }
    for (reference, objective, label) in objectives
    where request.requestedReferenceRoutes.contains(reference) {
      var variant = inquiry
      variant.objective = objective
      var route = try router.route(variant)
      let isLate = route.durationSeconds > best.durationSeconds * Self.acceptedDelay
      if label == .fuelEfficient, isLate {
        route = best
        variant = inquiry
      }
      // When both coincide one route carries both labels.
      if let same = routes.firstIndex(where: { $0.route.legs.map(\.path) == route.legs.map(\.path) }) {
        routes[same].labels.append(label)
      } else {
        routes.append(LabelledRoute(route: route, labels: [label], request: variant))
      }
    }
    return routes
  }

  private var objectives: [(ReferenceRoute, RouteObjective, RouteLabel)] {
    [
      (.fuelEfficient, .fuelEfficient(request.routeModifiers.emissionType ?? .gasoline), .fuelEfficient),
      (.shorterDistance, .shorterDistance, .shorterDistance),
    ]
  }
}
