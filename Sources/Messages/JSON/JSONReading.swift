internal import CNavigatorProto

/// The JSON mapping of proto3, reading: turns a JSON value into the protobuf bytes of a message, for every message alike.
///
/// Unknown names are passed over; unknown enumeration names are failures that name the field. Repeated names of one
/// field in both spellings, two members of a oneof, and values of the wrong kind are failures.
struct JSONReading {
  /// Where in the message the reading is, for failures.
  private var path: [PathPart] = []

  private enum PathPart {
    case field(FieldDescriptor)
    case element(Int)
  }

  static func protobuf(of value: JSONValue, as descriptor: Descriptor) throws(DecodeFailure) -> [UInt8] {
    var reading = JSONReading()
    return try reading.message(value, descriptor)
  }

  func failure(_ reason: DecodeFailure.Reason, _ text: String) -> DecodeFailure {
    var place = ""
    for part in path {
      switch part {
      case .field(let field): place += (place.isEmpty ? "" : ".") + field.jsonName
      case .element(let index): place += "[\(index)]"
      }
    }
    return DecodeFailure(.value, reason, place.isEmpty ? text : "\(place): \(text)")
  }

  private mutating func message(_ value: JSONValue, _ descriptor: Descriptor) throws(DecodeFailure) -> [UInt8] {
    if let wellKnown = descriptor.wellKnown { return try self.wellKnown(value, wellKnown, descriptor) }
    guard case .object(let members) = value else {
      throw failure(.wrongKind, "an object expected, not \(value.kind)")
    }
    var writer = WireWriter()
    // Fields are few, so a scan of those seen is cheaper than a set.
    var seen: [UInt32] = []
    var oneofs: [UInt32] = []
    for member in members {
      guard let field = descriptor.field(named: member.name) else { continue }
      path.append(.field(field))
      if seen.contains(field.number) { throw failure(.badJSON, "given twice") }
      seen.append(field.number)
      if member.value != .null || field.message?.wellKnown == .value {
        if let oneof = field.oneof {
          if oneofs.contains(oneof) { throw failure(.wrongKind, "another member of the same choice is given too") }
          oneofs.append(oneof)
        }
        try self.field(member.value, field, in: descriptor, &writer)
      }
      path.removeLast()
    }
    return writer.bytes
  }

  private mutating func field(
    _ value: JSONValue, _ field: FieldDescriptor, in parent: Descriptor, _ writer: inout WireWriter
  ) throws(DecodeFailure) {
    if let entry = field.mapEntry(in: parent) { return try map(value, field, entry, &writer) }
    guard field.isRepeated else { return try single(value, field, &writer) }
    guard case .array(let elements) = value else {
      throw failure(.wrongKind, "an array expected, not \(value.kind)")
    }
    for (index, element) in elements.enumerated() {
      path.append(.element(index))
      if element == .null, field.message?.wellKnown != .value { throw failure(.wrongKind, "null within an array") }
      try single(element, field, &writer)
      path.removeLast()
    }
  }

  private mutating func map(
    _ value: JSONValue, _ field: FieldDescriptor, _ entry: Descriptor, _ writer: inout WireWriter
  ) throws(DecodeFailure) {
    guard case .object(let members) = value else {
      throw failure(.wrongKind, "an object expected, not \(value.kind)")
    }
    for member in members {
      var pair = WireWriter()
      // Names are text in JSON whatever the key's type; numbers are accepted as text.
      let key: JSONValue =
        switch (entry.field(at: 0).type, member.name) {
        case (PROTOBUF_C_TYPE_BOOL, "true"): .bool(true)
        case (PROTOBUF_C_TYPE_BOOL, "false"): .bool(false)
        default: .string(member.name)
        }
      try single(key, entry.field(at: 0), &pair)
      if member.value == .null, entry.field(at: 1).message?.wellKnown != .value {
        throw failure(.wrongKind, "null as a value of a map")
      }
      try single(member.value, entry.field(at: 1), &pair)
      writer.lengthDelimited(field.number, pair.bytes)
    }
  }

  mutating func single(
    _ value: JSONValue, _ field: FieldDescriptor, _ writer: inout WireWriter
  ) throws(DecodeFailure) {
    let number = field.number
    switch field.type {
    case PROTOBUF_C_TYPE_MESSAGE:
      guard let message = field.message else { return }
      writer.lengthDelimited(number, try self.message(value, message))
    case PROTOBUF_C_TYPE_STRING: writer.lengthDelimited(number, Array(try string(value).utf8))
    case PROTOBUF_C_TYPE_BYTES:
      guard let bytes = Base64.decode(try string(value)) else { throw failure(.wrongKind, "base64 expected") }
      writer.lengthDelimited(number, bytes)
    case PROTOBUF_C_TYPE_BOOL:
      guard case .bool(let flag) = value else { throw failure(.wrongKind, "true or false expected, not \(value.kind)") }
      writer.varint(number, flag ? 1 : 0)
    case PROTOBUF_C_TYPE_ENUM:
      writer.varint(number, UInt64(bitPattern: Int64(try enumeration(value, field))))
    case PROTOBUF_C_TYPE_DOUBLE: writer.fixed64(number, try double(value).bitPattern)
    case PROTOBUF_C_TYPE_FLOAT:
      let wide = try double(value)
      let narrow = Float(wide)
      if narrow.isInfinite, wide.isFinite { throw failure(.outOfRange, "too large for 32 bits") }
      writer.fixed32(number, narrow.bitPattern)
    case PROTOBUF_C_TYPE_INT64: writer.varint(number, UInt64(bitPattern: try integer(value)))
    case PROTOBUF_C_TYPE_UINT64: writer.varint(number, try integer(value))
    case PROTOBUF_C_TYPE_SINT64: writer.varint(number, ZigZag.encode(try integer(value)))
    case PROTOBUF_C_TYPE_FIXED64: writer.fixed64(number, try integer(value))
    case PROTOBUF_C_TYPE_SFIXED64: writer.fixed64(number, UInt64(bitPattern: try integer(value)))
    case PROTOBUF_C_TYPE_UINT32: writer.varint(number, UInt64(try integer(value) as UInt32))
    case PROTOBUF_C_TYPE_SINT32: writer.varint(number, ZigZag.encode(Int64(try integer(value) as Int32)))
    case PROTOBUF_C_TYPE_FIXED32: writer.fixed32(number, try integer(value))
    case PROTOBUF_C_TYPE_SFIXED32: writer.fixed32(number, UInt32(bitPattern: try integer(value)))
    default: writer.varint(number, UInt64(bitPattern: Int64(try integer(value) as Int32)))
    }
  }
}
