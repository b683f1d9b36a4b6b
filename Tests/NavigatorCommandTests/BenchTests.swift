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

  @Test("the help says of every row of a report what it is", arguments: BenchmarkTable.all.map(\.name))
  func terms(_ name: String) throws {
    let inputs = try BenchmarkTable.benchmark(name).inputs
    let probe = try SmallTown.probe()
    let page = try HelpText(table: .all).page(["bench"])
    let start = try #require(page.range(of: "rows of \(name):\n"))
    let end = page.range(of: "rows of ", range: start.upperBound..<page.endIndex)?.lowerBound ?? page.endIndex
    let told = page[start.upperBound..<end] + (page.range(of: "rows of all:").map { page[$0.lowerBound...] } ?? "")
    var source = name == "import" ? ["--osm", probe.path("town.osm")] : ["--network", probe.path("town.nav")]
    probe.write("queries", "0,0,1\n1,1,0\n")
    probe.write("pairs", "a,24.9405,60.17,24.9475,60.17\nb,24.9475,60.17,24.9405,60.17\n")
    for option in ["queries", "pairs"] where inputs.contains(option) { source += ["--\(option)", probe.path(option)] }
    let report = try probe.run(words: ["bench", name, "--json"] + source)
    #expect(report.status == .success)
    let rows = ["times", "counts"].flatMap { (report.json[$0] as? [String: Any] ?? [:]).keys }
    #expect(rows.count > 3)
    for row in rows {
      let term = row.replacing(/[0-9]+$/, with: "N")
      // A word of its own, not a part of another.
      #expect(told.contains(try Regex("(?i)\\b\(term)\\b")), "\(row)")
    }
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
