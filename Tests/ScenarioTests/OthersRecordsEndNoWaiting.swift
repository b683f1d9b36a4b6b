import Broker
import SimulatedBroker
import TestSupport
import Testing
import Worker

/// What other vehicles of a partition send, and when they say they sent it, ends no deadline of a vehicle before its time.
@Suite("Other vehicles' records end no waiting before its time")
struct OthersRecordsEndNoWaiting {
  /// A vehicle whose deadline is five seconds off, among others of the same partition that send all the while; how long after the
  /// deadline its timer has fired, by the clock.
  private func firedAfter(seed: UInt64, others timestamp: (_ now: Int64) -> Int64) throws -> Int64? {
    let town = CountingTown(seed: seed, partitions: 1)
    let (fleet, topics) = (town.fleet, town.fleet.topics.inputNames)
    fleet.start("w-0")
    func send(_ vehicle: String, _ topic: Int, at timestamp: Int64) {
      fleet.cluster.append(
        OutgoingRecord(topic: topics[topic], key: Array(vehicle.utf8), value: [1], timestampMillis: timestamp))
    }
    // Others drive for some time before.
    func drive(_ steps: Int, until isOver: () -> Bool = { false }) -> Bool {
      for step in 0..<steps {
        if step.isMultiple(of: 20) { send("other-\(step / 20 % 3)", 0, at: timestamp(fleet.cluster.nowMillis)) }
        fleet.step()
        if step.isMultiple(of: 50), isOver() { return true }
      }
      return false
    }
    _ = drive(2_000)
    let deadline = fleet.cluster.nowMillis + 5_000
    send("waiting", 1, at: fleet.cluster.nowMillis)
    let output = TopicPartition(topic: "navigator.route-status", partition: 0)
    let isFired = { fleet.published[output, default: []].contains { $0.value == Array("timer".utf8) } }
    return drive(10_000, until: isFired) ? fleet.cluster.nowMillis - deadline : nil
  }

  @Test("others that drive on", arguments: Seeds.fromEnvironment(count: 3))
  func driving(seed: UInt64) throws {
    let after = try #require(try firedAfter(seed: seed) { $0 })
    #expect(after >= WorkerSettings.scenario.timerGraceMillis, "SEED=\(seed)")
    #expect(after < WorkerSettings.scenario.timerGraceMillis + 2_000, "SEED=\(seed)")
  }

  @Test("others whose clocks are a minute fast", arguments: Seeds.fromEnvironment(count: 3))
  func fast(seed: UInt64) throws {
    let after = try #require(try firedAfter(seed: seed) { $0 + 60_000 })
    #expect(after >= WorkerSettings.scenario.timerGraceMillis, "SEED=\(seed)")
    #expect(after < WorkerSettings.scenario.timerGraceMillis + 2_000, "SEED=\(seed)")
  }
}
