import Glibc
import KafkaBroker
import Synchronization

/// Tells a person who waits that a broker cannot be reached: at once, then twice a minute while it stays so.
///
/// The client tries again by itself and says nothing but in its log.
struct BrokerNews {
  private var toldAt: Int64?

  static let intervalMillis: Int64 = 30_000

  /// The line for one of the client's log lines; nil where there is nothing new to tell.
  mutating func line(for entry: LibraryLogLine, atMillis millis: Int64) -> String? {
    // A broker that closes an idle connection is no error, and the client says so by the level.
    guard entry.facility == "FAIL", entry.level <= 3 else { return nil }
    if let toldAt, millis >= toldAt, millis - toldAt < Self.intervalMillis { return nil }
    toldAt = millis
    return "a broker cannot be reached: \(Self.reason(entry.message)) (trying again)"
  }

  /// `[thrd:host:9092/bootstrap]: host:9092/bootstrap: Connect to … failed: Connection refused (after 0ms in state
  /// CONNECT)` without the thread and the state.
  private static func reason(_ message: String) -> String {
    var text = Substring(message)
    if text.hasPrefix("[thrd:"), let end = text.firstRange(of: "]: ") { text = text[end.upperBound...] }
    if let state = text.firstRange(of: " (after ") { text = text[..<state.lowerBound] }
    return String(text)
  }

  /// Takes the log lines of a client, on any of its threads, and writes to standard error.
  static func teller() -> @Sendable (LibraryLogLine) -> Void {
    let told = Told()
    return { entry in
      guard let line = told.line(for: entry) else { return }
      StandardError.write(CommandFailure(.unavailable, line, "").line + "\n")
    }
  }

  private final class Told: Sendable {
    private let news = Mutex(BrokerNews())

    func line(for entry: LibraryLogLine) -> String? {
      let millis = ProcessEffort.nanoseconds() / 1_000_000
      return news.withLock { $0.line(for: entry, atMillis: millis) }
    }
  }
}
