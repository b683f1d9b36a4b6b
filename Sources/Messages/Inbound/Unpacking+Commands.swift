internal import CNavigatorProto
internal import Navigator

extension Unpacking {
  func continueToNextDestination() throws(DecodeFailure) -> ContinueToNextDestination {
    let message = try unpack(.continueToNextDestination, as: Navigator__V1__ContinueToNextDestination.self).pointee
    try checkVehicle(message.vehicle_id)
    return ContinueToNextDestination(
      requestID: try identifier(message.request_id, "request_id"),
      stopIndex: message.has_stop_index_case.rawValue == 0 ? nil : message.stop_index,
      assignmentID: try optionalIdentifier(message.assignment_id, "assignment_id"),
      issuedAtMillis: try Self.millis(message.issued_at, "issued_at"))
  }

  func selectRoute() throws(DecodeFailure) -> SelectRoute {
    let message = try unpack(.selectRoute, as: Navigator__V1__SelectRoute.self).pointee
    try checkVehicle(message.vehicle_id)
    return SelectRoute(
      requestID: try identifier(message.request_id, "request_id"),
      routeID: try identifier(message.route_id, "route_id"),
      assignmentID: try optionalIdentifier(message.assignment_id, "assignment_id"),
      issuedAtMillis: try Self.millis(message.issued_at, "issued_at"))
  }

  func clearDestinations() throws(DecodeFailure) -> ClearDestinations {
    let message = try unpack(.clearDestinations, as: Navigator__V1__ClearDestinations.self).pointee
    try checkVehicle(message.vehicle_id)
    return ClearDestinations(
      requestID: try identifier(message.request_id, "request_id"), erase: message.erase != 0,
      assignmentID: try optionalIdentifier(message.assignment_id, "assignment_id"),
      issuedAtMillis: try Self.millis(message.issued_at, "issued_at"))
  }
}
