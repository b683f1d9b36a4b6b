import Glibc

/// Writes a file that a reader sees whole or not at all.
enum OutputFile {
  /// Writes beside the path, then renames: an interrupted run leaves the former file.
  static func replace(_ path: String, with bytes: [UInt8]) throws(CommandFailure) {
    let draft = path + ".part\(getpid())"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw failure(path) }
    var start = 0
    while start < bytes.count {
      let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress.map { $0 + start }, $0.count - start) }
      if written < 0 {
        if errno == EINTR { continue }
        let reason = failure(path)
        close(descriptor)
        unlink(draft)
        throw reason
      }
      start += written
    }
    guard fsync(descriptor) == 0, close(descriptor) == 0, rename(draft, path) == 0 else {
      let reason = failure(path)
      unlink(draft)
      throw reason
    }
  }

  private static func failure(_ path: String) -> CommandFailure {
    CommandFailure(
      .inputOutput, "cannot write \(path): \(String(cString: strerror(errno)))", "check the directory and free space")
  }
}
