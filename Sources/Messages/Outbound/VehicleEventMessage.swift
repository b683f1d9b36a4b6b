internal import CNavigatorProto

/// The generated events of vehicles, which all begin with the same fields; names and types are the generated code's.
// swift-format-ignore: AlwaysUseLowerCamelCase, NeverUseImplicitlyUnwrappedOptionals
protocol VehicleEventMessage {
  var vehicle_id: UnsafeMutablePointer<CChar>! { get set }
  var assignment_id: UnsafeMutablePointer<CChar>! { get set }
  var trip_id: UnsafeMutablePointer<CChar>! { get set }
  var route_revision: Int32 { get set }
  var stop: UnsafeMutablePointer<Navigator__V1__StopReference>! { get set }
  var conditions_version: UnsafeMutablePointer<CChar>! { get set }
  var event_time: UnsafeMutablePointer<Google__Protobuf__Timestamp>! { get set }

  mutating func setStopIndex(_ index: Int32)
}

extension Navigator__V1__RouteStatus: VehicleEventMessage {
  mutating func setStopIndex(_ index: Int32) {
    has_stop_index_case = NAVIGATOR__V1__ROUTE_STATUS__HAS_STOP_INDEX_STOP_INDEX
    stop_index = index
  }
}

extension Navigator__V1__Refusal: VehicleEventMessage {
  mutating func setStopIndex(_ index: Int32) {
    has_stop_index_case = NAVIGATOR__V1__REFUSAL__HAS_STOP_INDEX_STOP_INDEX
    stop_index = index
  }
}

extension Navigator__V1__TripSummary: VehicleEventMessage {
  mutating func setStopIndex(_ index: Int32) {
    has_stop_index_case = NAVIGATOR__V1__TRIP_SUMMARY__HAS_STOP_INDEX_STOP_INDEX
    stop_index = index
  }
}

extension Navigator__V1__RouteTokenExecutionDetails: VehicleEventMessage {
  mutating func setStopIndex(_ index: Int32) {
    has_stop_index_case = NAVIGATOR__V1__ROUTE_TOKEN_EXECUTION_DETAILS__HAS_STOP_INDEX_STOP_INDEX
    stop_index = index
  }
}

extension Navigator__V1__Arrival: VehicleEventMessage {
  mutating func setStopIndex(_ index: Int32) {
    has_stop_index_case = NAVIGATOR__V1__ARRIVAL__HAS_STOP_INDEX_STOP_INDEX
    stop_index = index
  }
}

extension Navigator__V1__StopEvent: VehicleEventMessage {
  mutating func setStopIndex(_ index: Int32) {
    has_stop_index_case = NAVIGATOR__V1__STOP_EVENT__HAS_STOP_INDEX_STOP_INDEX
    stop_index = index
  }
}

extension Navigator__V1__TripProgress: VehicleEventMessage {
  mutating func setStopIndex(_ index: Int32) {
    has_stop_index_case = NAVIGATOR__V1__TRIP_PROGRESS__HAS_STOP_INDEX_STOP_INDEX
    stop_index = index
  }
}
