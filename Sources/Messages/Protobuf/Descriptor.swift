internal import CNavigatorProto

/// What a message is made of, as the generated code describes it.
struct Descriptor {
  let raw: UnsafePointer<ProtobufCMessageDescriptor>

  init(_ raw: UnsafePointer<ProtobufCMessageDescriptor>) { self.raw = raw }

  /// `navigator.v1.RouteStatus`.
  var name: String { String(cString: raw.pointee.name) }

  var fieldCount: Int { Int(raw.pointee.n_fields) }

  /// Fields in the order of their numbers.
  func field(at index: Int) -> FieldDescriptor { FieldDescriptor(raw.pointee.fields + index) }

  func index(ofNumber number: UInt32) -> Int? {
    guard let found = protobuf_c_message_descriptor_get_field(raw, number) else { return nil }
    return found - raw.pointee.fields
  }

  /// By the schema's name (`vehicle_id`) or the JSON name (`vehicleId`).
  func field(named name: String) -> FieldDescriptor? {
    if let found = protobuf_c_message_descriptor_get_field_by_name(raw, name) { return FieldDescriptor(found) }
    let original = FieldDescriptor.originalName(ofJSONName: name)
    guard original.utf8.count != name.utf8.count,
      let found = protobuf_c_message_descriptor_get_field_by_name(raw, original)
    else { return nil }
    let field = FieldDescriptor(found)
    return name.utf8.elementsEqual(field.jsonNameBytes) ? field : nil
  }

  /// The types that have a JSON of their own.
  var wellKnown: WellKnownType? {
    // The navigator's own messages, by far the most, are told by their first letter.
    raw.pointee.name.pointee == CChar(bitPattern: UInt8(ascii: "g")) ? WellKnownType(messageName: name) : nil
  }
}

/// One field of a message.
struct FieldDescriptor {
  let raw: UnsafePointer<ProtobufCFieldDescriptor>

  init(_ raw: UnsafePointer<ProtobufCFieldDescriptor>) { self.raw = raw }

  /// The schema's name.
  var name: String { String(cString: raw.pointee.name) }
  var number: UInt32 { raw.pointee.id }
  var type: ProtobufCType { raw.pointee.type }
  var isRepeated: Bool { raw.pointee.label == PROTOBUF_C_LABEL_REPEATED }
  /// Zero is a value like any other, because the field is a member of a oneof.
  var hasPresence: Bool { raw.pointee.flags & PROTOBUF_C_FIELD_FLAG_ONEOF.rawValue != 0 }

  /// Which of a message's oneofs the field belongs to.
  var oneof: UInt32? { hasPresence ? raw.pointee.quantifier_offset : nil }

  var message: Descriptor? {
    guard type == PROTOBUF_C_TYPE_MESSAGE, let pointer = raw.pointee.descriptor else { return nil }
    return Descriptor(pointer.assumingMemoryBound(to: ProtobufCMessageDescriptor.self))
  }

  var enumeration: UnsafePointer<ProtobufCEnumDescriptor>? {
    guard type == PROTOBUF_C_TYPE_ENUM, let pointer = raw.pointee.descriptor else { return nil }
    return pointer.assumingMemoryBound(to: ProtobufCEnumDescriptor.self)
  }

  /// The entry type of a map field. The compiler names it after the field, and refuses any other message of that name.
  func mapEntry(in parent: Descriptor) -> Descriptor? {
    guard isRepeated, let entry = message, entry.fieldCount == 2 else { return nil }
    let camel = jsonName
    let expected = parent.name + "." + camel.prefix(1).uppercased() + camel.dropFirst() + "Entry"
    return entry.name == expected ? entry : nil
  }

  /// lowerCamelCase of the schema's name.
  var jsonName: String { String(decoding: Array(jsonNameBytes), as: UTF8.self) }

  var jsonNameBytes: JSONNameBytes { JSONNameBytes(name: raw.pointee.name) }

  static func originalName(ofJSONName name: String) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(name.utf8.count + 8)
    for byte in name.utf8 {
      if byte.lowered != byte { result.append(UInt8(ascii: "_")) }
      result.append(byte.lowered)
    }
    return String(decoding: result, as: UTF8.self)
  }
}

/// The bytes of a schema name in lowerCamelCase, made as they are read.
struct JSONNameBytes: Sequence, IteratorProtocol {
  private var place: UnsafePointer<CChar>

  init(name: UnsafePointer<CChar>) { place = name }

  mutating func next() -> UInt8? {
    var byte = UInt8(bitPattern: place.pointee)
    if byte == UInt8(ascii: "_") {
      place += 1
      byte = UInt8(bitPattern: place.pointee)
      if byte >= UInt8(ascii: "a"), byte <= UInt8(ascii: "z") { byte &= 0xDF }
    }
    if byte == 0 { return nil }
    place += 1
    return byte
  }
}
