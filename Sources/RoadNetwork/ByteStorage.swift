/// Bytes that stay at one place, unchanged, as long as the object lives: a mapped file or memory.
public protocol ByteStorage: AnyObject, Sendable {
  /// The bytes; the base address is aligned to 8.
  var bytes: UnsafeRawBufferPointer { get }
}

/// Bytes in memory, for networks that come from no file.
public final class MemoryStorage: ByteStorage {
  // Written before the initializer returns, read-only afterwards.
  private nonisolated(unsafe) let buffer: UnsafeMutableRawBufferPointer

  public var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(buffer) }

  public init(_ content: [UInt8]) {
    buffer = .allocate(byteCount: content.count, alignment: 8)
    buffer.copyBytes(from: content)
  }

  deinit { buffer.deallocate() }
}
