import Glibc
import Synchronization

/// Writes each line to standard error with one call, so that lines of threads do not mix.
public final class StandardErrorSink: LogSink {
  public let format: LogFormat
  private let writing = Mutex(())

  public init(format: LogFormat) { self.format = format }

  /// Text on a terminal, JSON elsewhere.
  public convenience init() { self.init(format: isatty(STDERR_FILENO) == 1 ? .text : .json) }

  public func write(_ entry: LogEntry) {
    let bytes = Array((format.line(entry) + "\n").utf8)
    writing.withLock { _ in
      var written = 0
      while written < bytes.count {
        let count = bytes[written...].withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
        // A closed or full standard error must not stop the worker: the rest of the line is given up.
        if count <= 0 { return }
        written += count
      }
    }
  }
}
