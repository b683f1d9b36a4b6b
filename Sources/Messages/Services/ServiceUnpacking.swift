internal import CNavigatorProto
internal import RouteService
internal import Routing

/// Turns the generated requests into the services' own. What a request means is the service's to judge, so nothing is
/// checked here but the form.
enum ServiceUnpacking {
  static func computeRoutes(_ message: Navigator__V1__ComputeRoutesRequest) -> ComputeRoutesRequest {
    var request = ComputeRoutesRequest()
    request.origin = message.origin.map { waypoint($0.pointee) }
    request.destination = message.destination.map { waypoint($0.pointee) }
    request.intermediates = (0..<Int(message.n_intermediates)).compactMap { index in
      message.intermediates[index].map { waypoint($0.pointee) }
    }
    // Numbers of a later version stand for something that is not offered: the service refuses them by name.
    request.travelMode = RouteTravelMode(rawValue: number(message.travel_mode.rawValue)) ?? .transit
    request.routingPreference = RoutingPreference(rawValue: number(message.routing_preference.rawValue)) ?? .unspecified
    request.polylineQuality = PolylineQuality(rawValue: number(message.polyline_quality.rawValue)) ?? .unspecified
    request.polylineEncoding = PolylineEncoding(rawValue: number(message.polyline_encoding.rawValue)) ?? .unspecified
    request.departureTimeMillis = message.departure_time.flatMap { millis($0.pointee) }
    request.arrivalTimeMillis = message.arrival_time.flatMap { millis($0.pointee) }
    request.computeAlternativeRoutes = message.compute_alternative_routes != 0
    request.routeModifiers = message.route_modifiers.map { modifiers($0.pointee) } ?? RouteModifiers()
    request.languageCode = Unpacking.text(message.language_code)
    request.regionCode = Unpacking.text(message.region_code)
    request.units = Units(rawValue: number(message.units.rawValue)) ?? .unspecified
    request.optimizeWaypointOrder = message.optimize_waypoint_order != 0
    request.requestedReferenceRoutes = (0..<Int(message.n_requested_reference_routes)).map {
      ReferenceRoute(rawValue: number(message.requested_reference_routes[$0].rawValue)) ?? .unspecified
    }
    request.extraComputations = (0..<Int(message.n_extra_computations)).map {
      ExtraComputation(rawValue: number(message.extra_computations[$0].rawValue)) ?? .unspecified
    }
    request.trafficModel = TrafficModel(rawValue: number(message.traffic_model.rawValue)) ?? .unspecified
    return request
  }

  private static func number(_ raw: UInt32) -> Int32 { Int32(bitPattern: raw) }

  private static func millis(_ time: Google__Protobuf__Timestamp) -> Int64? {
    SecondsAndNanos(seconds: time.seconds, nanos: time.nanos).timestampMillis
  }

  private static func waypoint(_ message: Navigator__V1__Waypoint) -> RequestWaypoint {
    RequestWaypoint(
      place(message), via: message.via != 0, vehicleStopover: message.vehicle_stopover != 0,
      sideOfRoad: message.side_of_road != 0)
  }

  private static func place(_ message: Navigator__V1__Waypoint) -> RequestWaypoint.Place? {
    switch message.location_type_case {
    case NAVIGATOR__V1__WAYPOINT__LOCATION_TYPE_LOCATION:
      guard let location = message.location?.pointee, let position = location.lat_lng?.pointee else { return nil }
      return .location(
        latitude: position.latitude, longitude: position.longitude, heading: location.heading?.pointee.value)
    case NAVIGATOR__V1__WAYPOINT__LOCATION_TYPE_PLACE_ID: return .placeID(Unpacking.text(message.place_id))
    case NAVIGATOR__V1__WAYPOINT__LOCATION_TYPE_ADDRESS: return .address(Unpacking.text(message.address))
    case NAVIGATOR__V1__WAYPOINT__LOCATION_TYPE_NAVIGATION_POINT_TOKEN:
      return .navigationPointToken(Unpacking.text(message.navigation_point_token))
    default: return nil
    }
  }

  private static func modifiers(_ message: Navigator__V1__RouteModifiers) -> RouteModifiers {
    var modifiers = RouteModifiers()
    modifiers.avoidTolls = message.avoid_tolls != 0
    modifiers.avoidHighways = message.avoid_highways != 0
    modifiers.avoidFerries = message.avoid_ferries != 0
    modifiers.avoidIndoor = message.avoid_indoor != 0
    modifiers.avoidTunnels = message.avoid_tunnels != 0
    modifiers.avoidVignettes = Unpacking.texts(message.avoid_vignettes, count: Int(message.n_avoid_vignettes))
    modifiers.emissionType = message.vehicle_info.flatMap {
      EmissionType(rawValue: UInt8(truncatingIfNeeded: $0.pointee.emission_type.rawValue))
    }
    return modifiers
  }
}
