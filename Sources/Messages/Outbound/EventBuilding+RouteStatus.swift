internal import CNavigatorProto
internal import Geometry
internal import Navigator

extension EventBuilding {
  func routeStatus(_ event: RouteStatusEvent) -> [UInt8] {
    pack(navigator__v1__route_status__init, event.header) { (message: inout Navigator__V1__RouteStatus) in
      message.status = WireEnumeration.status(event.status)
      message.cause = WireEnumeration.cause(event.cause)
      message.error = event.error.map { error($0) }
      message.route = event.route.map { route($0) }
      message.pending = event.isPending ? 1 : 0
      if let next = event.nextStopIndex {
        message.has_next_stop_index_case = NAVIGATOR__V1__ROUTE_STATUS__HAS_NEXT_STOP_INDEX_NEXT_STOP_INDEX
        message.next_stop_index = next
      }
      message.closed_road = event.closedRoad.map { closedRoad($0) }
    }
  }

  private func error(_ error: RouteError) -> UnsafeMutablePointer<Navigator__V1__RouteStatus__Error> {
    building.make(navigator__v1__route_status__error__init) { message in
      message.code = WireEnumeration.errorCode(error.code)
      message.text = building.text(error.text)
      message.what_to_do = building.text(error.whatToDo)
      if let index = error.waypointIndex {
        message.has_waypoint_index_case = NAVIGATOR__V1__ROUTE_STATUS__ERROR__HAS_WAYPOINT_INDEX_WAYPOINT_INDEX
        message.waypoint_index = index
      }
    }
  }

  private func route(_ route: RouteDescription) -> UnsafeMutablePointer<Navigator__V1__NavigationRoute> {
    building.make(navigator__v1__navigation_route__init) { message in
      message.route_id = building.text(route.routeID)
      message.distance_meters = route.distanceMeters
      message.duration = building.duration(seconds: route.durationSeconds)
      message.static_duration = building.duration(seconds: route.staticDurationSeconds)
      message.travel_mode = WireEnumeration.travelMode(route.travelMode)
      message.n_legs = route.legs.count
      message.legs = building.list(route.legs.map { leg($0) })
      message.n_destinations = route.legs.count
      message.destinations = building.list(route.legs.map { destination($0) })
      message.estimated_arrival_time = route.legs.last.map { building.timestamp(millis: $0.arrivalMillis) }
      message.n_labels = route.labels.count
      message.labels = building.list(route.labels.map { building.text($0) })
      message.n_alternatives = route.alternatives.count
      message.alternatives = building.list(route.alternatives.map { alternative($0) })
    }
  }

  private func leg(_ leg: RouteLegDescription) -> UnsafeMutablePointer<Navigator__V1__NavigationLeg> {
    building.make(navigator__v1__navigation_leg__init) { message in
      message.distance_meters = leg.distanceMeters
      message.duration = building.duration(seconds: leg.durationSeconds)
      message.static_duration = building.duration(seconds: leg.staticDurationSeconds)
      message.encoded_polyline = building.text(PolylineCodec.encode(leg.geometry))
      message.has_destination_stop_index_case =
        NAVIGATOR__V1__NAVIGATION_LEG__HAS_DESTINATION_STOP_INDEX_DESTINATION_STOP_INDEX
      message.destination_stop_index = leg.stopIndex
      message.distance_to_waypoint_meters = leg.distanceToWaypointMeters
      message.closed_road_at_stop = leg.closedRoadAtStop.map { closedRoad($0) }
      message.n_unavoided_roads = leg.unavoidedRoads.count
      message.unavoided_roads = building.list(leg.unavoidedRoads.map { building.unavoidedRoad($0) })
    }
  }

  private func destination(_ leg: RouteLegDescription) -> UnsafeMutablePointer<Navigator__V1__Destination> {
    building.make(navigator__v1__destination__init) { message in
      message.has_stop_index_case = NAVIGATOR__V1__DESTINATION__HAS_STOP_INDEX_STOP_INDEX
      message.stop_index = leg.stopIndex
      message.location = leg.stop.coordinate.map { building.location($0) }
      message.stop = reference(leg.stop.identity)
      message.estimated_arrival_time = building.timestamp(millis: leg.arrivalMillis)
    }
  }

  private func alternative(
    _ route: RouteAlternativeDescription
  ) -> UnsafeMutablePointer<Navigator__V1__AlternativeRoute> {
    building.make(navigator__v1__alternative_route__init) { message in
      message.route_id = building.text(route.routeID)
      message.distance_meters = route.distanceMeters
      message.duration = building.duration(seconds: route.durationSeconds)
      message.static_duration = building.duration(seconds: route.staticDurationSeconds)
      message.encoded_polyline = building.text(PolylineCodec.encode(route.geometry))
      message.n_labels = route.labels.count
      message.labels = building.list(route.labels.map { building.text($0) })
    }
  }

  func refusal(_ event: RefusalEvent) -> [UInt8] {
    pack(navigator__v1__refusal__init, event.header) { (message: inout Navigator__V1__Refusal) in
      message.request_id = building.text(event.requestID)
      message.request_type = building.text(event.requestType)
      message.reason = WireEnumeration.refusalReason(event.reason)
      message.text = building.text(event.text)
    }
  }

  func tripSummary(_ event: TripSummaryEvent) -> [UInt8] {
    pack(navigator__v1__trip_summary__init, event.header) { (message: inout Navigator__V1__TripSummary) in
      message.end = WireEnumeration.tripEnd(event.end)
      message.planned_distance_meters = event.plannedDistanceMeters
      message.planned_duration = building.duration(seconds: event.plannedDurationSeconds)
      message.driven_distance_meters = event.drivenDistanceMeters
      message.driven_duration = building.duration(seconds: event.drivenDurationSeconds)
      message.tolls_passed = event.tollsPassed
      message.waiting_at_stops = building.duration(seconds: event.waitingSeconds)
      message.plan_followed = Double(event.followedShareThousandths) / 1_000
      message.reroute_count = event.rerouteCount
      message.stops_reached = event.stopsReached
      message.stops_planned = event.stopsPlanned
      message.started_at = building.timestamp(millis: event.startedAtMillis)
      message.ended_at = building.timestamp(millis: event.endedAtMillis)
    }
  }
}
