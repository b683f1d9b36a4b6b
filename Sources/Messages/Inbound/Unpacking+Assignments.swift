internal import CNavigatorProto
internal import Geometry
internal import Navigator

extension Unpacking {
  func assignRouteToken() throws(DecodeFailure) -> RouteTokenAssignment {
    let message = try unpack(.assignRouteToken, as: Navigator__V1__AssignRouteToken.self).pointee
    try checkVehicle(message.vehicle_id)
    let header = try header(
      assignment: message.assignment_id, trip: message.trip_id, issuedAt: message.issued_at,
      activation: message.activation,
      stopGuidance: message.has_stop_guidance_at_arrival_case.rawValue == 0 || message.stop_guidance_at_arrival != 0,
      thresholds: message.progress_thresholds, alerts: message.speed_alert_options)
    return RouteTokenAssignment(
      header: header,
      routeToken: Self.text(message.route_token),
      alternativeRouteTokens: Self.texts(
        message.alternative_route_tokens, count: Int(message.n_alternative_route_tokens)),
      travelMode: Self.travelMode(message.travel_mode),
      vehicleLocation: try vehicleLocation(message.vehicle_location, header.issuedAtMillis),
      waypoints: try stops(message.waypoints, count: Int(message.n_waypoints)),
      stopIdentities: try identities(message.stops, count: Int(message.n_stops)))
  }

  func setDestinations() throws(DecodeFailure) -> SetDestinations {
    let message = try unpack(.setDestinations, as: Navigator__V1__SetDestinations.self).pointee
    try checkVehicle(message.vehicle_id)
    let header = try header(
      assignment: message.assignment_id, trip: message.trip_id, issuedAt: message.issued_at,
      activation: message.activation,
      stopGuidance: message.has_stop_guidance_at_arrival_case.rawValue == 0 || message.stop_guidance_at_arrival != 0,
      thresholds: message.progress_thresholds, alerts: message.speed_alert_options)
    return SetDestinations(
      header: header,
      waypoints: try stops(message.waypoints, count: Int(message.n_waypoints)),
      travelMode: Self.travelMode(message.travel_mode),
      options: try Self.options(message.routing_options?.pointee),
      vehicleLocation: try vehicleLocation(message.vehicle_location, header.issuedAtMillis))
  }

  private func header(
    assignment: UnsafeMutablePointer<CChar>?, trip: UnsafeMutablePointer<CChar>?,
    issuedAt: UnsafeMutablePointer<Google__Protobuf__Timestamp>?, activation: Navigator__V1__Activation__Value,
    stopGuidance: Bool, thresholds: UnsafeMutablePointer<Navigator__V1__ProgressThresholds>?,
    alerts: UnsafeMutablePointer<Navigator__V1__SpeedAlertOptions>?
  ) throws(DecodeFailure) -> AssignmentHeader {
    // Without it a repeated record would be a second assignment.
    guard let assignment = try optionalIdentifier(assignment, "assignment_id") else {
      throw DecodeFailure(.validation, .missingField, "assignment_id is missing")
    }
    return AssignmentHeader(
      assignmentID: assignment, tripID: try identifier(trip, "trip_id"),
      issuedAtMillis: try Self.millis(issuedAt, "issued_at"),
      activation: activation == NAVIGATOR__V1__ACTIVATION__VALUE__AFTER_CURRENT ? .afterCurrent : .now,
      stopGuidanceAtArrival: stopGuidance,
      progressThresholds: ProgressThresholds(
        timeSeconds: try Validation.number(thresholds?.pointee.seconds) { "progress_thresholds.seconds" },
        distanceMeters: try Validation.number(thresholds?.pointee.meters) { "progress_thresholds.meters" }),
      speedAlerts: try alerts.map { alerts throws(DecodeFailure) in try Self.speedAlerts(alerts.pointee) })
  }

