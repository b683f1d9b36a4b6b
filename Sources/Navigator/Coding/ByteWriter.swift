/// Writes values one after the other: whole numbers as little-endian base-128 groups, texts with their length before them.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(byte: UInt8) { bytes.append(byte) }

  mutating func write(_ value: Bool) { bytes.append(value ? 1 : 0) }

  mutating func write(unsigned value: some UnsignedInteger & FixedWidthInteger) {
    var rest = UInt64(value)
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7f) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Small numbers of either sign take few bytes.
  mutating func write(signed value: some SignedInteger & FixedWidthInteger) {
    let value = Int64(value)
    write(unsigned: UInt64(bitPattern: (value << 1) ^ (value >> 63)))
  }

  mutating func write(_ value: Double) {
    let bits = value.bitPattern
    for shift in stride(from: UInt64(0), to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: bits >> shift)) }
  }

  mutating func write(_ text: String) {
    write(unsigned: UInt(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  mutating func write(bytes more: [UInt8]) {
    write(unsigned: UInt(more.count))
    bytes.append(contentsOf: more)
  }

  mutating func write<Value>(optional value: Value?, _ body: (inout ByteWriter, Value) -> Void) {
    write(value != nil)
    if let value { body(&self, value) }
  }

  mutating func write<Value>(list values: [Value], _ body: (inout ByteWriter, Value) -> Void) {
    write(unsigned: UInt(values.count))
    for value in values { body(&self, value) }
  }
}
