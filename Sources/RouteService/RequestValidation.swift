import Geometry
import RoadNetwork
import Routing

/// The rules of computeRoutes that need no road network, in the order a caller would check them.
struct RequestValidation {
  let request: ComputeRoutesRequest
  let nowMillis: Int64

  /// The mode to route by.
  func travelMode() throws(ServiceFailure) -> TravelMode {
    switch request.travelMode {
    case .unspecified, .drive: return .drive
    case .twoWheeler: return .twoWheeler
    case .bicycle, .walk, .taxi, .transit:
      throw .invalid("travelMode", "travelMode must be DRIVE or TWO_WHEELER: the road network has no other.")
    }
  }

  func check() throws(ServiceFailure) {
    guard request.origin?.place != nil, request.destination?.place != nil else {
      let field = request.origin?.place == nil ? "origin" : "destination"
      throw .invalid(field, "Origin and destination must be set.")
    }
    guard request.intermediates.count <= RouteRequest.maximumIntermediates else {
      throw .invalid(
        "intermediates", "intermediates may have at most \(RouteRequest.maximumIntermediates) waypoints.")
    }
    if request.origin?.via == true { throw .invalid("origin.via", "Origin cannot be a via waypoint.") }
    if request.destination?.via == true {
      throw .invalid("destination.via", "Destination cannot be a via waypoint.")
    }
    // Departure in the past is for transit alone.
    if let departure = request.departureTimeMillis, departure < nowMillis {
      throw .invalid("departureTime", "departureTime must not be in the past.")
    }
    if request.trafficModel != .unspecified, request.routingPreference != .trafficAwareOptimal {
      throw .invalid("trafficModel", "trafficModel needs routingPreference TRAFFIC_AWARE_OPTIMAL.")
    }
    try checkReferenceRoutes()
    if request.extraComputations.contains(.unspecified) {
      throw .invalid("extraComputations", "extraComputations must not hold EXTRA_COMPUTATION_UNSPECIFIED.")
    }
    if request.optimizeWaypointOrder, request.intermediates.contains(where: \.via) {
      throw .invalid("optimizeWaypointOrder", "optimizeWaypointOrder cannot be used with via waypoints.")
    }
    // Answering in the given order would pass for the best one.
    if request.optimizeWaypointOrder, request.intermediates.count > 1 {
      throw .invalid(
        "optimizeWaypointOrder",
        "optimizeWaypointOrder is not offered: give the intermediates in driving order.")
    }
  }

  private func checkReferenceRoutes() throws(ServiceFailure) {
    let field = "requestedReferenceRoutes"
    for reference in request.requestedReferenceRoutes {
      switch reference {
      case .unspecified:
        throw .invalid(field, "requestedReferenceRoutes must not hold REFERENCE_ROUTE_UNSPECIFIED.")
      case .fuelEfficient:
        guard request.routingPreference == .trafficAwareOptimal else {
          throw .invalid(field, "FUEL_EFFICIENT needs routingPreference TRAFFIC_AWARE_OPTIMAL.")
        }
        guard request.intermediates.isEmpty else {
          throw .invalid(field, "FUEL_EFFICIENT cannot be used with intermediates.")
        }
      case .shorterDistance:
        guard !request.intermediates.contains(where: \.via), !request.optimizeWaypointOrder else {
          throw .invalid(field, "SHORTER_DISTANCE cannot be used with via waypoints or optimizeWaypointOrder.")
        }
      }
    }
  }

  /// Whether to seal tokens; refuses a demand against the token rules, naming the rule.
  func wantsTokens(_ demand: TokenDemand) throws(ServiceFailure) -> Bool {
    if demand == .none { return false }
    if demand == .whenPreferenceAllows, request.routingPreference == .unspecified { return false }
    switch request.routingPreference {
    case .trafficAware, .trafficAwareOptimal: break
    case .unspecified, .trafficUnaware:
      throw .invalid(
        "routingPreference",
        "A route token needs routingPreference TRAFFIC_AWARE or TRAFFIC_AWARE_OPTIMAL.")
    }
    if let index = request.intermediates.firstIndex(where: \.via) {
      throw .invalid("intermediates[\(index)].via", "A route token cannot be given with via waypoints.")
    }
    // A session takes 25 stops, and the destination is one of them.
    guard request.intermediates.count < RouteRequest.maximumIntermediates else {
      throw .invalid(
        "intermediates",
        "A route token can be given for at most \(RouteRequest.maximumIntermediates - 1) intermediates.")
    }
    return true
  }
}
