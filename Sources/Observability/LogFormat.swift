/// Writes a log entry as one line.
public enum LogFormat: Sendable {
  /// One JSON object.
  case json
  /// For people at a terminal.
  case text

  /// The line without its line feed.
  public func line(_ entry: LogEntry) -> String {
    switch self {
    case .json:
      var line = "{\"time\":\"\(UTCTime.text(entry.timeMillis))\",\"level\":\"\(entry.level.name)\",\"message\":"
      line += JSONString.quoted(entry.message)
      for field in entry.fields {
        line += ",\(JSONString.quoted(field.name)):"
        switch field.value {
        case .text(let text): line += JSONString.quoted(text)
        case .integer(let value): line += "\(value)"
        case .number(let value): line += value.isFinite ? "\(value)" : "null"
        case .boolean(let value): line += value ? "true" : "false"
        }
      }
      return line + "}"
    case .text:
      var line = "\(UTCTime.text(entry.timeMillis)) \(entry.level.name) \(entry.message)"
      for field in entry.fields {
        switch field.value {
        case .text(let text): line += " \(field.name)=\(JSONString.plain(text))"
        case .integer(let value): line += " \(field.name)=\(value)"
        case .number(let value): line += " \(field.name)=\(value)"
        case .boolean(let value): line += " \(field.name)=\(value)"
        }
      }
      return line
    }
  }
}

/// Texts within JSON.
public enum JSONString {
  /// In quotes, with every character escaped that must be.
  public static func quoted(_ text: String) -> String {
    var line = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": line += "\\\""
      case "\\": line += "\\\\"
      case "\n": line += "\\n"
      case "\r": line += "\\r"
      case "\t": line += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7f:
        let hex = String(scalar.value, radix: 16)
        line += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: line.unicodeScalars.append(scalar)
      }
    }
    return line + "\""
  }

  /// Bare where it is one word, else quoted, so that a line stays one line.
  static func plain(_ text: String) -> String {
    let isWord = !text.isEmpty && text.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7f && $0 != "\"" }
    return isWord ? text : quoted(text)
  }
}

/// RFC 3339 in UTC, by the civil calendar's arithmetic (Howard Hinnant, "chrono-compatible low-level date algorithms").
public enum UTCTime {
  public static func text(_ millis: Int64) -> String {
    let (seconds, thousandths) = floorDivide(millis, 1_000)
    let (days, ofDay) = floorDivide(seconds, 86_400)
    let (era, dayOfEra) = floorDivide(days + 719_468, 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shifted + 2) / 5 + 1
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T\(padded(ofDay / 3_600, 2)):"
      + "\(padded(ofDay / 60 % 60, 2)):\(padded(ofDay % 60, 2)).\(padded(thousandths, 3))Z"
  }

  private static func floorDivide(_ value: Int64, _ by: Int64) -> (Int64, Int64) {
    let remainder = ((value % by) + by) % by
    return ((value - remainder) / by, remainder)
  }

  private static func padded(_ value: Int64, _ width: Int) -> String {
    let digits = "\(value)"
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
