/// Date and time of day in UTC from seconds since 1970 and back, by the proleptic Gregorian calendar.
///
/// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
struct CivilTime: Hashable {
  var year: Int
  var month: Int
  var day: Int
  var hour = 0
  var minute = 0
  var second = 0

  /// 0001-01-01T00:00:00Z, the earliest time that protobuf's Timestamp allows.
  static let firstSecond: Int64 = -62_135_596_800
  /// 9999-12-31T23:59:59Z.
  static let lastSecond: Int64 = 253_402_300_799

  /// - Parameter secondsSince1970: within `firstSecond...lastSecond`.
  init(secondsSince1970 seconds: Int64) {
    let clamped = min(max(seconds, Self.firstSecond), Self.lastSecond)
    let days = Int((clamped - Self.remainder(clamped, 86_400)) / 86_400)
    let inDay = Int(Self.remainder(clamped, 86_400))
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    hour = inDay / 3_600
    minute = inDay / 60 % 60
    second = inDay % 60
  }

  /// nil unless the numbers name a moment of the years 1 to 9999.
  init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
    guard (1...9_999).contains(year), (1...12).contains(month), day >= 1, day <= Self.daysInMonth(month, year: year),
      (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
  }

  var secondsSince1970: Int64 {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = shiftedYear / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let days = era * 146_097 + dayOfEra - 719_468
    return Int64(days) * 86_400 + Int64(hour * 3_600 + minute * 60 + second)
  }

  static func daysInMonth(_ month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func remainder(_ value: Int64, _ divisor: Int64) -> Int64 {
    let rest = value % divisor
    return rest < 0 ? rest + divisor : rest
  }
}
