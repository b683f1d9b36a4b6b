/// Reads one condition of opening-hours syntax in capital letters.
struct TimeConditionReader {
  private var tokens: [Token] = []
  private var position = 0
  private var isReadable = true

  private enum Token: Hashable {
    case word(String)
    case number(Int)
    case symbol(Character)
  }

  init(_ text: some StringProtocol) {
    var word = ""
    var digits = ""
    func isLetter(_ character: Character) -> Bool { character.isASCII && character.isLetter }
    func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
    var isComment = false
    for character in text {
      if !isLetter(character), !word.isEmpty {
        tokens.append(.word(word))
        word = ""
      }
      if !isDigit(character), !digits.isEmpty {
        tokens.append(.number(digits.count <= 4 ? Int(digits) ?? -1 : -1))
        digits = ""
      }
      if character == "\"" { isComment.toggle() }
      if isComment || character == "\"" || character.isWhitespace { continue }
      if isLetter(character) {
        word.append(character)
      } else if isDigit(character) {
        digits.append(character)
      } else {
        tokens.append(.symbol(character == "–" ? "-" : character))
      }
    }
    if !word.isEmpty { tokens.append(.word(word)) }
    if !digits.isEmpty { tokens.append(.number(digits.count <= 4 ? Int(digits) ?? -1 : -1)) }
  }

  /// The rules; nil if a part cannot be read.
  consuming func rules() -> [TimeCondition.Rule]? {
    var rules: [TimeCondition.Rule] = []
    var isAdded = false
    while position < tokens.count {
      if take(";") {
        isAdded = false
        continue
      }
      let start = position
      var next = rule()
      guard isReadable, position > start else { return nil }
      next.isAdded = isAdded
      rules.append(next)
      isAdded = take(",")
      if !isAdded, position < tokens.count, tokens[position] != .symbol(";") { return nil }
    }
    return rules.isEmpty ? nil : rules
  }

  // MARK: One rule

  private mutating func rule() -> TimeCondition.Rule {
    var rule = TimeCondition.Rule()
    if number(at: 0) == 24, symbol(at: 1) == "/", number(at: 2) == 7 {
      position += 3
      return rule
    }
    while position < tokens.count, isReadable {
      if isTime(at: 0) {
        rule.spans += spans()
      } else if number(at: 0) != nil || month(at: 0) != nil {
        rule.days.dates += dates()
      } else if case .word(let word) = tokens[position] {
        if !selector(word, into: &rule) { break }
      } else if symbol(at: 0) == ":", position > 0 {
        position += 1
      } else {
        break
      }
    }
    return rule
  }

  /// Reads what begins with a word; false if the word is none of this syntax.
  private mutating func selector(_ word: String, into rule: inout TimeCondition.Rule) -> Bool {
    switch word {
    case "WEEK":
      position += 1
      rule.days.weeks += weeks()
    case "OFF", "CLOSED":
      position += 1
      rule.isOff = true
    case "OPEN": position += 1
    default:
      guard weekday(at: 0) != nil || Self.holidays.contains(word) else {
        isReadable = false
        return false
      }
      let days = weekdays()
      rule.days.weekdays = rule.days.weekdays.map { $0 & days } ?? days
    }
    return true
  }

  // MARK: Days

  private mutating func weekdays() -> UInt8 {
    var days: UInt8 = 0
    repeat {
      if case .word(let word)? = token(at: 0), Self.holidays.contains(word) {
        position += 1
        continue
      }
      guard let first = weekday(at: 0) else { break }
      position += 1
      var last = first
      if symbol(at: 0) == "-", let end = weekday(at: 1) {
        position += 2
        last = end
      }
      for step in 0...((last - first + 7) % 7) { days |= 1 << UInt8((first + step) % 7) }
      if symbol(at: 0) == "[" { isReadable = false }
    } while takeComma(if: { $0.weekday(at: 1) != nil || $0.isHoliday(at: 1) })
    return days
  }

  private mutating func weeks() -> [ClosedRange<Int>] {
    var weeks: [ClosedRange<Int>] = []
    repeat {
      guard let first = takeNumber(1...53) else { break }
      var last = first
      if take("-") { last = takeNumber(1...53) ?? 0 }
      guard first <= last else {
        isReadable = false
        break
      }
      weeks.append(first...last)
    } while takeComma(if: { $0.number(at: 1) != nil && !$0.isTime(at: 1) })
    if weeks.isEmpty || symbol(at: 0) == "/" { isReadable = false }
    return weeks
  }

  private mutating func dates() -> [DaySelector.Dates] {
    var dates: [DaySelector.Dates] = []
    repeat {
      guard let from = date(year: nil, month: nil, isEnd: false) else {
        isReadable = false
        break
      }
      var to = (year: from.year, month: from.month, day: from.hasDay ? from.day : 31)
      if symbol(at: 0) == "-" {
        position += 1
        guard let end = date(year: from.year, month: from.hasDay ? from.month : nil, isEnd: true) else {
          isReadable = false
          break
        }
        to = (end.year, end.month, end.day)
      }
      dates.append(DaySelector.Dates(from: (from.year, from.month, from.day), to: to))
    } while takeComma(if: { $0.month(at: 1) != nil || ($0.number(at: 1) ?? 0) > 999 })
    return dates
  }

