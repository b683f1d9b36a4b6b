internal import CNavigatorProto

/// The JSON mapping of proto3, writing: turns the protobuf bytes of any message into JSON text.
///
/// Members stand in the order of their field numbers, map members in the order of their keys' bytes; fields that hold
/// their default are left out unless they have presence. Unknown fields are left out. Equal messages give equal text.
struct JSONWriting {
  private(set) var text = JSONText()

  /// nil when the bytes are no such message (`WireCheck` tells why).
  static func json(of bytes: UnsafeRawBufferPointer, as descriptor: Descriptor) -> [UInt8]? {
    guard (try? WireCheck.check(bytes, descriptor)) != nil else { return nil }
    var writing = JSONWriting()
    do { try writing.message(bytes, descriptor) } catch { return nil }
    return writing.text.bytes
  }

  mutating func message(_ bytes: UnsafeRawBufferPointer, _ descriptor: Descriptor) throws(WireError) {
    if let wellKnown = descriptor.wellKnown { return try self.wellKnown(bytes, wellKnown, descriptor) }
    let found = try Self.occurrences(in: bytes, descriptor)
    text.beginObject()
    var start = 0
    while start < found.count {
      let index = found[start].index
      var end = start + 1
      while end < found.count, found[end].index == index { end += 1 }
      try write(found[start..<end], descriptor.field(at: index), in: descriptor)
      start = end
    }
    text.endObject()
  }

  /// A field as it stands in the bytes, with its place among the message's fields.
  struct Occurrence {
    var index: Int
    /// Among the occurrences, to sort equal fields by.
    var position: Int
    var field: WireField
  }

  /// The known fields in the order of their numbers, each one's occurrences in their own order; of a oneof only the
  /// member that came last.
  static func occurrences(in bytes: UnsafeRawBufferPointer, _ descriptor: Descriptor) throws(WireError) -> [Occurrence]
  {
    var found: [Occurrence] = []
    var isSorted = true
    var hasChoices = false
    var reader = WireReader(bytes)
    while let field = try reader.next() {
      guard let index = descriptor.index(ofNumber: field.number) else { continue }
      if let last = found.last, last.index > index { isSorted = false }
      if descriptor.field(at: index).hasPresence { hasChoices = true }
      found.append(Occurrence(index: index, position: found.count, field: field))
    }
    if hasChoices { found = chosen(found, descriptor) }
    if !isSorted { found.sort { ($0.index, $0.position) < ($1.index, $1.position) } }
    return found
  }

  private static func chosen(_ found: [Occurrence], _ descriptor: Descriptor) -> [Occurrence] {
    var last: [UInt32: Int] = [:]
    for occurrence in found {
      if let oneof = descriptor.field(at: occurrence.index).oneof { last[oneof] = occurrence.index }
    }
    return found.filter { occurrence in
      descriptor.field(at: occurrence.index).oneof.map { last[$0] == occurrence.index } ?? true
    }
  }

  /// The last occurrence of a field of a message that has only a few.
  static func last(_ index: Int, of found: [Occurrence]) -> WireField? { found.last { $0.index == index }?.field }

  private mutating func write(
    _ found: ArraySlice<Occurrence>, _ field: FieldDescriptor, in parent: Descriptor
  ) throws(WireError) {
    if let entry = field.mapEntry(in: parent) {
      text.name(field)
      try map(found, entry)
    } else if field.isRepeated {
      let elements = try Self.elements(found, field)
      if elements.isEmpty { return }
      text.name(field)
      text.beginArray()
      for element in elements { try single(element, field) }
      text.endArray()
    } else if let message = field.message {
      text.name(field)
      try joined(found, message)
    } else if let last = found.last?.field, field.hasPresence || last.bits != 0 || !last.bytes.isEmpty {
      text.name(field)
      try single(last, field)
    }
  }

  /// A submessage that occurs several times is read as its occurrences joined, as protobuf has it.
  private mutating func joined(_ found: ArraySlice<Occurrence>, _ descriptor: Descriptor) throws(WireError) {
    if let only = found.first, found.count == 1 { return try message(only.field.bytes, descriptor) }
    let whole = found.flatMap { Array($0.field.bytes) }
    let result: Result<JSONText, WireError> = whole.withUnsafeBytes { raw in
      var copy = self
      do throws(WireError) {
        try copy.message(raw, descriptor)
        return .success(copy.text)
      } catch { return .failure(error) }
    }
    text = try result.get()
  }

