import RoadNetwork

/// What a benchmark found: times, counted figures, the checksum of the answers.
struct BenchReport {
  let benchmark: String
  private(set) var times: [BenchTimes] = []
  private(set) var counts: [(name: String, value: Int)] = []
  var checksum = BenchChecksum()

  init(_ benchmark: String) { self.benchmark = benchmark }

  mutating func add(_ times: BenchTimes) { self.times.append(times) }
  mutating func count(_ name: String, _ value: Int) { counts.append((name, value)) }

  /// The figures that tell networks apart.
  mutating func count(_ network: RoadNetwork) {
    count("edges", network.edgeCount)
    count("turns", network.turnCount)
  }

  /// One JSON object. `peakBytes`: of the whole process.
  func json(peakBytes: UInt64) -> String {
    let times = times.map { times in
      let figures = BenchTimes.shares.map { "\"\($0.name)\":\(Self.fixed(times.microseconds(atShare: $0.share)))" }
      return "\"\(times.name)\":{\"count\":\(times.count),\(figures.joined(separator: ",")),"
        + "\"meanUs\":\(Self.fixed(times.meanMicroseconds))}"
    }
    let counts = counts.map { "\"\($0.name)\":\($0.value)" }
    return "{\"benchmark\":\"\(benchmark)\",\"threads\":1,\"times\":{\(times.joined(separator: ","))},"
      + "\"counts\":{\(counts.joined(separator: ","))},\"checksum\":\"\(checksum.text)\",\"peakBytes\":\(peakBytes)}"
  }

  func text(peakBytes: UInt64) -> String {
    var lines = [Self.row(["µs", "runs"] + BenchTimes.shares.map { String($0.name.dropLast(2)) } + ["mean"])]
    for times in times {
      lines.append(
        Self.row(
          [times.name, String(times.count)]
            + BenchTimes.shares.map { Self.fixed(times.microseconds(atShare: $0.share)) }
            + [Self.fixed(times.meanMicroseconds)]))
    }
    lines += counts.map { Self.row([$0.name, String($0.value)]) }
    return (lines + [Self.row(["checksum", checksum.text]), Self.row(["peak bytes", String(peakBytes)])])
      .joined(separator: "\n")
  }

  private static func row(_ cells: [String]) -> String {
    guard let first = cells.first else { return "" }
    return first.padding(to: 24) + cells.dropFirst().map { $0.leftPadding(to: 14) }.joined()
  }

  /// One digit after the point.
  private static func fixed(_ value: Double) -> String {
    let tenths = Int64(min(max(value, 0), 1e15) * 10 + 0.5)
    return "\(tenths / 10).\(tenths % 10)"
  }
}

extension String {
  fileprivate func padding(to width: Int) -> String { self + String(repeating: " ", count: max(1, width - count)) }
  fileprivate func leftPadding(to width: Int) -> String { String(repeating: " ", count: max(1, width - count)) + self }
}
