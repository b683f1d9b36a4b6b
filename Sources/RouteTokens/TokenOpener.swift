internal import CSodium
public import RoutePlan

/// Opens tokens with any key of a ring that is not retired.
public struct TokenOpener: Sendable {
  private let keys: KeyRing

  public init(keys: KeyRing) { self.keys = keys }

  /// What a token says. Total: any text gives a plan or a failure, in memory of a few times the text's length.
  ///
  /// Tokens of more than 262,144 characters are refused before anything is allocated.
  public func open(_ token: String) throws(TokenFailure) -> OpenedToken {
    let payload = try openPayload(token)
    return OpenedToken(plan: try TokenPayload.decode(payload), hash: Self.hash(of: token))
  }

  /// The payload as a serialized `navigator.v1.RouteTokenPayload`.
  public func openPayload(_ token: String) throws(TokenFailure) -> [UInt8] {
    guard Sodium.isReady else { throw .notAuthentic }
    let bytes = try Self.envelope(token)
    guard bytes[0] == TokenEnvelope.version else { throw .unsupportedVersion(bytes[0]) }
    guard bytes.count >= TokenEnvelope.overhead else { throw .truncated }
    let id = TokenEnvelope.keyID(of: bytes)
    guard let entry = keys.entries.first(where: { $0.id == id }) else { throw .unknownKey(id.rawValue) }
    guard let secret = entry.secret, entry.state != .retired else { throw .retiredKey(id.rawValue) }
    guard let payload = Self.decrypt(bytes, with: secret) else { throw .notAuthentic }
    return payload
  }

  /// Digest of a token's text, sealed soundly or not.
  public static func hash(of token: String) -> TokenHash {
    var digest = [UInt8](repeating: 0, count: 16)
    let text = Array(token.utf8)
    crypto_generichash(&digest, digest.count, text, UInt64(text.count), nil, 0)
    let words = [digest[..<8], digest[8...]].map { $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
    return TokenHash(high: words[0], low: words[1])
  }

  private static func envelope(_ token: String) throws(TokenFailure) -> [UInt8] {
    // A string's UTF-8 is counted without copying it.
    guard token.utf8.count <= TokenEnvelope.maximumCharacters else { throw .tooLong }
    guard !token.isEmpty else { throw .empty }
    var token = token
    guard let bytes = token.withUTF8({ Base64URL.decode(UnsafeRawBufferPointer($0)) }) else { throw .notBase64URL }
    guard bytes.count >= TokenEnvelope.headerLength else { throw .truncated }
    return bytes
  }

  private static func decrypt(_ bytes: [UInt8], with secret: SecretKey) -> [UInt8]? {
    let nonceStart = TokenEnvelope.headerLength
    let sealedStart = nonceStart + TokenEnvelope.nonceLength
    var isAuthentic = false
    let payload = [UInt8](unsafeUninitializedCapacity: bytes.count - TokenEnvelope.overhead + 1) { target, count in
      bytes.withUnsafeBufferPointer { source in
        guard let start = source.baseAddress else { return }
        let status = secret.withSealingKey { key in
          crypto_aead_xchacha20poly1305_ietf_decrypt(
            target.baseAddress, nil, nil, start + sealedStart, UInt64(source.count - sealedStart), start,
            UInt64(TokenEnvelope.headerLength), start + nonceStart, key)
        }
        isAuthentic = status == 0
        count = isAuthentic ? source.count - TokenEnvelope.overhead : 0
      }
    }
    return isAuthentic ? payload : nil
  }
}
