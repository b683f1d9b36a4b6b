import TestSupport
import Testing

@testable import Worker

@Suite("Latencies of the heartbeat") struct LatencyBoardTests {
  @Test("a quantile is at least the true one and at most an eighth larger", arguments: [UInt64(1), 2, 3])
  func quantiles(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var counts = LatencyCounts()
    var values: [Int64] = []
    for _ in 0..<2_000 {
      let value = Int64(random.number(in: 0...(1 << random.number(in: 0...22))))
      values.append(value)
      counts.add(millis: value)
    }
    values.sort()
    for share in [0.01, 0.5, 0.9, 0.99, 1] {
      let exact = values[Int((Double(values.count) * share).rounded(.up)) - 1]
      let told = try #require(counts.quantile(share))
      #expect(told >= exact, "SEED=\(seed)")
      #expect(Double(told) <= Double(exact) * 1.125, "SEED=\(seed)")
    }
  }

  @Test("nothing observed has no quantile; negative and enormous times stay within the buckets")
  func edges() {
    var counts = LatencyCounts()
    #expect(counts.quantile(0.5) == nil)
    counts.add(millis: -5)
    #expect(counts.quantile(1) == 0)
    counts.add(millis: .max)
    #expect(counts.quantile(1) == (1 << 32) - 1)
  }

  @Test("each heartbeat tells what came since the former one")
  func windows() {
    let board = LatencyBoard()
    board.committed(records: [(arrivedAt: 0, count: 99), (arrivedAt: 90, count: 1)], startedAt: 95, at: 100)
    let first = board.take()
    #expect(first.records.total == 100)
    #expect(first.records.quantile(0.5).map { (100...112).contains($0) } == true)
    #expect(first.commits.quantile(0.5) == 5)
    #expect(board.take().records.total == 0)
  }
}
