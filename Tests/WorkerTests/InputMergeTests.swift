import Broker
import Testing

@testable import Worker

@Suite("Input order") struct InputMergeTests {
  let fixes = TopicPartition(topic: "fixes", partition: 3)
  let orders = TopicPartition(topic: "orders", partition: 3)

  func merge(maxIdle: Int64 = 0) -> InputMerge {
    InputMerge([(fixes, 1, 0), (orders, 2, 0)], maxIdleMillis: maxIdle)
  }

  func record(_ partition: TopicPartition, _ offset: Int64, at time: Int64) -> Record {
    Record(
      topic: partition.topic, partition: partition.partition, offset: offset, timestampMillis: time, key: [1],
      value: [2])
  }

  /// Takes all that may be taken, as topic letter and offset.
  func drain(_ merge: inout InputMerge, at now: Int64 = 0) -> [String] {
    var order: [String] = []
    while case .apply(let source) = merge.choice(at: now), let record = merge.take(source: source, at: now) {
      order.append("\(record.topic.prefix(1))\(record.offset)")
    }
    return order
  }

  @Test("records come by timestamp, equal times fixes before assignments, and one topic always by offset")
  func byTime() {
    var merge = merge()
    for (offset, time) in [(0, 10), (1, 30), (2, 20)] as [(Int64, Int64)] { merge.add(record(fixes, offset, at: time)) }
    for (offset, time) in [(0, 10), (1, 25)] as [(Int64, Int64)] { merge.add(record(orders, offset, at: time)) }
    merge.note(fixes, position: 3, end: 3, at: 0)
    merge.note(orders, position: 2, end: 2, at: 0)
    let answer1 = drain(&merge)
    #expect(answer1 == ["f0", "o0", "o1", "f1", "f2"])
    #expect(merge.choice(at: 0) == .caughtUp)
  }

  @Test("nothing is applied while a topic's end is unknown or known to lie ahead")
  func waits() {
    var merge = merge(maxIdle: 0)
    merge.add(record(fixes, 0, at: 10))
    #expect(merge.choice(at: 1_000_000) == .wait(untilMillis: nil))
    merge.note(orders, position: 0, end: 1, at: 0)
    #expect(merge.choice(at: 1_000_000) == .wait(untilMillis: nil))
    merge.add(record(orders, 0, at: 5))
    let answer2 = drain(&merge).first
    #expect(answer2 == "o0")
  }

  @Test("a caught-up topic holds the others for max.task.idle and no longer")
  func idle() {
    var merge = merge(maxIdle: 50)
    merge.note(orders, position: 0, end: 0, at: 100)
    merge.add(record(fixes, 0, at: 10))
    #expect(merge.choice(at: 149) == .wait(untilMillis: 150))
    #expect(merge.choice(at: 150) == .apply(source: 0))
  }

  @Test("the order does not depend on how the records arrive", arguments: 0..<20)
  func arrival(seed: UInt64) {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    func random(_ bound: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(bound))
    }
    let logs = [fixes, orders].map { partition in (0..<50).map { record(partition, Int64($0), at: Int64(random(40))) } }
    func run() -> [String] {
      var merge = merge()
      var next = [0, 0]
      var order: [String] = []
      for (partition, log) in zip([fixes, orders], logs) {
        merge.note(partition, position: 0, end: Int64(log.count), at: 0)
      }
      while next != [50, 50] {
        let topic = random(2)
        for _ in 0..<random(7) where next[topic] < 50 {
          merge.add(logs[topic][next[topic]])
          next[topic] += 1
        }
        if random(2) == 0 { order += drain(&merge) }
      }
      return order + drain(&merge)
    }
    let first = run()
    #expect(first.count == 100)
    #expect(run() == first, "SEED=\(seed)")
  }

  @Test("a record that was here before is dropped")
  func again() {
    var merge = merge()
    let added = [merge.add(record(fixes, 0, at: 1)), merge.add(record(fixes, 0, at: 1))]
    #expect(added == [true, false])
    #expect(merge.waitingCount == 1)
  }

  @Test("what is committed is the next record not applied, past markers when none waits")
  func committable() {
    var merge = merge()
    for offset in 0..<3 as Range<Int64> { merge.add(record(fixes, offset, at: offset)) }
    merge.note(orders, position: 9, end: 9, at: 0)
    merge.note(fixes, position: 4, end: 4, at: 0)
    _ = merge.take(source: 0, at: 0)
    #expect(merge.committable == [PartitionOffset(fixes, 1), PartitionOffset(orders, 9)])
    _ = drain(&merge)
    #expect(merge.committable == [PartitionOffset(fixes, 4), PartitionOffset(orders, 9)])
  }

  @Test("waiting bytes return to zero once everything is taken")
  func bytes() {
    var merge = merge()
    for offset in 0..<5_000 as Range<Int64> { merge.add(record(fixes, offset, at: offset)) }
    merge.note(fixes, position: 5_000, end: 5_000, at: 0)
    merge.note(orders, position: 0, end: 0, at: 0)
    #expect(merge.waitingBytes > 0)
    let answer3 = drain(&merge).count
    #expect(answer3 == 5_000)
    #expect(merge.waitingBytes == 0)
  }
}
