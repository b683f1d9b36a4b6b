import Glibc
import Synchronization

/// Writes each line to standard error with one call, so that lines of threads do not mix.
///
/// A reader that does not keep up must not stop the worker: a line that finds no room within a moment is dropped, and the next one that
/// does says how many were.
public final class StandardErrorSink: LogSink {
  public let format: LogFormat
  private let descriptor: Int32
  private let dropped = Mutex<Int>(0)
  /// Milliseconds that the first line without room waits.
  private static let patience: Int32 = 100

  public init(format: LogFormat, descriptor: Int32 = 2) {
    self.format = format
    self.descriptor = descriptor
  }

  /// Text on a terminal, JSON elsewhere.
  public convenience init() { self.init(format: isatty(STDERR_FILENO) == 1 ? .text : .json) }

  public func write(_ entry: LogEntry) {
    let line = format.line(entry)
    dropped.withLock { dropped in
      guard hasRoom(waiting: dropped == 0 ? Self.patience : 0) else {
        dropped += 1
        return
      }
      if dropped > 0 {
        let note = LogEntry(
          timeMillis: entry.timeMillis, level: .warning, message: "log lines were dropped",
          fields: [LogField("count", dropped)])
        put(format.line(note))
        dropped = 0
      }
      put(line)
    }
  }

  /// Whether a write would not wait; a pipe says so while it has room for a line of ordinary length.
  private func hasRoom(waiting milliseconds: Int32) -> Bool {
    var watched = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&watched, 1, milliseconds) > 0 && Int32(watched.revents) & POLLOUT != 0
  }

  private func put(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      // A closed or full standard error must not stop the worker: the rest of the line is given up.
      if count <= 0 { return }
      written += count
    }
  }
}
