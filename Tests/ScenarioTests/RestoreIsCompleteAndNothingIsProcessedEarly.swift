import Broker
import SimulatedBroker
import TestSupport
import Testing
import Worker

/// Statement 7: restore is complete with markers, aborted tails, a concurrent old owner; nothing is processed early.
@Suite("Restore is complete and nothing is processed early")
struct RestoreIsCompleteAndNothingIsProcessedEarly {
  @Test("a changelog that ends in markers and aborted records is restored to its end")
  func abortedTail() throws {
    let expected = CountingTown.reference(60)
    let town = CountingTown(seed: 1)
    town.fill(60)
    town.fleet.start("w-0")
    for _ in 0..<25 { town.fleet.step() }
    town.fleet.cluster.kill("w-0")
    let other = town.fleet.cluster.process(named: "zombie")
    let producer = try other.transactionalProducer(TransactionalProducerOptions(transactionalID: "other"))
    try producer.initTransactions(timeout: .seconds(1))
    for _ in 0..<3 {
      try producer.beginTransaction()
      for partition in 0..<2 as Range<Int32> {
        try producer.produce(
          OutgoingRecord(
            topic: town.fleet.topics.changelogName, partition: partition, key: [0x50, 0x76, 0x31], value: [1, 2]))
      }
      try producer.flush(timeout: .seconds(1))
      try producer.abortTransaction(timeout: .seconds(1))
    }
    #expect(town.fleet.run())
    Invariants.expectEqual(town.fleet.published, expected, "aborted tail")
  }

  @Test(
    "the former owner's commit is under way when the new one starts: it waits, and misses nothing",
    arguments: Seeds.fromEnvironment(count: 20))
  func concurrentOwner(seed: UInt64) {
    let expected = CountingTown.reference(80, seed: seed)
    var settings = WorkerSettings.scenario
    settings.isStaticMember = false
    var simulation = SimulationSettings()
    var random = SeededRandom(seed: seed)
    // A decided transaction shows late: its offsets and its changelog records become stable at different moments.
    simulation.markerDelay = .milliseconds(random.number(in: 0...400))
    let plan = FaultPlan(faults: [
      Fault(.arriveLater(.milliseconds(random.number(in: 1...12_000))), at: .commitTransaction, number: 2, of: "old")
    ])
    let town = CountingTown(seed: seed, simulation: simulation, plan: plan, settings: settings)
    town.fill(80, seed: seed)
    town.fleet.start("old")
    for _ in 0..<random.number(in: 10...40) { town.fleet.step() }
    town.fleet.freeze("old", true)
    town.fleet.start("new")
    for _ in 0..<random.number(in: 1...400) { town.fleet.step(advancing: 40) }
    town.fleet.freeze("old", false)
    #expect(town.fleet.run(), "SEED=\(seed)")
    for _ in 0..<100 { town.fleet.step() }
    Invariants.expectEqual(town.fleet.published, expected, "SEED=\(seed)")
  }

  @Test("a compacted changelog restores the same sessions", arguments: Seeds.fromEnvironment(count: 5))
  func compacted(seed: UInt64) {
    let expected = CountingTown.reference(120, seed: seed)
    let town = CountingTown(seed: seed)
    town.fill(120, seed: seed)
    town.fleet.start("w-0")
    for round in 0..<8 {
      for _ in 0..<20 { town.fleet.step() }
      town.fleet.cluster.compact(town.fleet.topics.changelogName, droppingTombstones: round % 2 == 0)
      town.fleet.cluster.kill("w-0")
      town.fleet.restartKilled()
    }
    #expect(town.fleet.run(), "SEED=\(seed)")
    Invariants.expectEqual(town.fleet.published, expected, "SEED=\(seed)")
  }
}
