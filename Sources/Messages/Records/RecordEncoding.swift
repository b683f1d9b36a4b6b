/// How a record's value is written.
public enum RecordEncoding: String, CaseIterable, Hashable, Sendable {
  case protobuf
  /// The proto3 JSON mapping of the same message.
  case json

  /// The value of the `content-type` header.
  public var contentType: String {
    switch self {
    case .protobuf: "application/x-protobuf"
    case .json: "application/json"
    }
  }
}
