internal import CNavigatorProto
internal import Navigator

/// Turns the navigator's events into the generated messages.
struct EventBuilding {
  let building: Building
  let eventTimeMillis: Int64

  typealias Built = (type: MessageType, role: TopicRole, header: EventHeader, bytes: [UInt8])

  func message(_ event: NavigatorEvent) -> Built {
    switch event {
    case .routeStatus(let event): (.routeStatus, .routeStatus, event.header, routeStatus(event))
    case .refusal(let event): (.refusal, .routeStatus, event.header, refusal(event))
    case .tripSummary(let event): (.tripSummary, .routeStatus, event.header, tripSummary(event))
    case .executionDetails(let event):
      (.routeTokenExecutionDetails, .executionDetails, event.header, executionDetails(event))
    case .arrival(let event): (.arrival, .arrivals, event.header, arrival(event))
    case .stop(let event): (.stopEvent, .arrivals, event.header, stopEvent(event))
    case .tripProgress(let event): (.tripProgress, .tripProgress, event.header, tripProgress(event))
    }
  }

  /// A message with what every event of a vehicle says, packed.
  func pack<Message: VehicleEventMessage>(
    _ initialize: (UnsafeMutablePointer<Message>?) -> Void, _ header: EventHeader, _ fill: (inout Message) -> Void
  ) -> [UInt8] {
    let message = building.make(initialize) { message in
      message.vehicle_id = building.text(header.vehicleID)
      message.assignment_id = building.text(header.assignmentID)
      message.trip_id = building.text(header.tripID)
      message.route_revision = Int32(clamping: header.routeRevision)
      if let index = header.stopIndex { message.setStopIndex(index) }
      message.stop = header.stop.flatMap { reference($0) }
      message.conditions_version = building.text(header.conditionsVersion)
      message.event_time = building.timestamp(millis: eventTimeMillis)
      fill(&message)
    }
    return building.pack(message)
  }

  /// nil when the sender gave the stop no name of any kind.
  func reference(_ stop: StopIdentity) -> UnsafeMutablePointer<Navigator__V1__StopReference>? {
    if stop.isEmpty { return nil }
    return building.make(navigator__v1__stop_reference__init) { message in
      message.stop_id = building.text(stop.stopID)
      message.order_id = building.text(stop.orderID)
      message.title = building.text(stop.title)
      let entries = stop.labels.map { label in
        building.make(navigator__v1__stop_reference__labels_entry__init) { entry in
          entry.key = building.text(label.key)
          entry.value = building.text(label.value)
        }
      }
      message.n_labels = entries.count
      message.labels = building.list(entries)
    }
  }

  func waypoint(_ stop: Stop) -> UnsafeMutablePointer<Navigator__V1__NavigationWaypoint> {
    building.make(navigator__v1__navigation_waypoint__init) { message in
      message.location = stop.coordinate.map { building.location($0) }
      message.place_id = building.text(stop.placeID)
      message.navigation_point_token = building.text(stop.navigationPointToken)
      message.title = building.text(stop.title)
      message.prefer_same_side_of_road = stop.preferSameSideOfRoad ? 1 : 0
      if let heading = stop.preferredHeadingDegrees {
        message.has_preferred_heading_case = NAVIGATOR__V1__NAVIGATION_WAYPOINT__HAS_PREFERRED_HEADING_PREFERRED_HEADING
        message.preferred_heading = heading
      }
      message.vehicle_stopover = stop.vehicleStopover ? 1 : 0
      message.stop_id = building.text(stop.stopID)
      message.order_id = building.text(stop.orderID)
      let entries = stop.labels.map { label in
        building.make(navigator__v1__navigation_waypoint__labels_entry__init) { entry in
          entry.key = building.text(label.key)
          entry.value = building.text(label.value)
        }
      }
      message.n_labels = entries.count
      message.labels = building.list(entries)
    }
  }

  func closedRoad(_ road: ClosedRoad) -> UnsafeMutablePointer<Navigator__V1__ClosedRoad> {
    building.make(navigator__v1__closed_road__init) { message in
      message.condition_key = building.text(road.conditionKey)
      message.segment = road.reported.map { stretch($0) }
      message.edge = stretch(road.edge)
      message.road_name = building.text(road.roadName)
    }
  }

  func stretch(_ stretch: RoadStretch) -> UnsafeMutablePointer<Navigator__V1__RoadSegment> {
    building.make(navigator__v1__road_segment__init) { message in
      message.way_id = stretch.wayID
      message.from_node_id = stretch.fromNodeID
      message.to_node_id = stretch.toNodeID
    }
  }
}

extension StopIdentity {
  fileprivate var isEmpty: Bool { stopID.isEmpty && orderID.isEmpty && title.isEmpty && labels.isEmpty }
}
