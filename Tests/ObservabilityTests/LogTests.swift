import Foundation
import Synchronization
import Testing

@testable import Observability

final class CollectingSink: LogSink {
  let entries = Mutex<[LogEntry]>([])
  func write(_ entry: LogEntry) { entries.withLock { $0.append(entry) } }
  var all: [LogEntry] { entries.withLock { $0 } }
}

@Suite("Logs") struct LogTests {
  @Test("a line is one JSON object whatever the fields hold")
  func json() throws {
    let entry = LogEntry(
      timeMillis: 1_700_000_000_123, level: .warning, message: "record refused",
      fields: [
        LogField("topic", "a\"b\\c\n\u{1}\u{2028}é"), LogField("offset", Int64.max), LogField("seconds", 0.25),
        LogField("nan", Double.nan), LogField("last", true),
      ])
    let line = LogFormat.json.line(entry)
    #expect(!line.contains("\n"))
    let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(object["time"] as? String == "2023-11-14T22:13:20.123Z")
    #expect(object["topic"] as? String == "a\"b\\c\n\u{1}\u{2028}é")
    #expect(object["offset"] as? Int64 == Int64.max)
    #expect(object["last"] as? Bool == true)
    #expect(object["nan"] is NSNull)
  }

  @Test("the readable form keeps one line a message")
  func text() {
    let entry = LogEntry(
      timeMillis: -1, level: .info, message: "thread started",
      fields: [LogField("name", "two words"), LogField("n", 3)])
    #expect(LogFormat.text.line(entry) == "1969-12-31T23:59:59.999Z info thread started name=\"two words\" n=3")
  }

  @Test("repeats of one message are held back within the window and counted after it; others are not")
  func repeats() {
    let sink = CollectingSink()
    let time = Mutex<Int64>(0)
    let log = Log(level: .info, burst: 2, windowMillis: 1_000, sink: sink, now: { time.withLock { $0 } })
    for _ in 0..<10 { log.warning("broker away") }
    log.info("another")
    time.withLock { $0 = 1_000 }
    log.warning("broker away", LogField("code", "_TRANSPORT"))
    #expect(sink.all.map(\.message) == ["broker away", "broker away", "another", "broker away"])
    #expect(sink.all.last?.fields == [LogField("code", "_TRANSPORT"), LogField("repeats_left_out", 8)])
  }

  @Test("a message below the level is not written")
  func levels() {
    let sink = CollectingSink()
    let log = Log(level: .warning, sink: sink, now: { 0 })
    log.info("fine")
    log.error("not fine")
    #expect(sink.all.map(\.message) == ["not fine"])
  }

  @Test("a fault of every record is one line at once and one a minute for each subject, with their number and a sample")
  func digests() {
    let sink = CollectingSink()
    let time = Mutex<Int64>(0)
    let log = Log(burst: 2, sink: sink, now: { time.withLock { $0 } })
    for offset in 0..<100 {
      for partition in ["a-0", "a-1", "a-2"] {
        log.warning("misplaced", digestedBy: partition, LogField("partition", partition), LogField("offset", offset))
      }
    }
    func lines() -> [[LogField]] { sink.all.map(\.fields) }
    #expect(lines().map { $0[0] } == Array(repeating: LogField("count", 1), count: 3))
    #expect(lines().map { $0[2] } == Array(repeating: LogField("offset", 0), count: 3))
    log.writeDigests()
    #expect(sink.all.count == 3)
    time.withLock { $0 = 60_000 }
    log.warning("misplaced", digestedBy: "a-1", LogField("partition", "a-1"), LogField("offset", 100))
    #expect(lines().last == [LogField("count", 100), LogField("partition", "a-1"), LogField("offset", 1)])
    log.writeDigests()
    #expect(lines().suffix(2).map { $0[0] } == [LogField("count", 99), LogField("count", 99)])
    #expect(lines().suffix(2).map { $0[1] } == [LogField("partition", "a-0"), LogField("partition", "a-2")])
    time.withLock { $0 = 300_000 }
    log.writeDigests()
    #expect(sink.all.count == 6)
    log.warning("misplaced", digestedBy: "a-0", count: 7)
    #expect(lines().last == [LogField("count", 7)])
  }

  @Test("however many subjects a message has, its lines are bounded")
  func digestBound() {
    let sink = CollectingSink()
    let log = Log(sink: sink, now: { 0 })
    for subject in 0..<10_000 { log.warning("misplaced", digestedBy: "\(subject)") }
    #expect(sink.all.count == Log.digestSubjects + 1)
  }
}
