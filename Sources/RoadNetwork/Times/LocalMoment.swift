/// A moment as a clock on the wall shows it: what conditions by time are judged by.
public struct LocalMoment: Hashable, Sendable {
  /// Days since 1970-01-01 in local time.
  public let day: Int
  /// Minutes since local midnight, 0 … 1,439.
  public let minute: Int

  /// From milliseconds since 1970 of a local clock, as if it were UTC.
  public init(localMillis: Int64) {
    let minutes = localMillis.flooredQuotient(60_000)
    day = Int(minutes.flooredQuotient(1_440))
    minute = Int(minutes - minutes.flooredQuotient(1_440) * 1_440)
  }

  init(day: Int, minute: Int) {
    self.day = day
    self.minute = minute
  }
}

/// A day of the proleptic Gregorian calendar.
struct CalendarDay: Hashable {
  let year: Int
  /// 1 … 12.
  let month: Int
  /// 1 … 31.
  let dayOfMonth: Int
  /// 0 for Monday … 6 for Sunday.
  let weekday: Int
  /// Days since 1970-01-01.
  let day: Int

  /// Days since 1970-01-01 as year, month and day (Hinnant's `civil_from_days`).
  init(day: Int) {
    let shifted = day + 719_468
    let era = Int(Int64(shifted).flooredQuotient(146_097))
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    dayOfMonth = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    weekday = Int((Int64(day) + 3) - (Int64(day) + 3).flooredQuotient(7) * 7)
    self.day = day
  }

  /// Days since 1970-01-01 of a date (Hinnant's `days_from_civil`).
  static func day(year: Int, month: Int, dayOfMonth: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = Int(Int64(year).flooredQuotient(400))
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + dayOfMonth - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The week of the year by ISO 8601: week 1 has the first Thursday.
  var week: Int {
    let thursday = CalendarDay(day: day - weekday + 3)
    return (thursday.day - CalendarDay.day(year: thursday.year, month: 1, dayOfMonth: 1)) / 7 + 1
  }
}

extension Int64 {
  /// The quotient rounded down; the divisor is positive.
  func flooredQuotient(_ divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}
