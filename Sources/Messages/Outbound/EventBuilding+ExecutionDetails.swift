internal import CNavigatorProto
internal import Navigator

extension EventBuilding {
  func executionDetails(_ event: ExecutionDetailsEvent) -> [UInt8] {
    pack(navigator__v1__route_token_execution_details__init, event.header) {
      (message: inout Navigator__V1__RouteTokenExecutionDetails) in
      message.token_execution_status = WireEnumeration.tokenStatus(event.status)
      message.reason = WireEnumeration.tokenReason(event.reason)
      message.malformed_text = building.text(event.malformedText ?? "")
      message.closed_segment = event.closedRoad.map { stretch($0.reported ?? $0.edge) }
      message.closed_road = event.closedRoad.map { closedRoad($0) }
      message.token_reused = event.isReused ? 1 : 0
      message.resolved_parameters = event.resolvedParameters.map { parameters($0) }
      if let distance = event.distanceFromPlannedOriginMeters {
        message.has_distance_from_planned_origin_meters_case =
          NAVIGATOR__V1__ROUTE_TOKEN_EXECUTION_DETAILS__HAS_DISTANCE_FROM_PLANNED_ORIGIN_METERS_DISTANCE_FROM_PLANNED_ORIGIN_METERS
        message.distance_from_planned_origin_meters = distance
      }
      if let distance = event.plannedDistanceMeters {
        message.has_planned_distance_meters_case =
          NAVIGATOR__V1__ROUTE_TOKEN_EXECUTION_DETAILS__HAS_PLANNED_DISTANCE_METERS_PLANNED_DISTANCE_METERS
        message.planned_distance_meters = distance
      }
      message.planned_duration = event.plannedDurationSeconds.map { building.duration(seconds: $0) }
      message.actual_distance_meters = event.actualDistanceMeters
      message.actual_duration = building.duration(seconds: event.actualDurationSeconds)
      if let share = event.followedShareThousandths {
        message.has_deviation_case = NAVIGATOR__V1__ROUTE_TOKEN_EXECUTION_DETAILS__HAS_DEVIATION_DEVIATION
        message.deviation = Double(share) / 1_000
        message.has_plan_followed_case =
          NAVIGATOR__V1__ROUTE_TOKEN_EXECUTION_DETAILS__HAS_PLAN_FOLLOWED_PLAN_FOLLOWED
        message.plan_followed = Double(share) / 1_000
      }
    }
  }

  private func parameters(
    _ parameters: ResolvedParameters
  ) -> UnsafeMutablePointer<Navigator__V1__RouteTokenExecutionDetails__ResolvedParameters> {
    building.make(navigator__v1__route_token_execution_details__resolved_parameters__init) { message in
      message.travel_mode = WireEnumeration.travelMode(parameters.travelMode)
      message.avoid_tolls = parameters.avoidTolls ? 1 : 0
      message.avoid_highways = parameters.avoidHighways ? 1 : 0
      message.avoid_ferries = parameters.avoidFerries ? 1 : 0
      message.avoid_tunnels = parameters.avoidTunnels ? 1 : 0
      message.n_avoid_vignettes = parameters.avoidVignettes.count
      message.avoid_vignettes = building.list(parameters.avoidVignettes.map { building.text($0) })
      message.reroute_strategy = WireEnumeration.rerouteStrategy(parameters.rerouteStrategy)
      message.time_tolerance = parameters.rerouteTimeToleranceSeconds.map { building.duration(seconds: $0) }
      message.route_objective_fallback = WireEnumeration.objectiveFallback(parameters.objectiveFallback)
      message.license_plate_restriction = parameters.licensePlate.map { plate in
        building.make(navigator__v1__license_plate_restriction__init) { message in
          message.last_digit = plate.lastDigit
          message.country_code = building.text(plate.countryCode)
        }
      }
    }
  }
}
