import Synchronization

/// How long things took since somebody asked last: counts by size, so that millions of records cost a few hundred bytes. Pure.
///
/// Up to 15 ms each millisecond has its own bucket; above, eight buckets an octave, so that a figure is at most an eighth too large.
struct LatencyCounts: Equatable, Sendable {
  private static let exact = 16
  private static let perOctave = 8
  /// Up to 2^32 ms.
  private var counts = [UInt64](repeating: 0, count: exact + 28 * perOctave)
  private(set) var total: UInt64 = 0

  mutating func add(millis: Int64, count: Int = 1) {
    let value = UInt64(clamping: min(max(0, millis), (1 << 32) - 1))
    counts[Self.bucket(of: value)] &+= UInt64(clamping: count)
    total &+= UInt64(clamping: count)
  }

  /// The least time that at least this share of all stayed within, in milliseconds; nil when there are none.
  func quantile(_ share: Double) -> Int64? {
    guard total > 0 else { return nil }
    let wanted = max(1, (Double(total) * share).rounded(.up))
    var sum: UInt64 = 0
    for (bucket, count) in counts.enumerated() {
      sum &+= count
      if Double(sum) >= wanted { return Self.upperEnd(of: bucket) }
    }
    return Self.upperEnd(of: counts.count - 1)
  }

  private static func bucket(of value: UInt64) -> Int {
    if value < UInt64(exact) { return Int(value) }
    let octave = 63 - value.leadingZeroBitCount
    return exact + (octave - 4) * perOctave + Int(value >> UInt64(octave - 3)) - perOctave
  }

  private static func upperEnd(of bucket: Int) -> Int64 {
    if bucket < exact { return Int64(bucket) }
    let (octave, part) = ((bucket - exact) / perOctave + 4, (bucket - exact) % perOctave)
    return Int64(perOctave + part + 1) << Int64(octave - 3) - 1
  }
}

/// The latencies of a worker's threads since the former heartbeat. Safe from any thread.
final class LatencyBoard: Sendable {
  struct Window: Sendable {
    /// From being read to being committed.
    var records = LatencyCounts()
    /// From the decision to commit to its outcome.
    var commits = LatencyCounts()
  }

  private let window = Mutex(Window())

  /// A transaction was committed.
  func committed(records: [(arrivedAt: Int64, count: Int)], startedAt: Int64, at now: Int64) {
    window.withLock { window in
      for (arrivedAt, count) in records { window.records.add(millis: now - arrivedAt, count: count) }
      window.commits.add(millis: now - startedAt)
    }
  }

  /// What came since the last call.
  func take() -> Window {
    window.withLock { window in
      defer { window = Window() }
      return window
    }
  }
}
