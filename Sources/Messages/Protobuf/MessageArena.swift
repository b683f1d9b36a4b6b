internal import CNavigatorProto

/// Memory for the C messages of one record: handed out piece by piece, freed all at once, bounded.
///
/// Confined to one thread.
final class MessageArena {
  private struct Block {
    var start: UnsafeMutableRawPointer
    var count: Int
  }

  private var blocks: [Block] = []
  private var used = 0
  private var handedOut = 0
  private let limit: Int
  private static let alignment = 16
  private static let firstBlockBytes = 16 << 10

  /// - Parameter limit: bytes after which the C library gets no more memory.
  init(limit: Int) { self.limit = limit }

  deinit {
    for block in blocks { block.start.deallocate() }
  }

  /// Forgets everything handed out; keeps the first block, so that the usual record allocates nothing.
  func reset() {
    for block in blocks.dropFirst() { block.start.deallocate() }
    if blocks.count > 1 { blocks.removeSubrange(1...) }
    used = 0
    handedOut = 0
  }

  /// Uninitialized memory, or nil beyond the limit.
  private func allocate(_ size: Int) -> UnsafeMutableRawPointer? {
    guard size >= 0, size <= limit - handedOut else { return nil }
    return take(size)
  }

  /// Uninitialized memory, limit or not: for messages of our own making.
  func take(_ size: Int) -> UnsafeMutableRawPointer {
    let needed = max((size + Self.alignment - 1) & ~(Self.alignment - 1), Self.alignment)
    if let block = blocks.last, block.count - used >= needed {
      defer {
        used += needed
        handedOut += needed
      }
      return block.start + used
    }
    let count = max(needed, blocks.last.map { $0.count * 2 } ?? Self.firstBlockBytes)
    let block = Block(start: .allocate(byteCount: count, alignment: Self.alignment), count: count)
    blocks.append(block)
    used = needed
    handedOut += needed
    return block.start
  }

  /// Runs the body with an allocator for the C library that takes from this arena and never frees by piece.
  func withAllocator<Result>(_ body: (UnsafeMutablePointer<ProtobufCAllocator>) -> Result) -> Result {
    var allocator = ProtobufCAllocator(
      alloc: { arena, size in
        guard let arena, size <= Int.max else { return nil }
        return Unmanaged<MessageArena>.fromOpaque(arena).takeUnretainedValue().allocate(Int(size))
      },
      free: { _, _ in },
      allocator_data: Unmanaged.passUnretained(self).toOpaque())
    return withExtendedLifetime(self) { body(&allocator) }
  }

  /// Reads a message from checked bytes; nil when they do not parse or need too much memory.
  func unpack<Message>(_ type: Message.Type, _ descriptor: Descriptor, _ bytes: UnsafeRawBufferPointer)
    -> UnsafePointer<Message>?
  {
    withAllocator { allocator in
      let data = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
      guard let message = protobuf_c_message_unpack(descriptor.raw, allocator, bytes.count, data) else { return nil }
      return UnsafePointer(UnsafeMutableRawPointer(message).assumingMemoryBound(to: Message.self))
    }
  }
}
