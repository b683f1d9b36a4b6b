/// The framing of a schema registry's serializers: a zero byte, the schema's id in four bytes, big end first, and for
/// protobuf the indexes of the message within its schema.
///
/// Whether a topic's values are framed is a setting, never a guess.
public struct ConfluentFraming: Hashable, Sendable {
  /// Ids that are accepted; nil accepts all.
  public var schemaIDs: Set<UInt32>?

  public init(schemaIDs: Set<UInt32>? = nil) { self.schemaIDs = schemaIDs }

  /// Most message indexes that are read: deeper nesting of message types is not of our schemas.
  static let maximumIndexes = 16

  /// The value without its frame.
  func content(of value: UnsafeRawBufferPointer) throws(DecodeFailure) -> UnsafeRawBufferPointer {
    guard value.count >= 5, value[0] == 0 else {
      throw DecodeFailure(.framing, .badFraming, "a zero byte and a four-byte schema id expected")
    }
    let id = UInt32(bigEndian: value.loadUnaligned(fromByteOffset: 1, as: UInt32.self))
    if let schemaIDs, !schemaIDs.contains(id) {
      throw DecodeFailure(.framing, .unknownSchemaID, "schema id \(id) is not in the configured list")
    }
    let rest = UnsafeRawBufferPointer(rebasing: value[5...])
    // JSON carries no indexes; as an index count its first byte would be negative.
    if ContentKind(guessedFrom: rest) == .json { return rest }
    return try Self.afterIndexes(rest)
  }

  /// A count and as many indexes, zig-zag varints; a lone zero stands for the first message.
  private static func afterIndexes(_ bytes: UnsafeRawBufferPointer) throws(DecodeFailure) -> UnsafeRawBufferPointer {
    let failure = DecodeFailure(.framing, .badFraming, "message indexes expected after the schema id")
    var reader = WireReader(bytes)
    do {
      let count = ZigZag.decode(try reader.varint())
      guard count >= 0, count <= Int64(maximumIndexes) else { throw failure }
      for _ in 0..<count where ZigZag.decode(try reader.varint()) < 0 { throw failure }
    } catch { throw failure }
    return UnsafeRawBufferPointer(rebasing: bytes[reader.offset...])
  }
}
