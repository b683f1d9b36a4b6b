/// The hash by which Java's Kafka clients place keys (`org.apache.kafka.common.utils.Utils.murmur2`).
///
/// MurmurHash2, 32 bits, seed 0x9747b28c. librdkafka's name for the partitioner is `murmur2_random`.
public enum Murmur2 {
  public static func hash(_ key: UnsafeRawBufferPointer) -> UInt32 {
    let multiplier: UInt32 = 0x5bd1_e995
    var hash: UInt32 = 0x9747_b28c ^ UInt32(truncatingIfNeeded: key.count)
    let words = key.count / 4
    for word in 0..<words {
      var k = UInt32(littleEndian: key.loadUnaligned(fromByteOffset: word * 4, as: UInt32.self))
      k = k &* multiplier
      k ^= k >> 24
      k = k &* multiplier
      hash = hash &* multiplier
      hash ^= k
    }
    let tail = words * 4
    let left = key.count - tail
    if left >= 3 { hash ^= UInt32(key[tail + 2]) << 16 }
    if left >= 2 { hash ^= UInt32(key[tail + 1]) << 8 }
    if left >= 1 {
      hash ^= UInt32(key[tail])
      hash = hash &* multiplier
    }
    hash ^= hash >> 13
    hash = hash &* multiplier
    hash ^= hash >> 15
    return hash
  }

  public static func hash(_ key: [UInt8]) -> UInt32 { key.withUnsafeBytes { hash($0) } }

  /// The partition of a key among `count` (above zero): Java's `toPositive(murmur2(key)) % count`.
  public static func partition(forKey key: UnsafeRawBufferPointer, count: Int32) -> Int32 {
    precondition(count > 0, "a topic has at least one partition")
    return Int32(truncatingIfNeeded: hash(key) & 0x7fff_ffff) % count
  }

  /// As above, for a key in an array.
  public static func partition(forKey key: [UInt8], count: Int32) -> Int32 {
    key.withUnsafeBytes { partition(forKey: $0, count: count) }
  }
}
