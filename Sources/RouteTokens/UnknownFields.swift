internal import CNavigatorProto
internal import CProtobufC

/// What a newer issuer wrote beyond this schema, in wire form.
enum UnknownFields {
  static func bytes(of message: ProtobufCMessage) -> [UInt8] {
    var bytes: [UInt8] = []
    for field in UnsafeBufferPointer(start: message.unknown_fields, count: Int(message.n_unknown_fields)) {
      append(varint: UInt64(field.tag) << 3 | UInt64(field.wire_type.rawValue), to: &bytes)
      // The data of a length-delimited field begins with its length already.
      bytes.append(contentsOf: UnsafeBufferPointer(start: field.data, count: field.len))
    }
    return bytes
  }

  private static func append(varint value: UInt64, to bytes: inout [UInt8]) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
