internal import CSodium

/// One master key and the two subkeys made of it, in guarded memory that is wiped when the last owner lets go.
final class SecretKey: Sendable {
  static let length = 32
  private static let context: [CChar] = Array("navtoken".utf8).map { CChar(bitPattern: $0) }

  // Written in init and freed in deinit only, so that reading from several threads needs no lock.
  nonisolated(unsafe) private let block: UnsafeMutableRawPointer

  /// Takes the key over from `master`, which stays the caller's to wipe. Nil when it has the wrong length or no
  /// memory is left.
  init?(copying master: UnsafeRawBufferPointer) {
    guard Sodium.isReady, master.count == Self.length, let source = master.baseAddress,
      let block = sodium_malloc(3 * Self.length)
    else { return nil }
    block.copyMemory(from: source, byteCount: Self.length)
    let masterBytes = block.assumingMemoryBound(to: UInt8.self)
    for subkey in 1...2 {
      crypto_kdf_derive_from_key(
        masterBytes + subkey * Self.length, Self.length, UInt64(subkey), Self.context, masterBytes)
    }
    sodium_mprotect_readonly(block)
    self.block = block
  }

  /// A fresh random key.
  static func generate() -> SecretKey? {
    withUnsafeTemporaryAllocation(byteCount: length, alignment: 8) { buffer in
      guard Sodium.isReady, let base = buffer.baseAddress else { return nil }
      randombytes_buf(base, length)
      defer { sodium_memzero(base, length) }
      return SecretKey(copying: UnsafeRawBufferPointer(buffer))
    }
  }

  deinit { sodium_free(block) }

  /// The key as the key-ring file holds it.
  func withMaster<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    body(UnsafeRawBufferPointer(start: block, count: Self.length))
  }

  /// The key that seals and opens.
  func withSealingKey<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result {
    body(UnsafePointer((block + Self.length).assumingMemoryBound(to: UInt8.self)))
  }

  /// The key that derives nonces.
  func withNonceKey<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result {
    body(UnsafePointer((block + 2 * Self.length).assumingMemoryBound(to: UInt8.self)))
  }
}

enum Sodium {
  /// Whether the library could be set up; it then has a working source of randomness.
  static let isReady = sodium_init() >= 0
}
