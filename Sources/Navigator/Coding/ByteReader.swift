/// The bytes are not what a session writes.
struct MalformedSession: Error {}

/// Reads what `ByteWriter` wrote. Every length is held against the bytes that are left before anything is allocated.
struct ByteReader {
  private let bytes: [UInt8]
  private var position = 0
  /// The format of the record, as its first byte says; decides which fields it has.
  private(set) var version: UInt8 = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  mutating func byte() throws(MalformedSession) -> UInt8 {
    guard position < bytes.count else { throw MalformedSession() }
    defer { position += 1 }
    return bytes[position]
  }

  /// Reads the record's version, which must be one of these.
  mutating func readVersion(in known: ClosedRange<UInt8>) throws(MalformedSession) {
    version = try byte()
    guard known.contains(version) else { throw MalformedSession() }
  }

  mutating func bool() throws(MalformedSession) -> Bool {
    switch try byte() {
    case 0: false
    case 1: true
    default: throw MalformedSession()
    }
  }

  mutating func unsigned<Value: UnsignedInteger & FixedWidthInteger>(_: Value.Type) throws(MalformedSession) -> Value {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 70, by: 7) {
      let next = try byte()
      let group = UInt64(next & 0x7f)
      guard shift < 63 || group <= 1 else { throw MalformedSession() }
      value |= group << shift
      if next < 0x80 {
        // One way to write each number.
        guard next != 0 || shift == 0, let exact = Value(exactly: value) else { throw MalformedSession() }
        return exact
      }
    }
    throw MalformedSession()
  }

  mutating func signed<Value: SignedInteger & FixedWidthInteger>(_: Value.Type) throws(MalformedSession) -> Value {
    let raw = try unsigned(UInt64.self)
    let value = Int64(bitPattern: raw >> 1) ^ -Int64(bitPattern: raw & 1)
    guard let exact = Value(exactly: value) else { throw MalformedSession() }
    return exact
  }

  /// Never infinite, never NaN.
  mutating func double() throws(MalformedSession) -> Double {
    let value = try anyDouble()
    guard value.isFinite else { throw MalformedSession() }
    return value
  }

  mutating func anyDouble() throws(MalformedSession) -> Double {
    var bits: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 8) { bits |= UInt64(try byte()) << shift }
    return Double(bitPattern: bits)
  }

  mutating func text() throws(MalformedSession) -> String {
    guard let text = String(validating: try byteList(), as: UTF8.self) else { throw MalformedSession() }
    return text
  }

  mutating func byteList() throws(MalformedSession) -> [UInt8] {
    let count = try count()
    defer { position += count }
    return Array(bytes[position..<position + count])
  }

  mutating func optional<Value>(
    _ body: (inout ByteReader) throws(MalformedSession) -> Value
  ) throws(MalformedSession) -> Value? {
    try bool() ? try body(&self) : nil
  }

  mutating func list<Value>(
    _ body: (inout ByteReader) throws(MalformedSession) -> Value
  ) throws(MalformedSession) -> [Value] {
    let count = try count()
    var values: [Value] = []
    values.reserveCapacity(count)
    for _ in 0..<count { values.append(try body(&self)) }
    return values
  }

  mutating func choice<Value: RawRepresentable>(_: Value.Type) throws(MalformedSession) -> Value
  where Value.RawValue == UInt8 {
    guard let value = Value(rawValue: try byte()) else { throw MalformedSession() }
    return value
  }

  /// A number of things that take at least a byte each.
  private mutating func count() throws(MalformedSession) -> Int {
    let count = try unsigned(UInt.self)
    guard count <= UInt(bytes.count - position) else { throw MalformedSession() }
    return Int(count)
  }
}
