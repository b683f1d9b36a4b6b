import Glibc

/// A mapped file that loses pages under the process (truncated, or its disk gone) shows as SIGBUS: the process ends with a line that
/// names the file, not with a crash report that does not.
enum MappingFault {
  // Written before the handler is set, read by it alone.
  private nonisolated(unsafe) static var line = UnsafeBufferPointer<UInt8>(start: nil, count: 0)

  /// From now on a fault in a mapping is told as one of this file, and ends the process with status 74.
  static func tell(of path: String) {
    let text = """
      navigator: the network file \(path) was changed in place while it was in use (put the new file beside it and rename it, as network build does)

      """
    let room = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
    _ = room.initialize(from: text.utf8)
    line = UnsafeBufferPointer(room)
    var action = sigaction()
    // Only calls that are safe in a signal handler (signal-safety(7)).
    action.__sigaction_handler.sa_handler = { _ in
      _ = write(STDERR_FILENO, MappingFault.line.baseAddress, MappingFault.line.count)
      _exit(ExitStatus.inputOutput.rawValue)
    }
    sigaction(SIGBUS, &action, nil)
  }
}
