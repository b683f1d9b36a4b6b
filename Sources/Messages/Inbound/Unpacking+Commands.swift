internal import CNavigatorProto
internal import Navigator

extension Unpacking {
  func continueToNextDestination() throws(DecodeFailure) -> ContinueToNextDestination {
    let message = try unpack(.continueToNextDestination, as: Navigator__V1__ContinueToNextDestination.self).pointee
    try checkVehicle(message.vehicle_id)
    return ContinueToNextDestination(
      requestID: Self.text(message.request_id),
      stopIndex: message.has_stop_index_case.rawValue == 0 ? nil : message.stop_index,
      assignmentID: Self.optionalText(message.assignment_id),
      issuedAtMillis: try Self.millis(message.issued_at, "issued_at"))
  }

  func selectRoute() throws(DecodeFailure) -> SelectRoute {
    let message = try unpack(.selectRoute, as: Navigator__V1__SelectRoute.self).pointee
    try checkVehicle(message.vehicle_id)
    return SelectRoute(
      requestID: Self.text(message.request_id), routeID: Self.text(message.route_id),
      assignmentID: Self.optionalText(message.assignment_id),
      issuedAtMillis: try Self.millis(message.issued_at, "issued_at"))
  }

  func clearDestinations() throws(DecodeFailure) -> ClearDestinations {
    let message = try unpack(.clearDestinations, as: Navigator__V1__ClearDestinations.self).pointee
    try checkVehicle(message.vehicle_id)
    return ClearDestinations(
      requestID: Self.text(message.request_id), erase: message.erase != 0,
      assignmentID: Self.optionalText(message.assignment_id),
      issuedAtMillis: try Self.millis(message.issued_at, "issued_at"))
  }
}
