import Glibc

/// Writes a file that a reader sees whole or not at all.
enum OutputFile {
  /// Writes beside the path, then renames: an interrupted run leaves the former file.
  static func replace(_ path: String, with bytes: [UInt8]) throws(CommandFailure) {
    try Draft(of: path, with: bytes).publish()
  }

  /// The content of a file under a name beside it, until it is published or discarded.
  struct Draft {
    let path: String
    private let finalPath: String

    init(of finalPath: String, with bytes: [UInt8]) throws(CommandFailure) {
      self.finalPath = finalPath
      path = finalPath + ".part\(getpid())"
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else { throw failure(finalPath) }
      var start = 0
      while start < bytes.count {
        let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress.map { $0 + start }, $0.count - start) }
        if written < 0 {
          if errno == EINTR { continue }
          let reason = failure(finalPath)
          close(descriptor)
          discard()
          throw reason
        }
        start += written
      }
      guard fsync(descriptor) == 0, close(descriptor) == 0 else {
        let reason = failure(finalPath)
        discard()
        throw reason
      }
    }

    /// Puts it in the file's place.
    func publish() throws(CommandFailure) {
      guard rename(path, finalPath) == 0 else {
        let reason = failure(finalPath)
        discard()
        throw reason
      }
    }

    func discard() { unlink(path) }
  }

  private static func failure(_ path: String) -> CommandFailure {
    CommandFailure(
      .inputOutput, "cannot write \(path): \(String(cString: strerror(errno)))", "check the directory and free space")
  }
}
