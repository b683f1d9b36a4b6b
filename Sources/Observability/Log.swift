import Synchronization

/// The process's log: levels, fixed messages with fields, repeats held back.
///
/// A message is a constant; what varies stands in fields. The same message is written at most ``burst`` times within ``window``; the first
/// one after that says how many were left out. Safe from any thread.
public final class Log: Sendable {
  private struct Repeats {
    var windowStart: Int64
    var written: Int
    var heldBack: UInt64
  }

  public let level: LogLevel
  /// Lines of one message within one window.
  public let burst: Int
  /// Milliseconds.
  public let window: Int64
  let sink: any LogSink
  let now: @Sendable () -> Int64
  private let repeats = Mutex<[String: Repeats]>([:])
  let digests = Mutex<[String: [String: Digest]]>([:])

  /// - Parameter now: milliseconds since 1970-01-01 UTC.
  public init(
    level: LogLevel = .info, burst: Int = 20, windowMillis: Int64 = 10_000, sink: any LogSink,
    now: @escaping @Sendable () -> Int64
  ) {
    self.level = level
    self.burst = burst
    self.window = windowMillis
    self.sink = sink
    self.now = now
  }

  /// A log that drops everything.
  public static let silent = Log(level: .error, sink: SilentLogSink(), now: { 0 })

  public func debug(_ message: StaticString, _ fields: LogField...) { write(.debug, message, fields) }
  public func info(_ message: StaticString, _ fields: LogField...) { write(.info, message, fields) }
  public func warning(_ message: StaticString, _ fields: LogField...) { write(.warning, message, fields) }
  public func error(_ message: StaticString, _ fields: LogField...) { write(.error, message, fields) }

  public func write(_ level: LogLevel, _ message: StaticString, _ fields: [LogField]) {
    guard level >= self.level else { return }
    write(level, message.description, fields)
  }

  private func write(_ level: LogLevel, _ message: String, _ fields: [LogField]) {
    let time = now()
    let heldBack: UInt64? = repeats.withLock { known in
      var entry = known[message] ?? Repeats(windowStart: time, written: 0, heldBack: 0)
      defer { known[message] = entry }
      if time >= entry.windowStart + window || time < entry.windowStart {
        let missed = entry.heldBack
        entry = Repeats(windowStart: time, written: 1, heldBack: 0)
        return missed
      }
      if entry.written < burst {
        entry.written += 1
        return 0
      }
      entry.heldBack += 1
      return nil
    }
    guard let heldBack else { return }
    let all = heldBack == 0 ? fields : fields + [LogField("repeats_left_out", heldBack)]
    sink.write(LogEntry(timeMillis: time, level: level, message: message, fields: all))
  }
}