  private static func speedAlerts(
    _ options: Navigator__V1__SpeedAlertOptions
  ) throws(DecodeFailure) -> SpeedAlertOptions {
    let minor = options.has_minor_threshold_case.rawValue == 0 ? nil : options.minor_threshold
    let major = options.has_major_threshold_case.rawValue == 0 ? nil : options.major_threshold
    var upgrade: Double?
    if let duration = options.severity_upgrade_duration?.pointee {
      upgrade = SecondsAndNanos(seconds: duration.seconds, nanos: duration.nanos).durationSeconds
      if upgrade == nil {
        throw DecodeFailure(.validation, .outOfRange, "speed_alert_options.severity_upgrade_duration: no duration")
      }
    }
    return SpeedAlertOptions(
      minorThreshold: try Validation.number(minor) { "speed_alert_options.minor_threshold" },
      majorThreshold: try Validation.number(major) { "speed_alert_options.major_threshold" },
      severityUpgradeSeconds: upgrade)
  }

  private func vehicleLocation(
    _ location: UnsafeMutablePointer<Navigator__V1__LatLng>?, _ issuedAtMillis: Int64?
  ) throws(DecodeFailure) -> LocationUpdate? {
    guard let location = location?.pointee else { return nil }
    return LocationUpdate(
      coordinate: try Validation.coordinate(location.latitude, location.longitude) { "vehicle_location" },
      takenAtMillis: issuedAtMillis)
  }

  static func travelMode(_ value: Navigator__V1__NavigationTravelMode__Value) -> AppTravelMode {
    switch value {
    case NAVIGATOR__V1__NAVIGATION_TRAVEL_MODE__VALUE__TRAVEL_MODE_UNSPECIFIED,
      NAVIGATOR__V1__NAVIGATION_TRAVEL_MODE__VALUE__DRIVING:
      .driving
    case NAVIGATOR__V1__NAVIGATION_TRAVEL_MODE__VALUE__TWO_WHEELER: .twoWheeler
    case NAVIGATOR__V1__NAVIGATION_TRAVEL_MODE__VALUE__CYCLING: .cycling
    case NAVIGATOR__V1__NAVIGATION_TRAVEL_MODE__VALUE__WALKING: .walking
    // A mode of a later version is as unsupported as this one.
    default: .taxicab
    }
  }

  private static func options(_ options: Navigator__V1__RoutingOptions?) throws(DecodeFailure) -> RoutingOptions {
    guard let options else { return RoutingOptions() }
    return RoutingOptions(
      avoidTolls: options.avoid_tolls != 0, avoidHighways: options.avoid_highways != 0,
      avoidFerries: options.avoid_ferries != 0, avoidTunnels: options.avoid_tunnels != 0,
      avoidVignettes: texts(options.avoid_vignettes, count: Int(options.n_avoid_vignettes)),
      strategy: strategy(options.strategy),
      targetDistanceMeters: options.has_target_distance_meters_case.rawValue == 0
        ? nil : options.target_distance_meters,
      alternateRoutes: alternates(options.alternate_routes),
      licensePlate: try options.license_plate_restriction.map { plate throws(DecodeFailure) in
        try licensePlate(plate.pointee)
      })
  }

  private static func licensePlate(
    _ plate: Navigator__V1__LicensePlateRestriction
  ) throws(DecodeFailure) -> LicensePlateRestriction {
    guard (0...9).contains(plate.last_digit) else {
      throw DecodeFailure(
        .validation, .outOfRange, "routing_options.license_plate_restriction.last_digit: not one of 0 to 9")
    }
    return LicensePlateRestriction(lastDigit: plate.last_digit, countryCode: text(plate.country_code))
  }

  private static func strategy(_ value: Navigator__V1__RoutingOptions__Strategy) -> RoutingStrategy {
    switch value {
    case NAVIGATOR__V1__ROUTING_OPTIONS__STRATEGY__SHORTER: .shorter
    case NAVIGATOR__V1__ROUTING_OPTIONS__STRATEGY__DELTA_TO_TARGET_DISTANCE: .deltaToTargetDistance
    default: .defaultBest
    }
  }

  private static func alternates(
    _ value: Navigator__V1__RoutingOptions__AlternateRoutesStrategy
  ) -> AlternateRoutesStrategy {
    switch value {
    case NAVIGATOR__V1__ROUTING_OPTIONS__ALTERNATE_ROUTES_STRATEGY__ALL: .all
    case NAVIGATOR__V1__ROUTING_OPTIONS__ALTERNATE_ROUTES_STRATEGY__ONE: .one
    default: .none
    }
  }
}
