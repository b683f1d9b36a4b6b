/// A condition by time in the syntax of `opening_hours`: `Mo-Fr 07:00-09:00,16:00-18:00; Sa 08:00-13:00`.
///
/// Read are months, dates with and without a year, weeks, weekdays, times (also past midnight and open-ended), `24/7`,
/// `off`, and several conditions joined by `AND`. `PH` and `SH` never hold: no calendar of holidays is at hand. Sunrise
/// is 06:00, sunset 18:00, dawn 05:30 and dusk 18:30, as the specification of opening hours has it for unknown places.
/// Everything else (weather, weight, `easter`, the n-th weekday of a month) is no time that can be judged here.
public struct TimeCondition: Hashable, Sendable {
  /// All of them must hold.
  private let alternatives: [[Rule]]

  /// One rule: on which days, at what times, and whether it says yes or no.
  struct Rule: Hashable {
    var days = DaySelector()
    /// Minutes from midnight of the day; the end may lie on the next. Empty = all day.
    var spans: [Range<Int>] = []
    var isOff = false
    /// Adds to the rules before it instead of replacing them on its days.
    var isAdded = false
  }

  /// Reads a condition; nil if some part of it is no time.
  public init?(_ text: String) {
    var all: [[Rule]] = []
    for part in text.uppercased().split(separator: " AND ", omittingEmptySubsequences: false) {
      guard let rules = TimeConditionReader(part).rules() else { return nil }
      all.append(rules)
    }
    guard !all.isEmpty, all.count <= 8 else { return nil }
    alternatives = all
  }

  /// Whether the condition holds at a moment of local time.
  public func holds(at moment: LocalMoment) -> Bool {
    let today = CalendarDay(day: moment.day)
    let yesterday = CalendarDay(day: moment.day - 1)
    return alternatives.allSatisfy { rules in
      // What began yesterday may last past midnight.
      Self.holds(rules, on: today, minute: moment.minute)
        || Self.holds(rules, on: yesterday, minute: moment.minute + 1_440)
    }
  }

  private static func holds(_ rules: [Rule], on day: CalendarDay, minute: Int) -> Bool {
    var result = false
    for rule in rules where rule.days.contains(day) {
      // A day that is off is so past its midnight too.
      let isNow = rule.spans.isEmpty ? minute < 1_440 || rule.isOff : rule.spans.contains { $0.contains(minute) }
      if rule.isOff {
        if isNow { result = false }
      } else {
        result = isNow || (rule.isAdded && result)
      }
    }
    return result
  }
}

/// The days on which a rule counts: all that are named must fit; nothing named is every day.
struct DaySelector: Hashable {
  /// A span of dates. Without years it comes back every year, and may run over its end.
  struct Dates: Hashable {
    var from: (year: Int?, month: Int, day: Int)
    var to: (year: Int?, month: Int, day: Int)

    func contains(_ day: CalendarDay) -> Bool {
      if let first = from.year, let last = to.year {
        let start = CalendarDay.day(year: first, month: from.month, dayOfMonth: from.day)
        return start <= day.day && day.day <= CalendarDay.day(year: last, month: to.month, dayOfMonth: to.day)
      }
      let now = day.month * 32 + day.dayOfMonth
      let start = from.month * 32 + from.day
      let end = to.month * 32 + to.day
      return start <= end ? start <= now && now <= end : now >= start || now <= end
    }

    static func == (a: Dates, b: Dates) -> Bool { a.from == b.from && a.to == b.to }
    func hash(into hasher: inout Hasher) {
      hasher.combine(from.month)
      hasher.combine(to.month)
    }
  }

  var dates: [Dates] = []
  var weeks: [ClosedRange<Int>] = []
  /// Bit 0 for Monday … bit 6 for Sunday; nil if no day is named. Holidays alone are an empty set.
  var weekdays: UInt8?

  func contains(_ day: CalendarDay) -> Bool {
    if let weekdays, weekdays & (1 << UInt8(day.weekday)) == 0 { return false }
    if !dates.isEmpty, !dates.contains(where: { $0.contains(day) }) { return false }
    return weeks.isEmpty || weeks.contains { $0.contains(day.week) }
  }
}
