internal import CNavigatorProto
internal import RoutePlan

/// The content of a token as protobuf: `navigator.v1.RouteTokenPayload`.
enum TokenPayload {
  typealias Message = Navigator__V1__RouteTokenPayload
  typealias WaypointMessage = Navigator__V1__RouteTokenPayload__Waypoint
  typealias LegMessage = Navigator__V1__RouteTokenPayload__Leg
  typealias PathMessage = Navigator__V1__RouteTokenPayload__Path

  /// The serialized payload; unknown fields the plan came with are appended.
  static func encode(_ plan: RoutePlan) -> [UInt8] {
    let arena = MessageArena()
    var message = PayloadWriter(arena: arena).message(plan)
    return withUnsafePointer(to: &message) { pointer in
      let size = navigator__v1__route_token_payload__get_packed_size(pointer)
      var bytes = [UInt8](repeating: 0, count: size)
      bytes.withUnsafeMutableBufferPointer { buffer in
        _ = navigator__v1__route_token_payload__pack(pointer, buffer.baseAddress)
      }
      return bytes + plan.unknownFields
    }
  }

  /// Total: any bytes give a plan or say what is wrong with them.
  static func decode(_ bytes: [UInt8]) throws(TokenFailure) -> RoutePlan {
    guard let message = navigator__v1__route_token_payload__unpack(nil, bytes.count, bytes) else {
      throw .invalidPayload("not a protobuf message of this kind")
    }
    defer { navigator__v1__route_token_payload__free_unpacked(message, nil) }
    return try PayloadReader.plan(message.pointee)
  }
}
