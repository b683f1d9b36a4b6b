/// `duration` in its spellings: `HH:MM`, `HH:MM:SS`, minutes alone, ISO 8601 (`PT1H45M`).
enum Duration {
  /// The time in seconds; nil if it is no duration, zero, or longer than ten days.
  static func seconds(_ text: String) -> Double? {
    let trimmed = text.trimmed
    let seconds = trimmed.first == "P" ? iso(trimmed.dropFirst()) : clock(trimmed)
    guard let seconds, seconds > 0, seconds <= 864_000 else { return nil }
    return seconds
  }

  private static func clock(_ text: Substring) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part -> Double? in
      part.allSatisfy { $0.isASCII && $0.isNumber } ? Double(part) : nil
    }
    guard numbers.count == parts.count else { return nil }
    switch numbers.count {
    case 1: return numbers[0] * 60
    case 2: return numbers[0] * 3_600 + numbers[1] * 60
    case 3: return numbers[0] * 3_600 + numbers[1] * 60 + numbers[2]
    default: return nil
    }
  }

  private static func iso(_ text: Substring) -> Double? {
    var isTime = false
    var digits = ""
    var seconds = 0.0
    for character in text {
      if character == "T" {
        isTime = true
      } else if character.isASCII, character.isNumber || character == "." {
        digits.append(character)
      } else {
        let units: [Character: Double] = isTime ? ["H": 3_600, "M": 60, "S": 1] : ["D": 86_400, "W": 604_800]
        guard let unit = units[character], let value = Double(digits) else { return nil }
        seconds += value * unit
        digits = ""
      }
    }
    return digits.isEmpty ? seconds : nil
  }
}
