import RoadNetwork

/// One part of a conditional tag: `no @ (Mo-Fr 07:00-09:00)`.
struct ConditionalValue: Equatable {
  let value: String
  let condition: String

  /// The parts of a conditional tag; parts without a condition are left out.
  static func parse(_ text: String) -> [ConditionalValue] {
    var parts: [Substring] = []
    var start = text.startIndex
    var depth = 0
    for index in text.indices {
      switch text[index] {
      case "(": depth += 1
      case ")": depth -= 1
      case ";" where depth <= 0:
        // A semicolon also separates times of one condition without parentheses; a new part has its own "@".
        if text[text.index(after: index)...].prefix(while: { $0 != ";" }).contains("@") {
          parts.append(text[start..<index])
          start = text.index(after: index)
        }
      default: break
      }
    }
    parts.append(text[start...])
    return parts.compactMap { part in
      guard let at = part.firstIndex(of: "@") else { return nil }
      var condition = part[part.index(after: at)...].trimmed
      if condition.first == "(", condition.last == ")" { condition = condition.dropFirst().dropLast().trimmed }
      return ConditionalValue(value: String(part[..<at].trimmed), condition: String(condition))
    }
  }

  /// Whether the condition is a time that can be judged (and not a weight, a length or the weather).
  var isTime: Bool { TimeCondition(condition) != nil }
}
