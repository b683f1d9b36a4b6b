internal import CSodium

/// The outside of a token: `version (1) ‖ key id (4, big-endian) ‖ nonce (24) ‖ ciphertext and tag`.
enum TokenEnvelope {
  static let version: UInt8 = 1
  /// What is authenticated but not encrypted: the version and the key id.
  static let headerLength = 5
  static let nonceLength = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
  static let tagLength = Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)
  static let overhead = headerLength + nonceLength + tagLength
  /// No token has more characters: room for 25 stops across a large city several times over, and nothing that could
  /// exhaust memory.
  static let maximumCharacters = 262_144

  static func header(keyID: KeyID) -> [UInt8] {
    [
      version, UInt8(truncatingIfNeeded: keyID.rawValue >> 24), UInt8(truncatingIfNeeded: keyID.rawValue >> 16),
      UInt8(truncatingIfNeeded: keyID.rawValue >> 8), UInt8(truncatingIfNeeded: keyID.rawValue),
    ]
  }

  static func keyID(of bytes: [UInt8]) -> KeyID {
    KeyID(rawValue: bytes[1..<5].reduce(0) { $0 << 8 | UInt32($1) })
  }
}

/// Base64 in the URL-safe alphabet without padding (RFC 4648, section 5).
enum Base64URL {
  static func encode(_ bytes: [UInt8]) -> String {
    let capacity = (bytes.count + 2) / 3 * 4 + 1
    return String(unsafeUninitializedCapacity: capacity) { text in
      text.withMemoryRebound(to: CChar.self) { characters -> Int in
        guard let base = characters.baseAddress else { return 0 }
        sodium_bin2base64(base, capacity, bytes, bytes.count, sodium_base64_VARIANT_URLSAFE_NO_PADDING)
        // One character of six bits for each started six bits.
        return (bytes.count * 8 + 5) / 6
      }
    }
  }

  /// Nil for a foreign character, padding, a length no encoder gives, or set bits after the last byte: one text only
  /// stands for given bytes.
  static func decode(_ text: UnsafeRawBufferPointer) -> [UInt8]? {
    let capacity = text.count / 4 * 3 + 3
    var isValid = false
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      isValid = decode(text, into: UnsafeMutableRawBufferPointer(buffer), count: &count)
    }
    return isValid ? bytes : nil
  }

  static func decode(
    _ text: UnsafeRawBufferPointer, into buffer: UnsafeMutableRawBufferPointer, count: inout Int
  ) -> Bool {
    count = 0
    guard let source = text.baseAddress, let target = buffer.baseAddress else { return text.isEmpty }
    let status = sodium_base642bin(
      target, buffer.count, source, text.count, nil, &count, nil, sodium_base64_VARIANT_URLSAFE_NO_PADDING)
    if status != 0 { count = 0 }
    return status == 0
  }
}
