/// A field as it stands in protobuf bytes.
struct WireField {
  enum Kind: UInt8 {
    case varint = 0
    case fixed64 = 1
    case lengthDelimited = 2
    case fixed32 = 5
  }

  var number: UInt32
  var kind: Kind
  /// The value of a varint or fixed field.
  var bits: UInt64
  /// The content of a length-delimited field; borrowed from the reader's bytes.
  var bytes: UnsafeRawBufferPointer
}

/// The bytes are no protobuf message.
struct WireError: Error, Hashable {
  /// Byte position in the (sub)message at which reading failed.
  var offset: Int
}

/// Reads the fields of one message, one after the other. Does not look into submessages.
struct WireReader {
  private let bytes: UnsafeRawBufferPointer
  private(set) var offset = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var isAtEnd: Bool { offset >= bytes.count }

  /// The next field, or nil at the end.
  @inline(__always)
  mutating func next() throws(WireError) -> WireField? {
    if isAtEnd { return nil }
    let tag = try varint()
    // Numbers above 2^29 − 1 and zero do not exist; groups are not part of proto3.
    guard tag >> 3 != 0, tag >> 32 == 0, let kind = WireField.Kind(rawValue: UInt8(tag & 7)) else { throw failure }
    var field = WireField(
      number: UInt32(tag >> 3), kind: kind, bits: 0, bytes: UnsafeRawBufferPointer(start: nil, count: 0))
    switch kind {
    case .varint: field.bits = try varint()
    case .fixed64: field.bits = try fixed(8)
    case .fixed32: field.bits = try fixed(4)
    case .lengthDelimited:
      let length = try varint()
      guard length <= UInt64(bytes.count - offset) else { throw failure }
      field.bytes = UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + Int(length)])
      offset += Int(length)
    }
    return field
  }

  /// A varint of at most ten bytes; bits beyond the 64th are dropped, as protobuf has it.
  @inline(__always)
  mutating func varint() throws(WireError) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while offset < bytes.count, shift < 70 {
      let byte = bytes[offset]
      offset += 1
      if shift < 64 { value |= UInt64(byte & 0x7F) << shift }
      if byte < 0x80 { return value }
      shift += 7
    }
    throw failure
  }

  /// One element of a packed field of that kind.
  mutating func packedFixed(_ kind: WireField.Kind) throws(WireError) -> UInt64 { try fixed(kind == .fixed64 ? 8 : 4) }

  @inline(__always)
  private mutating func fixed(_ size: Int) throws(WireError) -> UInt64 {
    guard bytes.count - offset >= size else { throw failure }
    let start = offset
    offset += size
    return size == 8
      ? UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
      : UInt64(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self)))
  }

  private var failure: WireError { WireError(offset: offset) }
}
