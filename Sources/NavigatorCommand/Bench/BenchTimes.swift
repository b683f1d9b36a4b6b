/// The times of many runs of one thing, nanoseconds.
struct BenchTimes {
  let name: String
  private var times: [Int64] = []

  init(_ name: String) { self.name = name }

  var count: Int { times.count }

  mutating func add(nanoseconds: Int64) { times.append(nanoseconds) }

  /// Times one run.
  mutating func measure<Result>(_ body: () -> Result) -> Result {
    let start = ProcessEffort.nanoseconds()
    let result = body()
    times.append(ProcessEffort.nanoseconds() - start)
    return result
  }

  /// The time that a share of the runs did not exceed, microseconds: the nearest rank above.
  func microseconds(atShare share: Double) -> Double {
    let sorted = times.sorted()
    guard !sorted.isEmpty else { return 0 }
    let rank = Int((Double(sorted.count) * share).rounded(.up))
    return Double(sorted[min(max(rank, 1), sorted.count) - 1]) / 1_000
  }

  var meanMicroseconds: Double {
    times.isEmpty ? 0 : Double(times.reduce(0, +)) / Double(times.count) / 1_000
  }

  static let shares: [(name: String, share: Double)] = [("p50Us", 0.5), ("p90Us", 0.9), ("p99Us", 0.99), ("maxUs", 1)]
}
