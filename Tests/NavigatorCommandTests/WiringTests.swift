import Broker
import KafkaBroker
import RoadNetwork
import Testing

@testable import NavigatorCommand

@Suite("What commands share") struct WiringTests {
  @Test("an offset from UTC is read as hours with a sign, as a clock, or as minutes")
  func offsets() {
    func minutes(_ text: String) -> Int? { UTCOffset.clock(text)?.offsetMinutes }
    #expect(minutes("+01:00") == 60)
    #expect(minutes("-03:30") == -210)
    #expect(minutes("+2") == 120)
    #expect(minutes("60") == 60)
    #expect(minutes("-210") == -210)
    #expect(minutes("0") == 0)
    #expect(UTCOffset.clock("+01:00/EU") == LocalClock("+01:00/EU"))
    for wrong in ["2", "14", "841", "-900", "one", "", "1:00", "-9223372036854775808"] {
      #expect(UTCOffset.clock(wrong) == nil, "\(wrong)")
    }
  }

  @Test("both commands that take an offset take it in both forms; a speed table has no summer time")
  func offsetsOfCommands() throws {
    let probe = try SmallTown.probe()
    let build = ["network", "build", "--osm", probe.path("town.osm"), "--out", probe.path("a.nav"), "--utc-offset"]
    #expect(try probe.run(words: build + ["+02:00"]).status == .success)
    let first = probe.content("a.nav")
    #expect(try probe.run(words: build + ["120"]).status == .success)
    #expect(first != nil && probe.content("a.nav") == first)
    #expect(try probe.run(words: build + ["2"]).status == .usage)
    probe.write("none.csv", "")
    let calibrate = [
      "network", "calibrate", "--network", probe.path("a.nav"), "--out", probe.path("a.speeds"), probe.path("none.csv"),
      "--utc-offset",
    ]
    // The file without trips is met after the flags.
    for (offset, status) in [
      ("60", ExitStatus.badData), ("+01:00", .badData), ("-180", .badData), ("+01:00/EU", .usage), ("soon", .usage),
    ] {
      #expect(try probe.run(words: calibrate + [offset]).status == status, "\(offset)")
    }
  }

  @Test("a broker that cannot be reached is told at once, then twice a minute")
  func news() {
    var news = BrokerNews()
    func entry(_ facility: String) -> LibraryLogLine {
      LibraryLogLine(
        level: 3, facility: facility,
        message: "[thrd:localhost:29999/bootstrap]: localhost:29999/bootstrap: Connect to ipv4#127.0.0.1:29999 failed: "
          + "Connection refused (after 0ms in state CONNECT)", client: "c")
    }
    #expect(news.line(for: entry("CONF"), atMillis: 0) == nil)
    var idle = entry("FAIL")
    idle.level = 6
    #expect(news.line(for: idle, atMillis: 0) == nil)
    #expect(
      news.line(for: entry("FAIL"), atMillis: 0)
        == "a broker cannot be reached: localhost:29999/bootstrap: Connect to ipv4#127.0.0.1:29999 failed: "
        + "Connection refused (trying again)")
    #expect(news.line(for: entry("FAIL"), atMillis: 29_999) == nil)
    #expect(news.line(for: entry("FAIL"), atMillis: 30_000) != nil)
  }

  @Test("a failure says in words that no broker answered; others name their code, without the name of a case")
  func failures() {
    let away = BrokerTrouble.failure(.retriable(.transport), during: "asking a:1 for the topics")
    #expect(away.status == .unavailable)
    #expect(away.what == "asking a:1 for the topics failed: no broker answered")
    #expect(away.whatToDo.hasSuffix("the client says _TRANSPORT"))
    let denied = BrokerTrouble.failure(.fatal(.topicAuthorizationFailed), during: "asking")
    #expect(denied.what == "asking failed: TOPIC_AUTHORIZATION_FAILED")
  }
}
