import Testing

@testable import Worker

@Suite("A task's event time")
struct StreamTimeTests {
  private func time(after timestamps: Int64..., ceiling: Int64 = .max) -> StreamTime {
    var time = StreamTime()
    for timestamp in timestamps { time.note(timestampMillis: timestamp, ceilingMillis: ceiling) }
    return time
  }

  @Test("nothing is over before the first record, however long the clock runs")
  func nothingBeforeTheFirstRecord() {
    #expect(StreamTime().dueMillis(graceMillis: 10, idleMillis: 1_000_000) == nil)
  }

  @Test("right after a record, deadlines are over up to the grace before it")
  func recordsCarryIt() {
    #expect(time(after: 100, 500, 300).dueMillis(graceMillis: 50, idleMillis: 0) == 450)
  }

  @Test("in the first silence the clock changes nothing; after the grace it carries the time on")
  func theClockCarriesItOn() {
    let time = time(after: 1_000)
    #expect(time.dueMillis(graceMillis: 50, idleMillis: 50) == 950)
    #expect(time.dueMillis(graceMillis: 50, idleMillis: 51) == 951)
    #expect(time.dueMillis(graceMillis: 50, idleMillis: 1_050) == 1_950)
  }

  @Test("a record from next year counts up to the ceiling")
  func aRecordFromNextYear() {
    #expect(time(after: 100, 1 << 50, ceiling: 700).recordMillis == 700)
    #expect(time(after: .max).dueMillis(graceMillis: 0, idleMillis: .max) == .max)
  }

  @Test("a record from a fast clock ends no deadline that the clock has not passed")
  func aFastClock() {
    let time = time(after: 1_000, 61_000)
    #expect(time.dueMillis(graceMillis: 50, idleMillis: 0, clockMillis: 1_100) == 1_050)
    #expect(time.dueMillis(graceMillis: 50, idleMillis: 30_000, clockMillis: 31_100) == 31_050)
    #expect(time.dueMillis(graceMillis: 50, idleMillis: 0, clockMillis: 90_000) == 60_950)
    #expect(time.dueMillis(graceMillis: 50, idleMillis: 0, clockMillis: .min) == .min)
  }

  @Test("its text in the changelog gives it back")
  func textGivesItBack() {
    for time in [StreamTime(), time(after: 42), time(after: -1)] { #expect(StreamTime(text: time.text) == time) }
    #expect(StreamTime(text: "yesterday") == StreamTime())
  }

  @Test("timestamps at the ends of the range neither trap nor end a deadline early")
  func ends() {
    var time = StreamTime()
    time.note(timestampMillis: .min, ceilingMillis: 1_000)
    #expect(time.dueMillis(graceMillis: 10, idleMillis: 0) == .min)
    #expect(time.dueMillis(graceMillis: 10, idleMillis: .max) == .min)
    time.note(timestampMillis: .max, ceilingMillis: .max)
    #expect(time.dueMillis(graceMillis: 10, idleMillis: .max) == .max)
  }
}
