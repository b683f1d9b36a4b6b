/// The types of package google.protobuf that have a JSON form of their own.
enum WellKnownType {
  case timestamp
  case duration
  /// `BoolValue`, `Int32Value`, …: their single field's JSON.
  case wrapper
  case structure
  case value
  case listValue

  init?(messageName: String) {
    let package = "google.protobuf."
    guard messageName.hasPrefix(package) else { return nil }
    switch messageName.dropFirst(package.count) {
    case "Timestamp": self = .timestamp
    case "Duration": self = .duration
    case "Struct": self = .structure
    case "Value": self = .value
    case "ListValue": self = .listValue
    case "DoubleValue", "FloatValue", "Int64Value", "UInt64Value", "Int32Value", "UInt32Value", "BoolValue",
      "StringValue",
      "BytesValue":
      self = .wrapper
    default: return nil
    }
  }
}
