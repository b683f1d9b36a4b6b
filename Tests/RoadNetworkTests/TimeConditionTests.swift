import TestSupport
import Testing

@testable import RoadNetwork

/// A moment of local time; 2026-11-30 was a Monday.
private func moment(_ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int = 0) -> LocalMoment {
  LocalMoment(day: CalendarDay.day(year: year, month: month, dayOfMonth: day), minute: hour * 60 + minute)
}

@Suite("Conditions by time")
struct TimeConditionTests {
  /// A day of the week of 2026-11-30, 0 for Monday, and a time on it.
  private func holds(_ text: String, _ weekday: Int, _ hour: Int, _ minute: Int = 0) throws -> Bool {
    let condition = try #require(TimeCondition(text), "\(text)")
    let monday = CalendarDay.day(year: 2_026, month: 11, dayOfMonth: 30)
    return condition.holds(at: LocalMoment(day: monday + weekday, minute: hour * 60 + minute))
  }

  @Test("hours of weekdays hold from their first minute to before their last")
  func hours() throws {
    let text = "Mo-Fr 07:00-09:00,16:00-18:00"
    #expect(try !holds(text, 0, 6, 59) && holds(text, 0, 7) && holds(text, 4, 8, 59) && !holds(text, 0, 9))
    #expect(try holds(text, 2, 17) && !holds(text, 5, 8) && !holds(text, 6, 17))
  }

  @Test(
    "spaces, long names and letters of any case are read alike",
    arguments: [
      "Mo - Fr 07:00 - 19:00", "mo-fr 7:00-19:00", "Monday-Friday 07:00-19:00", "Mon-Fri: 07:00-19:00",
      "Mo,Tu,We,Th,Fr 07:00-19:00", "Mo-Fr 07:00–19:00", "Mo-Fr 07:00-19:00 \"school run\"", "PH,Mo-Fr 07:00-19:00",
    ])
  func spellings(text: String) throws {
    #expect(try holds(text, 0, 7) && holds(text, 4, 18, 59) && !holds(text, 5, 12) && !holds(text, 0, 19))
  }

  @Test("a time past midnight belongs to the day on which it begins")
  func pastMidnight() throws {
    let text = "Fr-Sa 22:00-04:00"
    #expect(
      try holds(text, 4, 23) && holds(text, 5, 3) && holds(text, 6, 3) && !holds(text, 4, 3) && !holds(text, 6, 22))
    #expect(try holds("22:00-07:00", 0, 6) && holds("22:00-07:00", 0, 22) && !holds("22:00-07:00", 0, 7))
    #expect(try holds("Fr 20:00-26:00", 5, 1) && !holds("Fr 20:00-26:00", 5, 2))
    #expect(try holds("Mo 20:00+", 0, 23, 59) && !holds("Mo 20:00+", 1, 0))
  }

  @Test("a range of days may run over the end of the week")
  func wrappingDays() throws {
    #expect(try holds("Sa-Mo", 6, 12) && holds("Sa-Mo", 0, 12) && !holds("Sa-Mo", 1, 12))
  }

  @Test("a later rule replaces an earlier one on its days; one behind a comma adds to it; off takes away")
  func rules() throws {
    let replaced = "Mo-Sa 08:00-18:00; We 10:00-12:00"
    #expect(try holds(replaced, 1, 9) && !holds(replaced, 2, 9) && holds(replaced, 2, 11))
    let added = "Mo-Fr 07:00-09:00, We 20:00-22:00"
    #expect(try holds(added, 2, 8) && holds(added, 2, 21) && !holds(added, 1, 21))
    let off = "07:00-19:00; Su off; Sa 12:00-13:00 off"
    #expect(try !holds("22:00-07:00; Su off", 0, 3) && holds("22:00-07:00; Su off", 1, 3))
    #expect(try holds(off, 0, 8) && !holds(off, 6, 8) && holds(off, 5, 8) && !holds(off, 5, 12, 30))
  }

  @Test("months and dates come back every year; with a year they do not")
  func dates() throws {
    let winter = try #require(TimeCondition("Nov-Mar"))
    #expect(winter.holds(at: moment(2026, 1, 5, 0)) && winter.holds(at: moment(2025, 11, 1, 23)))
    #expect(!winter.holds(at: moment(2026, 4, 1, 0)) && winter.holds(at: moment(2026, 3, 31, 23, 59)))
    let dates = try #require(TimeCondition("Jan15-Aug15"))
    #expect(!dates.holds(at: moment(2026, 1, 14, 12)) && dates.holds(at: moment(2026, 1, 15, 0)))
    #expect(dates.holds(at: moment(2031, 8, 15, 23)) && !dates.holds(at: moment(2031, 8, 16, 0)))
    let year = try #require(TimeCondition("2020 Jul 20 - 2020 Dec 18"))
    #expect(year.holds(at: moment(2020, 12, 18, 12)) && !year.holds(at: moment(2021, 8, 1, 12)))
    let days = try #require(TimeCondition("Dec 24-26,Jun 1 Mo-Su 08:00-12:00"))
    #expect(days.holds(at: moment(2026, 12, 26, 9)) && days.holds(at: moment(2026, 6, 1, 9)))
    #expect(!days.holds(at: moment(2026, 12, 27, 9)) && !days.holds(at: moment(2026, 6, 1, 12)))
    let weeks = try #require(TimeCondition("week 1-2 Mo 00:00-24:00"))
    #expect(weeks.holds(at: moment(2026, 1, 5, 12)) && !weeks.holds(at: moment(2026, 1, 12 + 7, 12)))
  }

  @Test("always is always, the sun stands at six, holidays are not known")
  func others() throws {
    #expect(try holds("24/7", 6, 3) && holds("00:00-24:00", 0, 0))
    #expect(try holds("sunset-sunrise", 0, 18) && !holds("sunset-sunrise", 0, 6))
    #expect(try !holds("PH 00:00-24:00", 6, 12) && !holds("SH,PH", 2, 12))
    #expect(try holds("Mo-Fr 07:00-17:00; PH off", 0, 8))
    #expect(try holds("Mo-Fr AND 07:00-09:00", 0, 8) && !holds("Mo-Fr AND 07:00-09:00", 5, 8))
  }

  @Test(
    "what is no time cannot be read",
    arguments: [
      "", ";", "wet", "weight > 3.5", "Mo-Fr 07:00-09:00 AND wet", "schooldays only", "destination", "07:00", "Mo[1]",
      "07:00-99:00", "Mo-Fr 07:00-09:00 || wet", "easter", "Jan 40", "week", "25:70-26:00", "axles<4", "-", "Mo-", ",",
    ])
  func unreadable(text: String) {
    #expect(TimeCondition(text) == nil)
  }

  @Test("no text makes the reader stumble", arguments: Seeds.fromEnvironment(count: 4))
  func noise(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let parts = [
      "Mo", "-", ",", ";", " ", "07", ":", "00", "24/7", "Jan", "PH", "off", "week", "[", "2026", "+", "AND", "€", "\"",
    ]
    for _ in 0..<3_000 {
      let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }
        .joined()
      let condition = TimeCondition(text)
      _ = condition?.holds(at: moment(2026, 2, 29, 12))
    }
  }
}

