import Synchronization

/// A count that only rises. Safe from any thread.
public final class Counter: Sendable {
  private let count = Atomic<UInt64>(0)
  init() {}
  public func add(_ amount: UInt64 = 1) { count.wrappingAdd(amount, ordering: .relaxed) }
  public var value: UInt64 { count.load(ordering: .relaxed) }
}

/// A value that goes up and down. Safe from any thread.
public final class Gauge: Sendable {
  private let bits = Atomic<UInt64>(0)
  init() {}
  public func set(_ value: Double) { bits.store(value.bitPattern, ordering: .relaxed) }
  public var value: Double { Double(bitPattern: bits.load(ordering: .relaxed)) }
}

/// Counts of observed values by bucket. Safe from any thread.
public final class Histogram: Sendable {
  private struct Cells {
    var counts: [UInt64]
    var count: UInt64 = 0
    var sum: Double = 0
  }

  let bounds: [Double]
  private let cells: Mutex<Cells>

  init(bounds: [Double]) {
    self.bounds = bounds
    cells = Mutex(Cells(counts: Array(repeating: 0, count: bounds.count)))
  }

  public func observe(_ value: Double) {
    guard value.isFinite else { return }
    let bucket = bounds.firstIndex { value <= $0 }
    cells.withLock {
      if let bucket { $0.counts[bucket] += 1 }
      $0.count += 1
      $0.sum += value
    }
  }

  /// Cumulative counts by bucket, count of all, sum.
  var snapshot: (cumulative: [UInt64], count: UInt64, sum: Double) {
    cells.withLock { cells in
      var total: UInt64 = 0
      let cumulative = cells.counts.map { count in
        total += count
        return total
      }
      return (cumulative, cells.count, cells.sum)
    }
  }
}
