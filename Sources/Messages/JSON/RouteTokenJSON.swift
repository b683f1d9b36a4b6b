internal import CNavigatorProto

/// A route token's payload for people to read.
public enum RouteTokenJSON {
  /// The JSON mapping of a serialized `navigator.v1.RouteTokenPayload`; nil when the bytes are none.
  public static func json(ofPayload payload: [UInt8]) -> [UInt8]? {
    payload.withUnsafeBytes { JSONWriting.json(of: $0, as: descriptor) }
  }

  /// The generated code hands out its descriptor by initializing a message with it.
  private static var descriptor: Descriptor {
    var message = Navigator__V1__RouteTokenPayload()
    navigator__v1__route_token_payload__init(&message)
    return Descriptor(message.base.descriptor)
  }
}
