import Geometry
import RoadNetwork
import RoutePlan
public import Routing

/// Answers computeRoutes on one network: the one implementation behind the command line, Kafka and HTTP.
public struct RouteService {
  private let router: any Router

  public init(_ router: any Router) { self.router = router }

  /// The routes a request asks for, the default one first.
  ///
  /// - Throws: a refusal in the terms of the standard error body. No route is no error.
  public func computeRoutes(
    _ request: ComputeRoutesRequest, in context: ServiceContext
  ) throws(ServiceFailure) -> ComputeRoutesResponse {
    let validation = RequestValidation(request: request, nowMillis: context.nowMillis)
    let mode = try validation.travelMode()
    try validation.check()
    let wantsTokens = try validation.wantsTokens(context.tokenDemand)
    let inquiry = try routeRequest(request, mode: mode, in: context)
    let planner = ReferenceRoutes(request: request, router: router)
    let found: [LabelledRoute]
    do {
      found = try planner.routes(for: inquiry)
    } catch .budgetExceeded {
      throw ServiceFailure(.resourceExhausted, "The search for the route took more work than is allowed.")
    } catch {
      return ComputeRoutesResponse(emptiness: error)
    }
    let renderer = RouteRenderer(
      request: request, network: router.network, conditions: context.conditions, wantsPath: context.wantsPath)
    var response = ComputeRoutesResponse()
    for labelled in found {
      var computed = renderer.computedRoute(labelled.route, labels: labelled.labels, for: labelled.request)
      if wantsTokens { computed.routeToken = try token(for: labelled, in: context) }
      response.routes.append(computed)
    }
    return response
  }

  private func routeRequest(
    _ request: ComputeRoutesRequest, mode: TravelMode, in context: ServiceContext
  ) throws(ServiceFailure) -> RouteRequest {
    guard let origin = request.origin, let destination = request.destination else {
      throw .invalid("origin", "Origin and destination must be set.")
    }
    var stops: [Waypoint] = []
    for (index, intermediate) in request.intermediates.enumerated() {
      stops.append(try intermediate.waypoint(field: "intermediates[\(index)]"))
    }
    stops.append(try destination.waypoint(field: "destination"))
    let usesTraffic = request.routingPreference == .trafficAware || request.routingPreference == .trafficAwareOptimal
    return RouteRequest(
      start: .waypoint(try origin.waypoint(field: "origin")), stops: stops, mode: mode,
      avoid: try request.routeModifiers.avoidSet(),
      // Without traffic a route may lead over roads that are closed for a time.
      conditions: usesTraffic ? context.conditions : context.conditions.withoutTraffic,
      atMillis: request.departureTimeMillis ?? context.nowMillis,
      settledNodeBudget: context.settledNodeBudget, snap: context.snap)
  }

  private func token(
    for labelled: LabelledRoute, in context: ServiceContext
  ) throws(ServiceFailure) -> String {
    let made = RoutePlan(
      labelled, issuer: .computeRoutes, issuedAtMillis: context.nowMillis,
      expiresAtMillis: context.tokenLifetimeMillis.map { context.nowMillis + $0 }, on: router.network)
    guard let plan = made, let token = context.seal(plan) else {
      throw ServiceFailure(.internal, "The route token could not be sealed.")
    }
    return token
  }
}

extension RouteModifiers {
  func avoidSet() throws(ServiceFailure) -> AvoidSet {
    if avoidIndoor {
      throw .invalid("routeModifiers.avoidIndoor", "avoidIndoor is for WALK, which is not offered.")
    }
    var features: AvoidSet.Features = []
    if avoidTolls { features.insert(.tolls) }
    if avoidHighways { features.insert(.highways) }
    if avoidFerries { features.insert(.ferries) }
    if avoidTunnels { features.insert(.tunnels) }
    var countries: [CountryCode] = []
    for (index, region) in avoidVignettes.enumerated() {
      guard let country = CountryCode(region), country.isAssigned else {
        throw .invalid(
          "routeModifiers.avoidVignettes[\(index)]", "A vignette region is the two letters of a country (ISO 3166-1).")
      }
      countries.append(country)
    }
    return AvoidSet(features, vignetteCountries: countries)
  }
}
