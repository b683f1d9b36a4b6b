internal import CNavigatorProto

extension MessageType {
  /// What the message is made of.
  var descriptor: Descriptor {
    switch self {
    case .assignRouteToken: Self.descriptor(navigator__v1__assign_route_token__init)
    case .setDestinations: Self.descriptor(navigator__v1__set_destinations__init)
    case .continueToNextDestination: Self.descriptor(navigator__v1__continue_to_next_destination__init)
    case .selectRoute: Self.descriptor(navigator__v1__select_route__init)
    case .clearDestinations: Self.descriptor(navigator__v1__clear_destinations__init)
    case .locationUpdate: Self.descriptor(navigator__v1__location_update__init)
    case .locationUpdateBatch: Self.descriptor(navigator__v1__location_update_batch__init)
    case .roadCondition: Self.descriptor(navigator__v1__road_condition__init)
    case .computeRoutesRequest: Self.descriptor(navigator__v1__compute_routes_request__init)
    case .computeCustomRoutesRequest: Self.descriptor(navigator__v1__compute_custom_routes_request__init)
    case .searchDestinationsRequest: Self.descriptor(navigator__v1__search_destinations_request__init)
    case .optimizeToursRequest: Self.descriptor(navigator__v1__optimize_tours_request__init)
    case .batchOptimizeToursRequest: Self.descriptor(navigator__v1__batch_optimize_tours_request__init)
    case .routeStatus: Self.descriptor(navigator__v1__route_status__init)
    case .refusal: Self.descriptor(navigator__v1__refusal__init)
    case .tripSummary: Self.descriptor(navigator__v1__trip_summary__init)
    case .routeTokenExecutionDetails: Self.descriptor(navigator__v1__route_token_execution_details__init)
    case .arrival: Self.descriptor(navigator__v1__arrival__init)
    case .stopEvent: Self.descriptor(navigator__v1__stop_event__init)
    case .tripProgress: Self.descriptor(navigator__v1__trip_progress__init)
    case .computeRoutesResponse: Self.descriptor(navigator__v1__compute_routes_response__init)
    case .computeCustomRoutesResponse: Self.descriptor(navigator__v1__compute_custom_routes_response__init)
    case .searchDestinationsResponse: Self.descriptor(navigator__v1__search_destinations_response__init)
    case .optimizeToursResponse: Self.descriptor(navigator__v1__optimize_tours_response__init)
    case .batchOptimizeToursResponse: Self.descriptor(navigator__v1__batch_optimize_tours_response__init)
    case .serviceError: Self.descriptor(navigator__v1__service_error__init)
    case .workerStatus: Self.descriptor(navigator__v1__worker_status__init)
    }
  }

  /// The generated code hands out its descriptor by initializing a message with it.
  private static func descriptor<Message>(_ initialize: (UnsafeMutablePointer<Message>?) -> Void) -> Descriptor {
    withUnsafeTemporaryAllocation(of: Message.self, capacity: 1) { space in
      initialize(space.baseAddress)
      return Descriptor(UnsafeRawBufferPointer(space).load(as: ProtobufCMessage.self).descriptor)
    }
  }
}
