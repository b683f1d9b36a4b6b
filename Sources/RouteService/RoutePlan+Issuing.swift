import RoadNetwork
import RoutePlan
import Routing

extension RoutePlan {
  /// What a token says of a route that was found for a request.
  ///
  /// nil when the route's legs do not end at the request's stops (via points) or it begins on no waypoint.
  init?(
    _ labelled: LabelledRoute, issuer: TokenIssuer, issuedAtMillis: Int64, expiresAtMillis: Int64?,
    on network: RoadNetwork
  ) {
    let request = labelled.request
    guard case .waypoint(let origin) = request.start, labelled.route.legs.count == request.stops.count else {
      return nil
    }
    let terms = Terms(
      origin: PlannedWaypoint(origin), destinations: request.stops.map(PlannedWaypoint.init),
      objective: request.objective, avoid: request.avoid, labels: labelled.labels, issuer: issuer)
    self.init(
      labelled.route, on: network, terms: terms, conditionsVersion: request.conditions.version,
      issuedAtMillis: issuedAtMillis, expiresAtMillis: expiresAtMillis)
  }
}
