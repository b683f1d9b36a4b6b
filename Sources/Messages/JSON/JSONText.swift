/// Writes JSON text: no spaces, members in the order they are given.
struct JSONText {
  private(set) var bytes: [UInt8] = []
  /// Whether a comma goes before the next member or element.
  private var needsComma = false

  init() {}

  mutating func beginObject() { begin("{") }
  mutating func endObject() { end("}") }
  mutating func beginArray() { begin("[") }
  mutating func endArray() { end("]") }

  private mutating func begin(_ bracket: Unicode.Scalar) {
    separate()
    bytes.append(UInt8(ascii: bracket))
    needsComma = false
  }

  private mutating func end(_ bracket: Unicode.Scalar) {
    bytes.append(UInt8(ascii: bracket))
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  mutating func name(_ name: String) {
    separate()
    quote(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// A field's name, which needs no escapes.
  mutating func name(_ field: FieldDescriptor) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: field.jsonNameBytes)
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  mutating func string(_ text: String) {
    separate()
    quote(text)
    needsComma = true
  }

  /// `true`, `null`, a number: as it stands.
  mutating func literal(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
    needsComma = true
  }

  /// A finite number, without a fraction where it has none; else its name as a string.
  mutating func double(_ value: Double) {
    if value.isNaN {
      string("NaN")
    } else if value.isInfinite {
      string(value < 0 ? "-Infinity" : "Infinity")
    } else {
      literal(Self.shortest(value.description))
    }
  }

  mutating func float(_ value: Float) {
    if value.isFinite { literal(Self.shortest(value.description)) } else { double(Double(value)) }
  }

  /// Swift writes 1.0 where JSON has 1.
  private static func shortest(_ text: String) -> String {
    text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  private mutating func quote(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0x0A: bytes.append(contentsOf: "\\n".utf8)
      case 0x0D: bytes.append(contentsOf: "\\r".utf8)
      case 0x09: bytes.append(contentsOf: "\\t".utf8)
      case 0..<0x20, 0x7F:
        bytes.append(contentsOf: "\\u00".utf8)
        bytes.append(Self.hexDigit(byte >> 4))
        bytes.append(Self.hexDigit(byte & 15))
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x61 + value - 10 }
}

extension JSONText {
  /// A value as it was taken apart.
  mutating func value(_ value: JSONValue) {
    switch value {
    case .null: literal("null")
    case .bool(let flag): literal(flag ? "true" : "false")
    case .number(let text): literal(text)
    case .string(let text): string(text)
    case .array(let elements):
      beginArray()
      for element in elements { self.value(element) }
      endArray()
    case .object(let members):
      beginObject()
      for member in members {
        name(member.name)
        self.value(member.value)
      }
      endObject()
    }
  }
}

extension JSONValue {
  /// The value as JSON text, in UTF-8.
  public var text: [UInt8] {
    var text = JSONText()
    text.value(self)
    return text.bytes
  }
}
