internal import CNavigatorProto
internal import Navigator

extension EventBuilding {
  func arrival(_ event: ArrivalEvent) -> [UInt8] {
    pack(navigator__v1__arrival__init, event.header) { (message: inout Navigator__V1__Arrival) in
      message.waypoint = waypoint(event.waypoint)
      message.is_final_destination = event.isFinalDestination ? 1 : 0
      message.arrived_at = building.timestamp(millis: event.arrivedAtMillis)
      message.location = building.location(event.location)
      message.distance_to_waypoint_meters = event.distanceToWaypointMeters
    }
  }

  func stopEvent(_ event: StopEvent) -> [UInt8] {
    pack(navigator__v1__stop_event__init, event.header) { (message: inout Navigator__V1__StopEvent) in
      message.kind = WireEnumeration.stopEventKind(event.kind)
      message.waypoint = waypoint(event.waypoint)
      message.location = event.location.map { building.location($0) }
      message.distance_meters = event.distanceMeters
      message.remaining_duration = event.remainingDurationSeconds.map { building.duration(seconds: $0) }
    }
  }

  func tripProgress(_ event: TripProgressEvent) -> [UInt8] {
    pack(navigator__v1__trip_progress__init, event.header) { (message: inout Navigator__V1__TripProgress) in
      message.trip_state = WireEnumeration.tripState(event.tripState)
      message.navigation_status = WireEnumeration.navigationStatus(event.navigationStatus)
      message.has_remaining_distance_meters_case =
        NAVIGATOR__V1__TRIP_PROGRESS__HAS_REMAINING_DISTANCE_METERS_REMAINING_DISTANCE_METERS
      message.remaining_distance_meters = event.remainingDistanceToNextStopMeters
      message.remaining_duration = building.duration(seconds: event.remainingDurationToNextStopSeconds)
      message.has_remaining_distance_to_final_meters_case =
        NAVIGATOR__V1__TRIP_PROGRESS__HAS_REMAINING_DISTANCE_TO_FINAL_METERS_REMAINING_DISTANCE_TO_FINAL_METERS
      message.remaining_distance_to_final_meters = event.remainingDistanceMeters
      message.remaining_duration_to_final = building.duration(seconds: event.remainingDurationSeconds)
      message.has_delay_category_case = NAVIGATOR__V1__TRIP_PROGRESS__HAS_DELAY_CATEGORY_DELAY_CATEGORY
      message.delay_category = WireEnumeration.delayCategory(event.delayCategory)
      message.snapped_location = event.snappedLocation.map { building.location($0) }
      message.raw_location = event.rawLocation.map { building.location($0) }
      if let heading = event.snappedHeadingDegrees {
        message.has_snapped_heading_degrees_case =
          NAVIGATOR__V1__TRIP_PROGRESS__HAS_SNAPPED_HEADING_DEGREES_SNAPPED_HEADING_DEGREES
        message.snapped_heading_degrees = heading
      }
      speeding(event.speeding, &message)
      message.next_maneuver = event.nextManeuver.map { maneuver($0) }
      message.traveled_distance_meters = event.traveledDistanceMeters
      message.n_remaining_stops = event.arrivals.count
      message.remaining_stops = building.list(event.arrivals.map { remainingStop($0) })
    }
  }

  /// The SDK's −1, "not known", is absence here.
  private func speeding(_ speeding: Speeding?, _ message: inout Navigator__V1__TripProgress) {
    guard let speeding else { return }
    message.speed_alert_severity = WireEnumeration.speedSeverity(speeding.severity)
    if speeding.percentage >= 0 {
      message.has_speeding_percentage_case =
        NAVIGATOR__V1__TRIP_PROGRESS__HAS_SPEEDING_PERCENTAGE_SPEEDING_PERCENTAGE
      message.speeding_percentage = speeding.percentage
    }
  }

  private func maneuver(
    _ maneuver: NextManeuver
  ) -> UnsafeMutablePointer<Navigator__V1__TripProgress__NextManeuver> {
    building.make(navigator__v1__trip_progress__next_maneuver__init) { message in
      message.type = Navigator__V1__Maneuver(rawValue: UInt32(bitPattern: maneuver.type))
      message.road_name = building.text(maneuver.roadName)
      message.distance_meters = maneuver.distanceMeters
    }
  }

  private func remainingStop(
    _ estimate: StopArrivalEstimate
  ) -> UnsafeMutablePointer<Navigator__V1__TripProgress__RemainingStop> {
    building.make(navigator__v1__trip_progress__remaining_stop__init) { message in
      message.has_stop_index_case = NAVIGATOR__V1__TRIP_PROGRESS__REMAINING_STOP__HAS_STOP_INDEX_STOP_INDEX
      message.stop_index = estimate.stopIndex
      message.stop = reference(estimate.stop)
      message.estimated_arrival_time = building.timestamp(millis: estimate.arrivalMillis)
      message.remaining_distance_meters = estimate.distanceMeters
      message.remaining_duration = building.duration(seconds: estimate.durationSeconds)
    }
  }
}
