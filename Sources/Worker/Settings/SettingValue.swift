/// Reads one value by the shape of its setting.
///
/// Every reader returns nil on anything that does not fit whole; nothing traps on a large number.
enum SettingValue {
  /// What is wrong with `text` for this shape, or nil when it fits.
  static func complaint(_ text: String, _ shape: SettingDefinition.Shape) -> String? {
    switch shape {
    case .text: return text.isEmpty ? "must not be empty" : nil
    case .path, .secretPath: return text.isEmpty ? "must name a file" : nil
    case .boolean: return boolean(text) == nil ? "must be true or false" : nil
    case .choice(let names):
      return names.contains(text) ? nil : "must be one of \(names.joined(separator: ", "))"
    case .integer(let range):
      guard let value = Int64(text) else { return "must be a whole number" }
      return range.contains(value) ? nil : "must be from \(range.lowerBound) to \(range.upperBound)"
    case .number(let range):
      guard let value = Double(text), value.isFinite else { return "must be a number" }
      return range.contains(value) ? nil : "must be from \(range.lowerBound) to \(range.upperBound)"
    case .duration(let range):
      if let complaint = unitComplaint(text, "ms", "s") { return complaint }
      guard let value = milliseconds(text) else { return "must be a time such as 100 ms, 30 s, 5 min or 24 h" }
      return range.contains(value)
        ? nil : "must be from \(shownMilliseconds(range.lowerBound)) to \(shownMilliseconds(range.upperBound))"
    case .bytes(let range):
      if let complaint = unitComplaint(text, "B", "MiB") { return complaint }
      guard let value = bytes(text) else { return "must be an amount such as 64 MiB" }
      return range.contains(value) ? nil : "must be from \(range.lowerBound) to \(range.upperBound) bytes"
    }
  }

  /// A bare number could be meant in any unit, and is refused; 0 is the same in all.
  private static func unitComplaint(_ text: String, _ units: String...) -> String? {
    guard !text.isEmpty, text.allSatisfy({ $0.isASCII && $0.isNumber }), text.contains(where: { $0 != "0" }) else {
      return nil
    }
    return "= \(text) has no unit (write " + units.map { "\(text) \($0)" }.joined(separator: ", ") + " or another)"
  }

  static func boolean(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "true", "on", "yes": return true
    case "false", "off", "no": return false
    default: return nil
    }
  }

  static func milliseconds(_ text: String) -> Int64? {
    scaled(text, ["ms": 1, "s": 1_000, "min": 60_000, "m": 60_000, "h": 3_600_000, "d": 86_400_000])
  }

  static func bytes(_ text: String) -> Int64? {
    scaled(text, ["B": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30])
  }

  static func shownMilliseconds(_ value: Int64) -> String {
    if value != 0, value % 3_600_000 == 0 { return "\(value / 3_600_000) h" }
    if value != 0, value % 1_000 == 0 { return "\(value / 1_000) s" }
    return "\(value) ms"
  }

  private static func scaled(_ text: String, _ units: [String: Int64]) -> Int64? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let unit = text.dropFirst(digits.count).drop { $0 == " " }
    guard let count = Int64(digits) else { return nil }
    if unit.isEmpty { return count == 0 ? 0 : nil }
    guard let factor = units[String(unit)] else { return nil }
    let (value, overflow) = count.multipliedReportingOverflow(by: factor)
    return overflow ? nil : value
  }
}