  /// `[year] month [day]`; as an end also a day alone, of the month of the begin.
  private mutating func date(
    year: Int?, month former: Int?, isEnd: Bool
  ) -> (year: Int?, month: Int, day: Int, hasDay: Bool)? {
    var year = year
    if let named = number(at: 0), named > 999 {
      year = named
      position += 1
    }
    var named = former
    if let word = month(at: 0) {
      named = word
      position += 1
    } else if !isEnd {
      return nil
    }
    guard let month = named else { return nil }
    if let day = number(at: 0), !isTime(at: 0), day <= 999 {
      guard (1...31).contains(day) else { return nil }
      position += 1
      return (year, month, day, true)
    }
    // An end without a month must have had its day.
    guard month != former || !isEnd else { return nil }
    return (year, month, isEnd ? 31 : 1, false)
  }

  // MARK: Times

  private mutating func spans() -> [Range<Int>] {
    var spans: [Range<Int>] = []
    repeat {
      guard let start = time(), start <= 1_440 else {
        isReadable = false
        break
      }
      if take("+") {
        spans.append(start..<max(start + 1, 1_440))
        continue
      }
      guard take("-"), var end = time() else {
        isReadable = false
        break
      }
      _ = take("+")
      if end <= start { end += 1_440 }
      guard start < end, end <= 2_880 else {
        isReadable = false
        break
      }
      spans.append(start..<end)
    } while takeComma(if: { $0.isTime(at: 1) })
    return spans
  }

  /// Minutes since midnight.
  private mutating func time() -> Int? {
    if case .word(let word)? = token(at: 0), let minutes = Self.sun[word] {
      position += 1
      return minutes
    }
    guard isTime(at: 0), let hours = number(at: 0), let minutes = number(at: 2), hours <= 48, minutes < 60 else {
      return nil
    }
    position += 3
    return hours * 60 + minutes
  }

  private func isTime(at offset: Int) -> Bool {
    if case .word(let word)? = token(at: offset) { return Self.sun[word] != nil }
    return number(at: offset) != nil && symbol(at: offset + 1) == ":" && number(at: offset + 2) != nil
  }

  // MARK: Tokens

  private func token(at offset: Int) -> Token? {
    position + offset < tokens.count ? tokens[position + offset] : nil
  }

  private func number(at offset: Int) -> Int? {
    if case .number(let value)? = token(at: offset) { return value }
    return nil
  }

  private func symbol(at offset: Int) -> Character? {
    if case .symbol(let value)? = token(at: offset) { return value }
    return nil
  }

  private func month(at offset: Int) -> Int? {
    guard case .word(let word)? = token(at: offset) else { return nil }
    return Self.name(word, in: Self.months, shortest: 3).map { $0 + 1 }
  }

  private func weekday(at offset: Int) -> Int? {
    guard case .word(let word)? = token(at: offset) else { return nil }
    return Self.name(word, in: Self.weekdayNames, shortest: 2)
  }

  private func isHoliday(at offset: Int) -> Bool {
    if case .word(let word)? = token(at: offset) { return Self.holidays.contains(word) }
    return false
  }

  private mutating func take(_ character: Character) -> Bool {
    guard symbol(at: 0) == character else { return false }
    position += 1
    return true
  }

  private mutating func takeNumber(_ range: ClosedRange<Int>) -> Int? {
    guard let value = number(at: 0), range.contains(value) else { return nil }
    position += 1
    return value
  }

  /// Takes a comma if what follows it belongs to the same list.
  private mutating func takeComma(if continues: (TimeConditionReader) -> Bool) -> Bool {
    guard isReadable, symbol(at: 0) == ",", continues(self) else { return false }
    position += 1
    return true
  }

  /// Names may be cut to two or three letters.
  private static func name(_ word: String, in names: [String], shortest: Int) -> Int? {
    guard word.count >= shortest else { return nil }
    let index = names.firstIndex { $0.hasPrefix(word) }
    return word.count <= 4 || index.map { names[$0] == word } ?? false ? index : nil
  }

  private static let months = [
    "JANUARY", "FEBRUARY", "MARCH", "APRIL", "MAY", "JUNE", "JULY", "AUGUST", "SEPTEMBER", "OCTOBER", "NOVEMBER",
    "DECEMBER",
  ]
  private static let weekdayNames = ["MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY"]
  private static let holidays: Set<String> = ["PH", "SH"]
  private static let sun = ["DAWN": 330, "SUNRISE": 360, "SUNSET": 1_080, "DUSK": 1_110]
}
