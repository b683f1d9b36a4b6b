import Broker
import TestSupport
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
    while case .apply(let source) = merge.choice(at: now), let record = merge.take(source: source) {
      order.append("\(record.topic.prefix(1))\(record.offset)")
    }
    return order
  }

  @Test("records come by timestamp, equal times fixes before assignments, and one topic always by offset")
  func byTime() {
    var merge = merge()
    for (offset, time) in [(0, 10), (1, 30), (2, 20)] as [(Int64, Int64)] {
      merge.add(record(fixes, offset, at: time), at: 0)
    }
    for (offset, time) in [(0, 10), (1, 25)] as [(Int64, Int64)] { merge.add(record(orders, offset, at: time), at: 0) }
    merge.note(fixes, position: 3, end: 3)
    merge.note(orders, position: 2, end: 2)
    let answer1 = drain(&merge)
    #expect(answer1 == ["f0", "o0", "o1", "f1", "f2"])
    #expect(merge.choice(at: 0) == .caughtUp)
  }

  @Test("nothing is applied while a topic's end is unknown or known to lie ahead")
  func waits() {
    var merge = merge(maxIdle: 0)
    merge.add(record(fixes, 0, at: 10), at: 0)
    #expect(merge.choice(at: 1_000_000) == .wait(untilMillis: nil))
    merge.note(orders, position: 0, end: 1)
    #expect(merge.choice(at: 1_000_000) == .wait(untilMillis: nil))
    merge.add(record(orders, 0, at: 5), at: 0)
    let answer2 = drain(&merge).first
    #expect(answer2 == "o0")
  }

  @Test(
    "a caught-up topic, however long it has been idle, holds each record for max.task.idle from its arrival and no longer"
  )
  func idle() {
    var merge = merge(maxIdle: 50)
    merge.note(orders, position: 0, end: 0)
    merge.add(record(fixes, 0, at: 10), at: 100)
    merge.add(record(fixes, 1, at: 20), at: 120)
    #expect(merge.choice(at: 149) == .wait(untilMillis: 150))
    let atFirst = drain(&merge, at: 150)
    #expect(atFirst == ["f0"])
    #expect(merge.choice(at: 151) == .wait(untilMillis: 170))
    merge.add(record(orders, 0, at: 15), at: 160)
    let answer = drain(&merge, at: 170)
    #expect(answer == ["o0", "f1"])
  }

  @Test(
    "live records that arrive within max.task.idle of each other are applied in the order of their log",
    arguments: 0..<20)
  func live(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    // Each is read up to 40 ms after its timestamp, so any two of different topics within 40 ms of their own order.
    let logs = [fixes, orders].map { partition in
      var time: Int64 = 0
      return (0..<60).map { offset in
        time += Int64.random(in: 0...60, using: &random)
        return record(partition, Int64(offset), at: time)
      }
    }
    var whole = merge()
    for (partition, log) in zip([fixes, orders], logs) {
      for record in log { whole.add(record, at: 0) }
      whole.note(partition, position: 60, end: 60)
    }
    let expected = drain(&whole)

    var merge = merge(maxIdle: 50)
    for partition in [fixes, orders] { merge.note(partition, position: 0, end: 0) }
    var arrivals: [(at: Int64, record: Record)] = []
    for log in logs {
      var last: Int64 = 0
      for record in log {
        last = max(last, record.timestampMillis + Int64.random(in: 0...40, using: &random))
        arrivals.append((last, record))
      }
    }
    var order: [String] = []
    for now in 0...arrivals.map(\.at).max()! + 100 {
      for arrival in arrivals where arrival.at == now { merge.add(arrival.record, at: now) }
      for partition in [fixes, orders] {
        let read = merge.sources.first { $0.partition == partition }?.position
        merge.note(partition, position: read, end: read)
      }
      order += drain(&merge, at: now)
    }
    #expect(order == expected, "SEED=\(seed)")
  }

  @Test("the order does not depend on how the records arrive", arguments: 0..<20)
  func arrival(seed: UInt64) {
    var generator = SeededRandom(seed: seed)
    func random(_ bound: Int) -> Int { generator.number(in: 0...(bound - 1)) }
    let logs = [fixes, orders].map { partition in (0..<50).map { record(partition, Int64($0), at: Int64(random(40))) } }
    func run() -> [String] {
      var merge = merge()
      var next = [0, 0]
      var order: [String] = []
      for (partition, log) in zip([fixes, orders], logs) {
        merge.note(partition, position: 0, end: Int64(log.count))
      }
      while next != [50, 50] {
        let topic = random(2)
        for _ in 0..<random(7) where next[topic] < 50 {
          merge.add(logs[topic][next[topic]], at: 0)
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
    let added = [merge.add(record(fixes, 0, at: 1), at: 0), merge.add(record(fixes, 0, at: 1), at: 0)]
    #expect(added == [true, false])
    #expect(merge.waitingCount == 1)
  }

  @Test("what is committed is the next record not applied, past markers when none waits")
  func committable() {
    var merge = merge()
    for offset in 0..<3 as Range<Int64> { merge.add(record(fixes, offset, at: offset), at: 0) }
    merge.note(orders, position: 9, end: 9)
    merge.note(fixes, position: 4, end: 4)
    _ = merge.take(source: 0)
    #expect(merge.committable == [PartitionOffset(fixes, 1), PartitionOffset(orders, 9)])
    _ = drain(&merge)
    #expect(merge.committable == [PartitionOffset(fixes, 4), PartitionOffset(orders, 9)])
  }

  @Test("waiting bytes return to zero once everything is taken")
  func bytes() {
    var merge = merge()
    for offset in 0..<5_000 as Range<Int64> { merge.add(record(fixes, offset, at: offset), at: 0) }
    merge.note(fixes, position: 5_000, end: 5_000)
    merge.note(orders, position: 0, end: 0)
    #expect(merge.waitingBytes > 0)
    let answer3 = drain(&merge).count
    #expect(answer3 == 5_000)
    #expect(merge.waitingBytes == 0)
  }
}
