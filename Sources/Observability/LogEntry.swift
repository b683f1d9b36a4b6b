/// How much a log line matters.
public enum LogLevel: Int, Comparable, Sendable, CaseIterable {
  case debug, info, warning, error

  public init?(name: String) {
    guard let level = LogLevel.allCases.first(where: { $0.name == name }) else { return nil }
    self = level
  }

  public var name: String {
    switch self {
    case .debug: "debug"
    case .info: "info"
    case .warning: "warning"
    case .error: "error"
    }
  }

  public static func < (a: LogLevel, b: LogLevel) -> Bool { a.rawValue < b.rawValue }
}

/// One value of a log line: ids, counts and codes; never a coordinate, a key or a payload.
public struct LogField: Equatable, Sendable {
  public enum Value: Equatable, Sendable {
    case text(String)
    case integer(Int64)
    case number(Double)
    case boolean(Bool)
  }

  public var name: String
  public var value: Value

  public init(_ name: String, _ value: String) { (self.name, self.value) = (name, .text(value)) }
  public init(_ name: String, _ value: some BinaryInteger) {
    (self.name, self.value) = (name, .integer(Int64(clamping: value)))
  }
  public init(_ name: String, _ value: Double) { (self.name, self.value) = (name, .number(value)) }
  public init(_ name: String, _ value: Bool) { (self.name, self.value) = (name, .boolean(value)) }
}

/// One log line before it is written.
public struct LogEntry: Equatable, Sendable {
  /// Milliseconds since 1970-01-01 UTC.
  public var timeMillis: Int64
  public var level: LogLevel
  public var message: String
  public var fields: [LogField]

  public init(timeMillis: Int64, level: LogLevel, message: String, fields: [LogField]) {
    self.timeMillis = timeMillis
    self.level = level
    self.message = message
    self.fields = fields
  }
}

/// Takes finished log lines.
public protocol LogSink: Sendable {
  func write(_ entry: LogEntry)
}

/// Drops everything.
public struct SilentLogSink: LogSink {
  public init() {}
  public func write(_ entry: LogEntry) {}
}
