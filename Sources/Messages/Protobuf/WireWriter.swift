/// Writes the fields of one message.
struct WireWriter {
  private(set) var bytes: [UInt8] = []

  init() {}

  mutating func varint(_ number: UInt32, _ value: UInt64) {
    tag(number, .varint)
    append(varint: value)
  }

  mutating func fixed64(_ number: UInt32, _ value: UInt64) {
    tag(number, .fixed64)
    for shift in stride(from: UInt64(0), to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
  }

  mutating func fixed32(_ number: UInt32, _ value: UInt32) {
    tag(number, .fixed32)
    for shift in stride(from: UInt32(0), to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
  }

  /// A string, bytes or a submessage.
  mutating func lengthDelimited(_ number: UInt32, _ content: some Collection<UInt8>) {
    tag(number, .lengthDelimited)
    append(varint: UInt64(content.count))
    bytes.append(contentsOf: content)
  }

  private mutating func tag(_ number: UInt32, _ kind: WireField.Kind) {
    append(varint: UInt64(number) << 3 | UInt64(kind.rawValue))
  }

  private mutating func append(varint value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}

/// `sint32` and `sint64` fields.
enum ZigZag {
  static func encode(_ value: Int64) -> UInt64 { UInt64(bitPattern: value << 1 ^ value >> 63) }
  static func decode(_ value: UInt64) -> Int64 { Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1) }
}