@Suite("Local time")
struct LocalClockTests {
  /// Milliseconds of a moment in UTC.
  private func utc(_ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int = 0) -> Int64 {
    Int64(CalendarDay.day(year: year, month: month, dayOfMonth: day)) * 86_400_000 + Int64(hour * 60 + minute) * 60_000
  }

  private func shows(_ clock: LocalClock, _ millis: Int64, _ hour: Int, _ minute: Int = 0) -> Bool {
    clock.moment(atMillis: millis).minute == hour * 60 + minute
  }

  @Test("clocks of the European Union change at 01:00 UTC on the last Sundays of March and October")
  func european() throws {
    let clock = try #require(LocalClock("+01:00/EU"))
    #expect(shows(clock, utc(2026, 3, 29, 0, 59), 1, 59) && shows(clock, utc(2026, 3, 29, 1), 3))
    #expect(shows(clock, utc(2026, 10, 25, 0, 59), 2, 59) && shows(clock, utc(2026, 10, 25, 1), 2))
    #expect(shows(clock, utc(2026, 11, 30, 23, 30), 0, 30))
    #expect(
      clock.moment(atMillis: utc(2026, 11, 30, 23, 30)).day == CalendarDay.day(year: 2026, month: 12, dayOfMonth: 1))
  }

  @Test("clocks of other regions change by their own rules")
  func others() throws {
    let newYork = try #require(LocalClock("-05:00/US"))
    #expect(shows(newYork, utc(2026, 3, 8, 6, 59), 1, 59) && shows(newYork, utc(2026, 3, 8, 7), 3))
    #expect(shows(newYork, utc(2026, 11, 1, 5, 59), 1, 59) && shows(newYork, utc(2026, 11, 1, 6), 1))
    let sydney = try #require(LocalClock("+10:00/AU"))
    #expect(shows(sydney, utc(2026, 1, 10, 0), 11) && shows(sydney, utc(2026, 7, 10, 0), 10))
    let auckland = try #require(LocalClock("+12:00/NZ"))
    #expect(shows(auckland, utc(2026, 9, 26, 13, 59), 1, 59) && shows(auckland, utc(2026, 9, 26, 14), 3))
    #expect(shows(try #require(LocalClock("+05:30")), utc(2026, 7, 1, 20), 1, 30))
  }

  @Test("a clock is written as it is read", arguments: ["+00:00", "+01:00/EU", "-03:30", "+12:45/NZ", "-05:00/US"])
  func text(text: String) {
    #expect(LocalClock(text)?.description == text)
  }

  @Test(
    "what is no clock is refused", arguments: ["", "1", "+", "+1:", "+15:00", "+01:60", "+01:00/XX", "+01:00/", "+aa"])
  func unreadable(text: String) {
    #expect(LocalClock(text) == nil)
  }

  @Test("a country of one time zone has a clock, others go by their longitude")
  func countries() throws {
    #expect(LocalClock(country: try #require(CountryCode("MT"))) == LocalClock("+01:00/EU"))
    #expect(LocalClock(country: try #require(CountryCode("US"))) == nil)
    #expect(LocalClock(longitude: -122.6, country: try #require(CountryCode("US"))) == LocalClock("-08:00/US"))
    #expect(LocalClock(longitude: 179.9) == LocalClock("+12:00"))
  }

  @Test("the calendar goes both ways for every day of four centuries")
  func calendar() {
    for day in -20_000...140_000 {
      let date = CalendarDay(day: day)
      #expect(CalendarDay.day(year: date.year, month: date.month, dayOfMonth: date.dayOfMonth) == day)
    }
    #expect(CalendarDay(day: CalendarDay.day(year: 2026, month: 11, dayOfMonth: 30)).weekday == 0)
    #expect(CalendarDay(day: CalendarDay.day(year: 2027, month: 1, dayOfMonth: 1)).week == 53)
    #expect(CalendarDay(day: CalendarDay.day(year: 2024, month: 12, dayOfMonth: 30)).week == 1)
  }

  @Test("no moment traps", arguments: [Int64.min, -1, 0, Int64.max])
  func extremes(millis: Int64) {
    _ = LocalClock(offsetMinutes: 840, summerTime: .european).moment(atMillis: millis)
  }
}
