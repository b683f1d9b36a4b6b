internal import CSodium

extension KeyRing {
  /// A longer text is refused before it is read.
  public static let maximumFileLength = 65_536

  /// Reads `{"keys":[{"id":"…","state":"active|open|retired","secret":"…"}]}`.
  ///
  /// The bytes stay the caller's; no part of a secret is copied outside guarded memory. Unknown members are refused.
  public init(json: UnsafeRawBufferPointer) throws(KeyRingFailure) {
    guard json.count <= Self.maximumFileLength else { throw .malformed("longer than \(Self.maximumFileLength) bytes") }
    var scanner = KeyRingScanner(json)
    var entries: [Entry] = []
    try scanner.expect("{")
    guard try scanner.string() == "keys" else { throw .malformed("the first member is not \"keys\"") }
    try scanner.expect(":")
    try scanner.expect("[")
    repeat {
      guard entries.count < Self.maximumKeys else { throw .malformed("more than \(Self.maximumKeys) keys") }
      entries.append(try Self.entry(&scanner))
    } while scanner.take(",")
    try scanner.expect("]")
    try scanner.expect("}")
    guard scanner.isAtEnd else { throw .malformed("text after the end") }
    try self.init(entries: entries)
  }

  /// Bytes form of `init(json:)` for rings that are not in a file, such as those of tests.
  public init(json: [UInt8]) throws(KeyRingFailure) {
    let result = json.withUnsafeBytes { bytes -> Result<KeyRing, KeyRingFailure> in
      do throws(KeyRingFailure) { return .success(try KeyRing(json: bytes)) } catch { return .failure(error) }
    }
    self = try result.get()
  }

  private static func entry(_ scanner: inout KeyRingScanner) throws(KeyRingFailure) -> Entry {
    var id: KeyID?
    var state: KeyState?
    var secret: SecretKey?
    try scanner.expect("{")
    repeat {
      let name = try scanner.string()
      try scanner.expect(":")
      switch name {
      case "id" where id == nil:
        id = KeyID(try scanner.string())
        guard id != nil else { throw .malformed("an id is not eight hexadecimal digits") }
      case "state" where state == nil:
        state = KeyState(rawValue: try scanner.string())
        guard state != nil else { throw .malformed("a state is none of active, open, retired") }
      case "secret" where secret == nil:
        secret = Self.secret(try scanner.stringBytes())
        guard secret != nil else { throw .malformed("a secret is not 32 bytes in base64url") }
      default: throw .malformed("an unknown or repeated member of a key")
      }
    } while scanner.take(",")
    try scanner.expect("}")
    guard let id, let state else { throw .malformed("a key without id or state") }
    guard (secret == nil) == (state == .retired) else {
      throw .malformed("key \(id): a retired key has no secret, every other has one")
    }
    return Entry(id: id, state: state, secret: secret)
  }

  private static func secret(_ text: UnsafeRawBufferPointer) -> SecretKey? {
    withUnsafeTemporaryAllocation(byteCount: SecretKey.length, alignment: 8) { buffer in
      var count = 0
      defer { if let base = buffer.baseAddress { sodium_memzero(base, buffer.count) } }
      guard Base64URL.decode(text, into: buffer, count: &count) else { return nil }
      return SecretKey(copying: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }

  /// Gives `body` the file's text, which is wiped afterwards.
  func withJSON<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    // Reserved once, so that no outgrown copy with secrets stays behind.
    var text: [UInt8] = []
    text.reserveCapacity(64 + entries.count * 160)
    defer { text.withUnsafeMutableBytes { if let base = $0.baseAddress { sodium_memzero(base, $0.count) } } }
    text += Array("{\"keys\":[\n".utf8)
    for (index, entry) in entries.enumerated() {
      text += Array("  {\"id\":\"\(entry.id)\",\"state\":\"\(entry.state.rawValue)\"".utf8)
      if let secret = entry.secret {
        text += Array(",\"secret\":\"".utf8)
        secret.withMaster { Self.appendBase64URL($0, to: &text) }
        text += Array("\"".utf8)
      }
      text += Array(index + 1 < entries.count ? "},\n".utf8 : "}\n".utf8)
    }
    text += Array("]}\n".utf8)
    return text.withUnsafeBytes(body)
  }

  private static func appendBase64URL(_ secret: UnsafeRawBufferPointer, to text: inout [UInt8]) {
    let length = 44  // 43 characters for 32 bytes, and a terminator
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: length) { buffer in
      guard let base = buffer.baseAddress, let source = secret.baseAddress else { return }
      defer { sodium_memzero(base, length) }
      sodium_bin2base64(
        base, length, source.assumingMemoryBound(to: UInt8.self), secret.count,
        sodium_base64_VARIANT_URLSAFE_NO_PADDING)
      for character in buffer where character != 0 { text.append(UInt8(bitPattern: character)) }
    }
  }
}
