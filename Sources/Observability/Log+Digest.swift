import Synchronization

/// Warnings that one fault can raise with every record: one line at once, then one a minute with how many there were.
extension Log {
  /// What was held back of one subject's warnings since its last line.
  struct Digest {
    var level: LogLevel
    var windowStart: Int64
    /// nil: nothing was held back.
    var held: (count: UInt64, fields: [LogField])?
  }

  /// Milliseconds between two lines of one subject.
  public static let digestMillis: Int64 = 60_000
  /// Subjects of one message above this number are joined in one.
  static let digestSubjects = 256

  /// Writes the first warning of a subject at once, and holds back those of the next minute: these become one line with
  /// their `count` and, as a sample, the fields of the first of them.
  ///
  /// - Parameters:
  ///   - subject: what has a line of its own, such as a partition; never a vehicle.
  ///   - count: how many faults this call tells of.
  public func warning(
    _ message: StaticString, digestedBy subject: String, count: Int = 1, _ fields: LogField...
  ) {
    digest(.warning, message.description, subject, UInt64(clamping: count), fields)
  }

  /// The same for an error.
  public func error(_ message: StaticString, digestedBy subject: String, count: Int = 1, _ fields: LogField...) {
    digest(.error, message.description, subject, UInt64(clamping: count), fields)
  }

  private func digest(_ level: LogLevel, _ message: String, _ subject: String, _ added: UInt64, _ fields: [LogField]) {
    guard level >= self.level, added > 0 else { return }
    let time = now()
    let line: (count: UInt64, fields: [LogField])? = digests.withLock { all in
      var subjects = all[message] ?? [:]
      defer { all[message] = subjects }
      let name = subjects[subject] != nil || subjects.count < Self.digestSubjects ? subject : "other"
      guard var known = subjects[name] else {
        subjects[name] = Digest(level: level, windowStart: time)
        return (added, fields)
      }
      let held = (count: (known.held?.count ?? 0) &+ added, fields: known.held?.fields ?? fields)
      if known.isOver(at: time) {
        subjects[name] = Digest(level: level, windowStart: time)
        return held
      }
      known.held = held
      subjects[name] = known
      return nil
    }
    if let line { write(level, message, line, at: time) }
  }

  /// Writes the lines that are due although nothing new came; to be called now and then.
  public func writeDigests() {
    let time = now()
    let due: [(LogLevel, String, (count: UInt64, fields: [LogField]))] = digests.withLock { all in
      var due: [(LogLevel, String, (count: UInt64, fields: [LogField]))] = []
      for message in all.keys.sorted() {
        for (subject, digest) in (all[message] ?? [:]).sorted(by: { $0.key < $1.key }) where digest.isOver(at: time) {
          all[message]?[subject] = digest.held == nil ? nil : Digest(level: digest.level, windowStart: time)
          if let held = digest.held { due.append((digest.level, message, held)) }
        }
      }
      return due
    }
    for (level, message, held) in due { write(level, message, held, at: time) }
  }

  private func write(
    _ level: LogLevel, _ message: String, _ line: (count: UInt64, fields: [LogField]), at time: Int64
  ) {
    sink.write(
      LogEntry(timeMillis: time, level: level, message: message, fields: [LogField("count", line.count)] + line.fields))
  }
}

extension Log.Digest {
  fileprivate func isOver(at time: Int64) -> Bool { time >= windowStart + Log.digestMillis || time < windowStart }
}
