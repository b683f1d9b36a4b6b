import Glibc
public import RoadNetwork

/// A file mapped into memory, read-only and shared: the bytes of a road network.
public final class MappedFile: ByteStorage {
  /// Why a file could not be mapped.
  public enum Failure: Error, Hashable, Sendable {
    /// Not there, or not readable; the system's words.
    case missing(reason: String)
  }

  // Written before the initializer returns; the mapping is read-only.
  public nonisolated(unsafe) let bytes: UnsafeRawBufferPointer

  public init(path: String) throws(Failure) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .missing(reason: String(cString: strerror(errno))) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .missing(reason: String(cString: strerror(errno))) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .missing(reason: "not a regular file") }
    let size = Int(status.st_size)
    guard size > 0 else {
      bytes = UnsafeRawBufferPointer(start: nil, count: 0)
      return
    }
    guard let address = mmap(nil, size, PROT_READ, MAP_SHARED, descriptor, 0), address != MAP_FAILED else {
      throw .missing(reason: String(cString: strerror(errno)))
    }
    bytes = UnsafeRawBufferPointer(start: address, count: size)
  }

  deinit {
    if let address = bytes.baseAddress { munmap(UnsafeMutableRawPointer(mutating: address), bytes.count) }
  }
}
