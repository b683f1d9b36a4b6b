internal import CNavigatorProto
internal import Geometry
internal import RoutePlan
internal import RouteService
internal import Routing

extension Building {
  func computeRoutesResponse(_ response: ComputeRoutesResponse) -> [UInt8] {
    let message = make(navigator__v1__compute_routes_response__init) {
      (message: inout Navigator__V1__ComputeRoutesResponse) in
      message.n_routes = response.routes.count
      message.routes = list(response.routes.map { route($0) })
    }
    return pack(message)
  }

  private func route(_ route: ComputedRoute) -> UnsafeMutablePointer<Navigator__V1__Route> {
    make(navigator__v1__route__init) { message in
      message.n_legs = route.legs.count
      message.legs = list(route.legs.map { leg($0) })
      message.distance_meters = route.distanceMeters
      message.duration = duration(seconds: route.durationSeconds)
      message.static_duration = duration(seconds: route.staticDurationSeconds)
      message.polyline = polyline(route.polyline)
      message.description = text(route.description)
      message.n_warnings = route.warnings.count
      message.warnings = list(route.warnings.map { text($0) })
      message.viewport = make(navigator__v1__viewport__init) { box in
        box.low = location(Coordinate(latitudeE7: route.viewport.south, longitudeE7: route.viewport.west))
        box.high = location(Coordinate(latitudeE7: route.viewport.north, longitudeE7: route.viewport.east))
      }
      message.travel_advisory = advisory(route.travelAdvisory)
      message.localized_values = make(navigator__v1__route_localized_values__init) { values in
        values.distance = localized(route.localizedValues.distance)
        values.duration = localized(route.localizedValues.duration)
        values.static_duration = localized(route.localizedValues.staticDuration)
      }
      message.route_token = text(route.routeToken ?? "")
      message.n_route_labels = route.labels.count
      message.route_labels = numbers(route.labels.map { Navigator__V1__RouteLabel(rawValue: UInt32($0.rawValue)) })
      message.n_path = route.path.count
      message.path = list(route.path.map { stretch($0) })
    }
  }

  private func advisory(_ advisory: TravelAdvisory) -> UnsafeMutablePointer<Navigator__V1__RouteTravelAdvisory>? {
    if advisory == TravelAdvisory() { return nil }
    return make(navigator__v1__route_travel_advisory__init) { message in
      message.toll_info = advisory.tollInfo.map { _ in make(navigator__v1__toll_info__init) { _ in } }
      message.fuel_consumption_microliters = advisory.fuelConsumptionMicroliters ?? 0
    }
  }

  private func leg(_ leg: ComputedLeg) -> UnsafeMutablePointer<Navigator__V1__RouteLeg> {
    make(navigator__v1__route_leg__init) { message in
      message.distance_meters = leg.distanceMeters
      message.duration = duration(seconds: leg.durationSeconds)
      message.static_duration = duration(seconds: leg.staticDurationSeconds)
      message.polyline = polyline(leg.polyline)
      message.start_location = place(leg.startLocation)
      message.end_location = place(leg.endLocation)
      message.n_steps = leg.steps.count
      message.steps = list(leg.steps.map { step($0) })
      message.travel_advisory = leg.tollInfo.map { _ in
        make(navigator__v1__route_leg_travel_advisory__init) { advisory in
          advisory.toll_info = make(navigator__v1__toll_info__init) { _ in }
        }
      }
      message.localized_values = make(navigator__v1__route_leg_localized_values__init) { values in
        values.distance = localized(leg.localizedValues.distance)
        values.duration = localized(leg.localizedValues.duration)
        values.static_duration = localized(leg.localizedValues.staticDuration)
      }
      message.distance_to_waypoint_meters = leg.distanceToWaypointMeters
      message.closed_road_at_stop = leg.closedRoadAtStop.map { closedRoad($0) }
      message.n_unavoided_roads = leg.unavoidedRoads.count
      message.unavoided_roads = list(leg.unavoidedRoads.map { unavoidedRoad($0) })
    }
  }

  private func closedRoad(_ road: ClosedRoadAtStop) -> UnsafeMutablePointer<Navigator__V1__ClosedRoad> {
    func segment(_ reference: SegmentReference) -> UnsafeMutablePointer<Navigator__V1__RoadSegment> {
      make(navigator__v1__road_segment__init) { message in
        message.way_id = reference.wayID
        message.from_node_id = reference.fromNodeID
        message.to_node_id = reference.toNodeID
      }
    }
    return make(navigator__v1__closed_road__init) { message in
      message.condition_key = text(road.conditionKey)
      message.segment = road.segment.map { segment($0) }
      message.edge = segment(road.edge)
      message.road_name = text(road.roadName)
    }
  }

  private func step(_ step: ComputedStep) -> UnsafeMutablePointer<Navigator__V1__RouteLegStep> {
    make(navigator__v1__route_leg_step__init) { message in
      message.distance_meters = step.distanceMeters
      message.static_duration = duration(seconds: step.staticDurationSeconds)
      message.polyline = polyline(step.polyline)
      message.start_location = place(step.startLocation)
      message.end_location = place(step.endLocation)
      message.navigation_instruction = make(navigator__v1__navigation_instruction__init) { instruction in
        instruction.maneuver = Navigator__V1__Maneuver(rawValue: UInt32(step.maneuver.rawValue))
        instruction.instructions = text(step.instructions)
      }
      message.localized_values = make(navigator__v1__route_leg_step_localized_values__init) { values in
        values.distance = localized(step.localizedValues.distance)
        values.static_duration = localized(step.localizedValues.staticDuration)
      }
      message.travel_mode = Navigator__V1__RouteTravelMode(rawValue: UInt32(bitPattern: step.travelMode.rawValue))
    }
  }

  private func stretch(_ stretch: PathStretch) -> UnsafeMutablePointer<Navigator__V1__PathSegment> {
    make(navigator__v1__path_segment__init) { message in
      message.way_id = stretch.reference.wayID
      message.from_node_id = stretch.reference.fromNodeID
      message.to_node_id = stretch.reference.toNodeID
      message.name = text(stretch.name)
      message.ref = text(stretch.ref)
      message.distance_meters = stretch.distanceMeters
    }
  }

  private func place(_ coordinate: Coordinate) -> UnsafeMutablePointer<Navigator__V1__Location> {
    make(navigator__v1__location__init) { $0.lat_lng = location(coordinate) }
  }

  private func localized(_ text: String) -> UnsafeMutablePointer<Navigator__V1__LocalizedText> {
    make(navigator__v1__localized_text__init) { message in
      message.text = self.text(text)
      message.language_code = self.text("en")
    }
  }

  private func polyline(_ line: ResponsePolyline) -> UnsafeMutablePointer<Navigator__V1__Polyline> {
    make(navigator__v1__polyline__init) { message in
      switch line {
      case .encoded(let encoded):
        message.polyline_type_case = NAVIGATOR__V1__POLYLINE__POLYLINE_TYPE_ENCODED_POLYLINE
        message.encoded_polyline = text(encoded)
      case .geoJSON(let points):
        message.polyline_type_case = NAVIGATOR__V1__POLYLINE__POLYLINE_TYPE_GEO_JSON_LINESTRING
        message.geo_json_linestring = lineString(points)
      }
    }
  }
}
