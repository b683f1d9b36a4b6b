/// Reads the little JSON a key ring needs straight from the file's bytes, so that no secret becomes a String.
struct KeyRingScanner {
  private let text: UnsafeRawBufferPointer
  private var position = 0

  init(_ text: UnsafeRawBufferPointer) { self.text = text }

  var isAtEnd: Bool {
    mutating get {
      skipSpace()
      return position == text.count
    }
  }

  /// Takes `character` if it is next.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard position < text.count, UInt32(text[position]) == character.value else { return false }
    position += 1
    return true
  }

  mutating func expect(_ character: Unicode.Scalar) throws(KeyRingFailure) {
    guard take(character) else { throw .malformed("'\(character)' expected at byte \(position)") }
  }

  /// The inside of a string, where it lies. Escapes are refused: no field needs one.
  mutating func stringBytes() throws(KeyRingFailure) -> UnsafeRawBufferPointer {
    try expect("\"")
    let start = position
    while position < text.count, text[position] != UInt8(ascii: "\"") {
      guard text[position] != UInt8(ascii: "\\"), text[position] >= 0x20 else {
        throw .malformed("an escape or control character at byte \(position)")
      }
      position += 1
    }
    guard position < text.count else { throw .malformed("a string without end") }
    position += 1
    return UnsafeRawBufferPointer(rebasing: text[start..<(position - 1)])
  }

  mutating func string() throws(KeyRingFailure) -> String {
    String(decoding: try stringBytes(), as: UTF8.self)
  }

  private mutating func skipSpace() {
    while position < text.count, [0x20, 0x09, 0x0A, 0x0D].contains(text[position]) { position += 1 }
  }
}
