import Glibc

/// Writes a file that a reader sees whole or not at all.
///
/// A link is followed. What is no regular file (a device, a pipe) is written to and stays what it is.
enum OutputFile {
  /// Writes beside the path, then renames: an interrupted run leaves the former file.
  static func replace(_ path: String, with bytes: [UInt8]) throws(CommandFailure) {
    try Draft(of: path, with: bytes).publish()
  }

  /// The content of a file under a name beside it, until it is published or discarded.
  struct Draft {
    let path: String
    private let finalPath: String
    /// A device or a pipe: the draft's content goes into it.
    private let isWrittenThrough: Bool

    init(of finalPath: String, with bytes: [UInt8]) throws(CommandFailure) {
      var known = stat()
      let isThere = stat(finalPath, &known) == 0
      isWrittenThrough = isThere && known.st_mode & S_IFMT != S_IFREG && known.st_mode & S_IFMT != S_IFDIR
      self.finalPath = isThere && !isWrittenThrough ? resolved(finalPath) : finalPath
      path = (isWrittenThrough ? temporaryFolder + "/navigator" : self.finalPath) + ".part\(getpid())"
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else { throw failure(finalPath) }
      let isWritten = bytes.withUnsafeBytes { write($0, to: descriptor) } && fsync(descriptor) == 0
      guard isWritten, close(descriptor) == 0 else {
        let reason = failure(finalPath)
        if !isWritten { close(descriptor) }
        discard()
        throw reason
      }
    }

    /// Puts it in the file's place.
    func publish() throws(CommandFailure) {
      if isWrittenThrough {
        defer { discard() }
        return try copy()
      }
      guard rename(path, finalPath) == 0 else {
        let reason = failure(finalPath)
        discard()
        throw reason
      }
    }

    func discard() { unlink(path) }

    private func copy() throws(CommandFailure) {
      let (source, target) = (open(path, O_RDONLY | O_CLOEXEC), open(finalPath, O_WRONLY | O_CLOEXEC))
      defer {
        close(source)
        close(target)
      }
      guard source >= 0, target >= 0 else { throw failure(finalPath) }
      var room = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = room.withUnsafeMutableBytes { read(source, $0.baseAddress, $0.count) }
        if count == 0 { return }
        guard count > 0, room.withUnsafeBytes({ write(.init(rebasing: $0[..<count]), to: target) }) else {
          throw failure(finalPath)
        }
      }
    }
  }

  /// Whether two paths name one file that is there.
  static func isSame(_ first: String, _ second: String) -> Bool {
    var (a, b) = (stat(), stat())
    return stat(first, &a) == 0 && stat(second, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino
  }

  private static var temporaryFolder: String { getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp" }

  private static func resolved(_ path: String) -> String {
    guard let found = realpath(path, nil) else { return path }
    defer { free(found) }
    return String(cString: found)
  }

  /// All of it; false with `errno` set.
  private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var start = 0
    while start < bytes.count {
      let written = Glibc.write(descriptor, bytes.baseAddress.map { $0 + start }, bytes.count - start)
      if written < 0 {
        if errno == EINTR { continue }
        return false
      }
      start += written
    }
    return true
  }

  /// Whether the path can be written, before the work that ends in writing it; leaves nothing behind.
  static func check(_ path: String) throws(CommandFailure) {
    var known = stat()
    if stat(path, &known) == 0, known.st_mode & S_IFMT == S_IFDIR {
      throw CommandFailure(.inputOutput, "cannot write \(path): it is a directory", "name a file in it")
    }
    let draft = path + ".part\(getpid())"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw failure(path) }
    close(descriptor)
    unlink(draft)
  }

  private static func failure(_ path: String) -> CommandFailure {
    CommandFailure(
      .inputOutput, "cannot write \(path): \(String(cString: strerror(errno)))", "check the directory and free space")
  }
}
