internal import CNavigatorProto

extension JSONReading {
  mutating func wellKnown(
    _ value: JSONValue, _ type: WellKnownType, _ descriptor: Descriptor
  ) throws(DecodeFailure) -> [UInt8] {
    switch type {
    case .timestamp:
      guard let time = TimeText.parseTimestamp(try string(value)) else {
        throw failure(.outOfRange, "an RFC 3339 time expected, such as 2026-05-01T08:00:00Z")
      }
      return Self.bytes(of: time)
    case .duration:
      guard let time = TimeText.parseDuration(try string(value)) else {
        throw failure(.outOfRange, "a duration in seconds expected, such as 12.5s")
      }
      return Self.bytes(of: time)
    case .wrapper:
      var writer = WireWriter()
      try single(value, descriptor.field(at: 0), &writer)
      return writer.bytes
    case .structure: return try structure(value)
    case .listValue: return try list(value)
    case .value: return try anyValue(value)
    }
  }

  private static func bytes(of time: SecondsAndNanos) -> [UInt8] {
    var writer = WireWriter()
    if time.seconds != 0 { writer.varint(1, UInt64(bitPattern: time.seconds)) }
    if time.nanos != 0 { writer.varint(2, UInt64(bitPattern: Int64(time.nanos))) }
    return writer.bytes
  }

  /// google.protobuf.Struct: `map<string, Value> fields = 1`.
  private func structure(_ value: JSONValue) throws(DecodeFailure) -> [UInt8] {
    guard case .object(let members) = value else { throw failure(.wrongKind, "an object expected, not \(value.kind)") }
    var writer = WireWriter()
    for member in members {
      var entry = WireWriter()
      entry.lengthDelimited(1, Array(try string(.string(member.name)).utf8))
      entry.lengthDelimited(2, try anyValue(member.value))
      writer.lengthDelimited(1, entry.bytes)
    }
    return writer.bytes
  }

  /// google.protobuf.ListValue: `repeated Value values = 1`.
  private func list(_ value: JSONValue) throws(DecodeFailure) -> [UInt8] {
    guard case .array(let elements) = value else { throw failure(.wrongKind, "an array expected, not \(value.kind)") }
    var writer = WireWriter()
    for element in elements { writer.lengthDelimited(1, try anyValue(element)) }
    return writer.bytes
  }

  /// google.protobuf.Value: null 1, number 2, string 3, bool 4, struct 5, list 6.
  private func anyValue(_ value: JSONValue) throws(DecodeFailure) -> [UInt8] {
    var writer = WireWriter()
    switch value {
    case .null: writer.varint(1, 0)
    case .number: writer.fixed64(2, try double(value).bitPattern)
    case .string: writer.lengthDelimited(3, Array(try string(value).utf8))
    case .bool(let flag): writer.varint(4, flag ? 1 : 0)
    case .object: writer.lengthDelimited(5, try structure(value))
    case .array: writer.lengthDelimited(6, try list(value))
    }
    return writer.bytes
  }
}
