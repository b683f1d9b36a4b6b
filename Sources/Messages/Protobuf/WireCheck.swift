internal import CNavigatorProto

/// Looks through a whole message before the C library reads it: the library checks neither the depth of nesting nor
/// the text of strings, and cuts a string at its first zero byte.
struct WireCheck {
  /// Deeper nesting is refused; a Struct takes three levels for each of its own.
  static let maximumDepth = 200

  enum Failure: Error, Hashable {
    case malformed
    case tooDeep
    /// A string that is not UTF-8, or holds U+0000.
    case badText(field: String)
  }

  static func check(_ bytes: UnsafeRawBufferPointer, _ descriptor: Descriptor, depth: Int = 0) throws(Failure) {
    guard depth <= maximumDepth else { throw .tooDeep }
    var reader = WireReader(bytes)
    while true {
      let next: WireField?
      do { next = try reader.next() } catch { throw .malformed }
      guard let field = next else { return }
      guard let index = descriptor.index(ofNumber: field.number) else { continue }
      try check(field, descriptor.field(at: index), depth: depth)
    }
  }

  /// The check, with its failure in the terms of dead letters.
  static func require(_ bytes: UnsafeRawBufferPointer, _ descriptor: Descriptor) throws(DecodeFailure) {
    do { try check(bytes, descriptor) } catch {
      switch error {
      case .malformed: throw DecodeFailure(.value, .badProtobuf, "the value is no protobuf message of its type")
      case .tooDeep: throw DecodeFailure(.value, .badProtobuf, "messages nested too deeply")
      case .badText(let field): throw DecodeFailure(.value, .badProtobuf, "\(field): text that is not UTF-8")
      }
    }
  }

  private static func check(_ field: WireField, _ known: FieldDescriptor, depth: Int) throws(Failure) {
    if let message = known.message {
      guard field.kind == .lengthDelimited else { throw .malformed }
      try check(field.bytes, message, depth: depth + 1)
      return
    }
    let isText = known.type == PROTOBUF_C_TYPE_STRING
    if isText || known.type == PROTOBUF_C_TYPE_BYTES {
      guard field.kind == .lengthDelimited else { throw .malformed }
      if isText, !isPlainText(field.bytes) { throw .badText(field: known.name) }
      return
    }
    if field.kind == .lengthDelimited {
      guard known.isRepeated else { throw .malformed }
      try checkPacked(field.bytes, known)
    } else if field.kind != known.wireKind {
      throw .malformed
    }
  }

  private static func checkPacked(_ bytes: UnsafeRawBufferPointer, _ field: FieldDescriptor) throws(Failure) {
    switch field.wireKind {
    case .fixed64: if bytes.count % 8 != 0 { throw .malformed }
    case .fixed32: if bytes.count % 4 != 0 { throw .malformed }
    default:
      var reader = WireReader(bytes)
      while !reader.isAtEnd {
        do { _ = try reader.varint() } catch { throw .malformed }
      }
    }
  }

  /// UTF-8 without U+0000. Plain ASCII, the usual case, is seen without decoding.
  static func isPlainText(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var isASCII = true
    for byte in bytes {
      if byte == 0 { return false }
      if byte >= 0x80 { isASCII = false }
    }
    return isASCII || String(validating: bytes, as: UTF8.self) != nil
  }
}

extension FieldDescriptor {
  /// How a single value of the field stands in the bytes.
  var wireKind: WireField.Kind {
    switch type {
    case PROTOBUF_C_TYPE_FIXED64, PROTOBUF_C_TYPE_SFIXED64, PROTOBUF_C_TYPE_DOUBLE: .fixed64
    case PROTOBUF_C_TYPE_FIXED32, PROTOBUF_C_TYPE_SFIXED32, PROTOBUF_C_TYPE_FLOAT: .fixed32
    case PROTOBUF_C_TYPE_STRING, PROTOBUF_C_TYPE_BYTES, PROTOBUF_C_TYPE_MESSAGE: .lengthDelimited
    default: .varint
    }
  }
}
