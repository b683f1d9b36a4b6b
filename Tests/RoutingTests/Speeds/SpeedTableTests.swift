import RoadNetwork
import Routing
import Testing

struct SpeedTableTests {
  @Test("a table read back from its text is the same table")
  func roundTrip() throws {
    var table = SpeedTable.general
    table.network = 0x0123_4567_89ab_cdef
    table.utcOffsetMinutes = -210
    table.tripCount = 7
    table.setPermille(1_234, .primary, .dense)
    table.signalDeciseconds = 87
    let read = try SpeedTable(text: table.text)
    #expect(read == table)
    #expect(read.digest == table.digest)
    #expect(read.text == table.text)
  }

  @Test("comments, spaces and line ends of other systems are read over")
  func spacing() throws {
    let text = SpeedTable.general.text.replacing("\n", with: "  # as before\r\n")
    #expect(try SpeedTable(text: text) == .general)
  }

  @Test("what is no table is refused with the line that is wrong")
  func refusals() {
    let good = SpeedTable.general.text
    #expect(throws: SpeedTableError.foreign) { try SpeedTable(text: "") }
    #expect(throws: SpeedTableError.foreign) { try SpeedTable(text: "id,timestamp\n") }
    #expect(throws: SpeedTableError.missing("signal")) {
      try SpeedTable(text: good.split(separator: "\n").filter { !$0.hasPrefix("signal") }.joined(separator: "\n"))
    }
    for wrong in [
      "factor motorway 1 1", "factor footway 1 1 1", "factor motorway 1 1 nan", "factor motorway 0.1 1 1",
      "hours weekday fast 1 1", "hours sunday fast 1", "start 1e9", "start -1", "start", "speed 3", "network 12",
      "network 6436c0802105e2b!", "utc-offset 2000", "trips -4", "factor", "hours",
    ] {
      let name = wrong.split(separator: " ").prefix(wrong.hasPrefix("start") ? 1 : 2).joined(separator: " ")
      let rest = good.split(separator: "\n").filter { !$0.hasPrefix(name) }
      #expect(throws: SpeedTableError.badLine(rest.count + 1), "\(wrong)") {
        try SpeedTable(text: (rest + [Substring(wrong)]).joined(separator: "\n"))
      }
    }
    let twice = good + "trips 1\ntrips 1\n"
    #expect(throws: SpeedTableError.badLine(twice.split(separator: "\n").count)) { try SpeedTable(text: twice) }
  }

  @Test("tables that differ in one value have different digests")
  func digests() {
    var other = SpeedTable.general
    other.setPermille(other.permille(.service, .open) + 1, .service, .open)
    #expect(other.digest != SpeedTable.general.digest)
    #expect(SpeedTable.general.timeless.digest != SpeedTable.general.digest)
  }

  @Test("between the middles of two hours a factor changes evenly, also across midnight")
  func interpolation() {
    var values = [UInt16](repeating: 1_000, count: 24)
    values[8] = 1_800
    values[23] = 1_400
    let profile = HourProfile(permille: values)
    // 8:22 to 8:37 lies about the middle of the hour.
    #expect(profile.permille(quarter: 8 * 4 + 2) == 1_700)
    #expect(profile.permille(quarter: 8 * 4) == 1_500)
    #expect(profile.permille(quarter: 8 * 4 - 1) == 1_300)
    #expect(profile.permille(quarter: 0) == 1_150)
    #expect(profile.permille(quarter: 95) == 1_250)
    #expect((0..<96).allSatisfy { HourProfile.flat.permille(quarter: $0) == 1_000 })
  }

  @Test("an event time has its local quarter and kind of day")
  func moments() {
    func quarter(_ millis: Int64, offset: Int) -> DayQuarter {
      DayQuarter(LocalClock(offsetMinutes: offset).moment(atMillis: millis))
    }
    // Monday 2013-07-01 00:00:58 UTC.
    #expect(quarter(1_372_636_858_000, offset: 60) == DayQuarter(day: .weekday, quarter: 4))
    #expect(quarter(1_372_636_858_000, offset: -60) == DayQuarter(day: .weekend, quarter: 92))
    #expect(quarter(0, offset: 0) == DayQuarter(day: .weekday, quarter: 0))
    #expect(quarter(-1, offset: 0) == DayQuarter(day: .weekday, quarter: 95))
    #expect((0..<96).contains(quarter(.min, offset: -840).quarter))
    #expect((0..<96).contains(quarter(.max, offset: 840).quarter))
  }
}
