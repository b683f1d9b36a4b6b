internal import CSodium
internal import Glibc

extension KeyRing {
  /// The ring in a file that nobody but its owner may read or write (mode 0600 or narrower).
  public static func read(path: String) throws(KeyRingFailure) -> KeyRing {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .file(path: path, errno: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .file(path: path, errno: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notARegularFile(path: path) }
    guard status.st_mode & 0o177 == 0 else {
      throw .permissionsTooWide(path: path, mode: UInt32(status.st_mode & 0o7777))
    }
    let result = withUnsafeTemporaryAllocation(byteCount: maximumFileLength + 1, alignment: 8) {
      buffer -> Result<KeyRing, KeyRingFailure> in
      defer { if let base = buffer.baseAddress { sodium_memzero(base, buffer.count) } }
      var length = 0
      while length < buffer.count {
        let count = Glibc.read(descriptor, buffer.baseAddress! + length, buffer.count - length)
        if count < 0, errno == EINTR { continue }
        if count < 0 { return .failure(.file(path: path, errno: errno)) }
        if count == 0 { break }
        length += count
      }
      let text = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<length])
      do throws(KeyRingFailure) { return .success(try KeyRing(json: text)) } catch { return .failure(error) }
    }
    return try result.get()
  }

  /// Writes the ring to a new file of mode 0600, all or nothing; an existing file is refused.
  public func create(path: String) throws(KeyRingFailure) {
    let temporary = try writeBeside(path)
    defer { unlink(temporary) }
    // A link to a new name fails when the name is taken, which rename would not.
    guard link(temporary, path) == 0 else {
      throw errno == EEXIST ? .fileExists(path: path) : .file(path: path, errno: errno)
    }
    try Self.syncDirectory(of: path)
  }

  /// Puts the ring in the place of an existing file, all or nothing: readers see the former ring or this one.
  public func replace(path: String) throws(KeyRingFailure) {
    let temporary = try writeBeside(path)
    guard rename(temporary, path) == 0 else {
      let code = errno
      unlink(temporary)
      throw .file(path: path, errno: code)
    }
    try Self.syncDirectory(of: path)
  }

  /// A complete, synced file of mode 0600 in the same directory, and so on the same file system.
  private func writeBeside(_ path: String) throws(KeyRingFailure) -> String {
    var template = Array("\(path).\(String(repeating: "X", count: 6))".utf8CString)
    // mkstemp fills in the name and makes the file with mode 0600, whatever the umask.
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw .file(path: path, errno: errno) }
    let temporary = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    var code = withJSON { Self.writeAll($0, to: descriptor) }
    if code == 0, fsync(descriptor) != 0 { code = errno }
    close(descriptor)
    guard code == 0 else {
      unlink(temporary)
      throw .file(path: path, errno: code)
    }
    return temporary
  }

  /// Zero, or the errno.
  private static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
    var start = 0
    while start < bytes.count {
      let count = Glibc.write(descriptor, bytes.baseAddress! + start, bytes.count - start)
      if count < 0, errno == EINTR { continue }
      if count < 0 { return errno }
      start += count
    }
    return 0
  }

  private static func syncDirectory(of path: String) throws(KeyRingFailure) {
    let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .file(path: directory, errno: errno) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw .file(path: directory, errno: errno) }
  }
}

func errorText(_ code: Int32) -> String { String(cString: strerror(code)) }
