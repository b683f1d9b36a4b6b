internal import CSodium
public import RoutePlan

/// Where a token's nonce comes from.
public enum TokenNonce: Hashable, Sendable {
  /// For the command line and HTTP: two tokens of one plan differ.
  case random
  /// Inside the worker, from the record that asked and the number of the output: a replay gives the same bytes, and
  /// other input never the same nonce.
  case derived(topic: String, partition: Int32, offset: Int64, outputIndex: Int32)
}

/// Why a plan could not be sealed.
public enum SealFailure: Error, Hashable, Sendable {
  /// The token would be longer than any opener takes.
  case tooLong
  case noRandomness
}

/// Makes tokens with the active key of a ring.
public struct TokenSealer: Sendable {
  private let keys: KeyRing

  public init(keys: KeyRing) { self.keys = keys }

  /// The token of a plan: base64url without padding.
  public func seal(_ plan: RoutePlan, nonce: TokenNonce) throws(SealFailure) -> String {
    try seal(payload: TokenPayload.encode(plan), nonce: nonce)
  }

  func seal(payload: [UInt8], nonce source: TokenNonce) throws(SealFailure) -> String {
    guard Sodium.isReady else { throw .noRandomness }
    let length = TokenEnvelope.overhead + payload.count
    guard (length * 8 + 5) / 6 <= TokenEnvelope.maximumCharacters else { throw .tooLong }
    let header = TokenEnvelope.header(keyID: keys.active.id)
    let nonce = bytes(of: source, payload: payload)
    var sealed = [UInt8](repeating: 0, count: payload.count + TokenEnvelope.tagLength)
    // Encryption with a key, nonce and message in memory has no way to fail.
    keys.active.secret.withSealingKey { key in
      _ = crypto_aead_xchacha20poly1305_ietf_encrypt(
        &sealed, nil, payload, UInt64(payload.count), header, UInt64(header.count), nil, nonce, key)
    }
    return Base64URL.encode(header + nonce + sealed)
  }

  private func bytes(of source: TokenNonce, payload: [UInt8]) -> [UInt8] {
    var nonce = [UInt8](repeating: 0, count: TokenEnvelope.nonceLength)
    switch source {
    case .random:
      randombytes_buf(&nonce, nonce.count)
    case .derived(let topic, let partition, let offset, let outputIndex):
      // Fixed-length numbers and lengths first, so that no two inputs give one message.
      var message: [UInt8] = []
      message.append(bigEndian: UInt32(bitPattern: partition))
      message.append(bigEndian: UInt64(bitPattern: offset))
      message.append(bigEndian: UInt32(bitPattern: outputIndex))
      message.append(bigEndian: UInt64(topic.utf8.count))
      message += Array(topic.utf8)
      message += payload
      keys.active.secret.withNonceKey { key in
        _ = crypto_generichash(
          &nonce, nonce.count, message, UInt64(message.count), key, SecretKey.length)
      }
    }
    return nonce
  }
}

extension [UInt8] {
  mutating func append(bigEndian value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
  }
}
