/// A strict JSON reader (RFC 8259): UTF-8 only, unique names, bounded depth, no extensions.
///
/// Foundation's reader drops repeated names and rounds large integers; this one keeps what was sent.
public struct JSONParser {
  /// Deeper nesting is refused.
  public static let maximumDepth = 64

  private let bytes: UnsafeRawBufferPointer
  private var offset = 0

  private init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Reads a whole text. Never traps, whatever the bytes.
  public static func parse(_ bytes: UnsafeRawBufferPointer) throws(JSONSyntaxError) -> JSONValue {
    var parser = JSONParser(bytes)
    parser.skipSpace()
    let value = try parser.value(depth: 0)
    parser.skipSpace()
    guard parser.offset == bytes.count else { throw parser.failure("text after the end of the value") }
    return value
  }

  /// Reads a whole text held in an array.
  public static func parse(_ bytes: [UInt8]) throws(JSONSyntaxError) -> JSONValue {
    let result: Result<JSONValue, JSONSyntaxError> = bytes.withUnsafeBytes { raw in
      do throws(JSONSyntaxError) { return .success(try parse(raw)) } catch { return .failure(error) }
    }
    return try result.get()
  }

  private func failure(_ text: String) -> JSONSyntaxError { JSONSyntaxError(offset: offset, text: text) }

  private var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
  }

  /// Steps over the byte if it comes next.
  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  private mutating func value(depth: Int) throws(JSONSyntaxError) -> JSONValue {
    guard depth < Self.maximumDepth else { throw failure("nested too deeply") }
    switch peek {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return .number(try number())
    }
  }

  private mutating func word(_ text: String, _ value: JSONValue) throws(JSONSyntaxError) -> JSONValue {
    let end = offset + text.utf8.count
    guard end <= bytes.count, bytes[offset..<end].elementsEqual(text.utf8) else { throw failure("no JSON value") }
    offset = end
    return value
  }

  private mutating func object(depth: Int) throws(JSONSyntaxError) -> JSONValue {
    offset += 1
    var members: [JSONMember] = []
    var names: Set<String> = []
    /// Up to this many members are compared one by one.
    let few = 12
    skipSpace()
    if take("}") { return .object(members) }
    while true {
      skipSpace()
      guard peek == UInt8(ascii: "\"") else { throw failure("a name in quotes expected") }
      let name = try string()
      if members.count == few { names = Set(members.map(\.name)) }
      let isRepeated = members.count < few ? members.contains { $0.name == name } : !names.insert(name).inserted
      if isRepeated { throw failure("a name occurs twice in one object") }
      skipSpace()
      guard take(":") else { throw failure("':' expected") }
      skipSpace()
      members.append(JSONMember(name, try value(depth: depth + 1)))
      skipSpace()
      if take("}") { return .object(members) }
      guard take(",") else { throw failure("',' or '}' expected") }
    }
  }

  private mutating func array(depth: Int) throws(JSONSyntaxError) -> JSONValue {
    offset += 1
    var elements: [JSONValue] = []
    skipSpace()
    if take("]") { return .array(elements) }
    while true {
      skipSpace()
      elements.append(try value(depth: depth + 1))
      skipSpace()
      if take("]") { return .array(elements) }
      guard take(",") else { throw failure("',' or ']' expected") }
    }
  }

  private mutating func digits() throws(JSONSyntaxError) {
    let start = offset
    while let byte = peek, byte >= 0x30, byte <= 0x39 { offset += 1 }
    if offset == start { throw failure(start == bytes.count ? "the text ends early" : "no JSON value") }
  }

  private mutating func number() throws(JSONSyntaxError) -> String {
    let start = offset
    _ = take("-")
    let first = offset
    try digits()
    if bytes[first] == UInt8(ascii: "0"), offset - first > 1 { throw failure("a number with a leading zero") }
    if take(".") { try digits() }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try digits()
    }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  private mutating func string() throws(JSONSyntaxError) -> String {
    offset += 1
    let start = offset
    // Text without escapes, the usual case, is taken as it stands.
    while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { offset += 1 }
    if peek == UInt8(ascii: "\"") {
      let slice = UnsafeRawBufferPointer(rebasing: bytes[start..<offset])
      offset += 1
      return try text(slice)
    }
    var buffer = Array(bytes[start..<offset])
    while let byte = peek {
      offset += 1
      switch byte {
      case UInt8(ascii: "\""): return try text(buffer)
      case UInt8(ascii: "\\"): try escape(into: &buffer)
      case 0..<0x20: throw failure("a control character within a string")
      default: buffer.append(byte)
      }
    }
    throw failure("a string without an end")
  }

  private func text(_ raw: some Sequence<UInt8>) throws(JSONSyntaxError) -> String {
    guard let text = String(validating: raw, as: UTF8.self) else { throw failure("a string that is not UTF-8") }
    return text
  }

  private mutating func escape(into buffer: inout [UInt8]) throws(JSONSyntaxError) {
    guard let byte = peek else { throw failure("a string without an end") }
    offset += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): buffer.append(byte)
    case UInt8(ascii: "b"): buffer.append(0x08)
    case UInt8(ascii: "f"): buffer.append(0x0C)
    case UInt8(ascii: "n"): buffer.append(0x0A)
    case UInt8(ascii: "r"): buffer.append(0x0D)
    case UInt8(ascii: "t"): buffer.append(0x09)
    case UInt8(ascii: "u"): buffer.append(contentsOf: try escapedScalar().utf8Bytes)
    default: throw failure("an unknown escape")
    }
  }

  /// `\u` and four hexadecimal digits, or a pair of them for a character beyond the basic plane.
  private mutating func escapedScalar() throws(JSONSyntaxError) -> Unicode.Scalar {
    let first = try hexadecimal()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, take("\\"), take("u") else { throw failure("half of a surrogate pair") }
    let second = try hexadecimal()
    guard second >= 0xDC00, second < 0xE000,
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw failure("half of a surrogate pair") }
    return scalar
  }

  private mutating func hexadecimal() throws(JSONSyntaxError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek else { throw failure("a string without an end") }
      offset += 1
      switch byte {
      case 0x30...0x39: value = value << 4 | UInt32(byte - 0x30)
      case 0x41...0x46: value = value << 4 | UInt32(byte - 0x41 + 10)
      case 0x61...0x66: value = value << 4 | UInt32(byte - 0x61 + 10)
      default: throw failure("four hexadecimal digits expected")
      }
    }
    return value
  }
}

extension Unicode.Scalar {
  fileprivate var utf8Bytes: [UInt8] { Array(String(Character(self)).utf8) }
}