  /// The elements of a repeated field, packed ones taken apart.
  private static func elements(
    _ found: ArraySlice<Occurrence>, _ field: FieldDescriptor
  ) throws(WireError) -> [WireField] {
    let kind = field.wireKind
    if kind == .lengthDelimited { return found.map(\.field) }
    var elements: [WireField] = []
    for occurrence in found.map(\.field) {
      guard occurrence.kind == .lengthDelimited else {
        elements.append(occurrence)
        continue
      }
      var reader = WireReader(occurrence.bytes)
      while !reader.isAtEnd {
        var element = occurrence
        element.kind = kind
        element.bits = kind == .varint ? try reader.varint() : try reader.packedFixed(kind)
        elements.append(element)
      }
    }
    return elements
  }

  private mutating func map(_ found: ArraySlice<Occurrence>, _ entry: Descriptor) throws(WireError) {
    var members: [String: WireField?] = [:]
    for occurrence in found {
      let parts = try Self.occurrences(in: occurrence.field.bytes, entry)
      members.updateValue(Self.last(1, of: parts), forKey: Self.mapKey(Self.last(0, of: parts), entry.field(at: 0)))
    }
    text.beginObject()
    for (key, value) in members.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      text.name(key)
      let field = entry.field(at: 1)
      try single(
        value ?? WireField(number: 2, kind: field.wireKind, bits: 0, bytes: .init(start: nil, count: 0)), field)
    }
    text.endObject()
  }

  private static func mapKey(_ key: WireField?, _ field: FieldDescriptor) -> String {
    guard field.type == PROTOBUF_C_TYPE_STRING else { return String(Int64(bitPattern: key?.bits ?? 0)) }
    return key.map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
  }

  mutating func single(_ value: WireField, _ field: FieldDescriptor) throws(WireError) {
    let bits = value.bits
    switch field.type {
    case PROTOBUF_C_TYPE_MESSAGE: if let message = field.message { try self.message(value.bytes, message) }
    case PROTOBUF_C_TYPE_STRING: text.string(String(decoding: value.bytes, as: UTF8.self))
    case PROTOBUF_C_TYPE_BYTES: text.string(Base64.encode(value.bytes))
    case PROTOBUF_C_TYPE_BOOL: text.literal(bits != 0 ? "true" : "false")
    case PROTOBUF_C_TYPE_ENUM: enumeration(Int32(truncatingIfNeeded: bits), field)
    case PROTOBUF_C_TYPE_DOUBLE: text.double(Double(bitPattern: bits))
    case PROTOBUF_C_TYPE_FLOAT: text.float(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    case PROTOBUF_C_TYPE_INT64, PROTOBUF_C_TYPE_SFIXED64: text.string(String(Int64(bitPattern: bits)))
    case PROTOBUF_C_TYPE_UINT64, PROTOBUF_C_TYPE_FIXED64: text.string(String(bits))
    case PROTOBUF_C_TYPE_SINT64: text.string(String(ZigZag.decode(bits)))
    case PROTOBUF_C_TYPE_SINT32: text.literal(String(Int32(truncatingIfNeeded: ZigZag.decode(bits))))
    case PROTOBUF_C_TYPE_UINT32, PROTOBUF_C_TYPE_FIXED32: text.literal(String(UInt32(truncatingIfNeeded: bits)))
    default: text.literal(String(Int32(truncatingIfNeeded: bits)))
    }
  }

  /// The name, or the number where this version has no name for it.
  private mutating func enumeration(_ number: Int32, _ field: FieldDescriptor) {
    if let descriptor = field.enumeration, let found = protobuf_c_enum_descriptor_get_value(descriptor, number) {
      text.string(String(cString: found.pointee.name))
    } else {
      text.literal(String(number))
    }
  }
}

extension JSONWriting {
  mutating func withText(_ body: (inout JSONText) -> Void) { body(&text) }
}
