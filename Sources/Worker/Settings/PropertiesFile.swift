/// Reads a `.properties` file: `key = value` a line, `#` or `!` begins a comment.
///
/// The subset of Java's format that settings need: `=` or `:` separates, blanks around both sides fall away, a value keeps everything
/// after the first separator. Continuation lines and escapes are not part of it.
enum PropertiesFile {
  struct Entry: Equatable {
    var line: Int
    var key: String
    var value: String
  }

  /// The entries that can be read, and what is wrong with the other lines.
  static func parse(_ text: String) -> (entries: [Entry], problems: [SettingsFailure]) {
    var entries: [Entry] = []
    var problems: [SettingsFailure] = []
    var number = 0
    for rawLine in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      number += 1
      let line = trimmed(rawLine)
      if line.isEmpty || line.first == "#" || line.first == "!" { continue }
      guard let separator = line.firstIndex(where: { $0 == "=" || $0 == ":" }) else {
        problems.append(SettingsFailure("line \(number) of the settings file is not key = value"))
        continue
      }
      let key = String(trimmed(line[..<separator]))
      if key.isEmpty {
        problems.append(SettingsFailure("line \(number) of the settings file has no key"))
      } else if let former = entries.first(where: { $0.key == key }) {
        problems.append(
          SettingsFailure("\(key) is set twice, on lines \(former.line) and \(number) of the settings file"))
      } else {
        entries.append(Entry(line: number, key: key, value: String(trimmed(line[line.index(after: separator)...]))))
      }
    }
    return (entries, problems)
  }

  private static func trimmed(_ text: Substring) -> Substring {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" || $0 == "\u{feff}" }
    var text = text.drop(while: isBlank)
    while let last = text.last, isBlank(last) { text.removeLast() }
    return text
  }
}

/// Why the settings cannot be used: one line that says what is wrong and what to do.
public struct SettingsFailure: Error, Equatable, Sendable, CustomStringConvertible {
  public var description: String
  public init(_ description: String) { self.description = description }

  /// The first of several, which says how many more there are; nil without any.
  public init?(firstOf failures: [SettingsFailure]) {
    guard let first = failures.first else { return nil }
    let rest = failures.count - 1
    let more = rest == 1 ? "one more mistake" : "\(rest) more mistakes"
    self.init(first.description + (rest == 0 ? "" : "; \(more): navigator worker --check-config names all"))
  }
}
