import Foundation
import Testing

@testable import NavigatorCommand

@Suite("Benchmark reports")
struct BenchTests {
  @Test("a share's time is that of the nearest rank above")
  func percentiles() {
    var times = BenchTimes("x")
    #expect(times.microseconds(atShare: 0.5) == 0)
    for microseconds in (1...10).reversed() { times.add(nanoseconds: Int64(microseconds) * 1_000) }
    #expect(times.microseconds(atShare: 0.5) == 5)
    #expect(times.microseconds(atShare: 0.9) == 9)
    #expect(times.microseconds(atShare: 0.99) == 10)
    #expect(times.microseconds(atShare: 1) == 10)
    #expect(times.meanMicroseconds == 5.5)
    #expect(times.count == 10)
  }

  @Test("a report is one JSON object with times, counts and checksum")
  func json() throws {
    var times = BenchTimes("search")
    times.add(nanoseconds: 12_340)
    var report = BenchReport("route")
    report.add(times)
    report.count("queries", 1)
    report.checksum.add(7)
    let data = Data(report.json(peakBytes: 4_096).utf8)
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(object["benchmark"] as? String == "route")
    #expect(object["peakBytes"] as? Int == 4_096)
    #expect((object["checksum"] as? String)?.count == 16)
    #expect((object["counts"] as? [String: Int]) == ["queries": 1])
    let search = (object["times"] as? [String: [String: Double]])?["search"]
    #expect(search?["p50Us"] == 12.3)
    #expect(search?["count"] == 1)
  }

  @Test("the checksum depends on every answer and their order")
  func checksum() {
    func sum(_ numbers: [Int64]) -> String {
      var checksum = BenchChecksum()
      for number in numbers { checksum.add(number) }
      return checksum.text
    }
    #expect(sum([1, 2]) == sum([1, 2]))
    #expect(sum([1, 2]) != sum([2, 1]))
    #expect(sum([]) == "cbf29ce484222325")
    // FNV-1a of "a", from its authors' test vectors.
    var letter = BenchChecksum()
    letter.add("a".utf8)
    #expect(letter.text == "af63dc4c8601ec8c")
  }

  @Test("an unknown benchmark names the nearest one")
  func unknown() {
    #expect { try BenchmarkTable.benchmark("ruote") } throws: { error in
      (error as? CommandFailure)?.line.contains("did you mean route") ?? false
    }
    #expect(BenchmarkTable.all.map(\.name) == ["route", "customize", "matrix", "import", "conditions", "oracle"])
  }

  @Test("a text report has a row for each time and count")
  func text() {
    var report = BenchReport("route")
    report.add(BenchTimes("search"))
    report.count("queries", 1)
    let rows = report.text(peakBytes: 1).split(separator: "\n").map { String($0.prefix { $0 != " " }) }
    #expect(rows == ["µs", "search", "queries", "checksum", "peak"])
  }
}
