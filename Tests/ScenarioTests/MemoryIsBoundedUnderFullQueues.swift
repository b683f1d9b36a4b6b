import Broker
import Observability
import SimulatedBroker
import TestSupport
import Testing
import Worker

/// Statement 10: memory is bounded under full queues and a slow broker; order per key is kept; SIGTERM drains in time or says what is
/// stuck; liveness survives rebalance and broker outage.
@Suite("Memory is bounded under full queues and a slow broker")
struct MemoryIsBoundedUnderFullQueues {
  @Test("waiting records stay below the bound and a poll for each partition, and all are applied in order")
  func bounded() {
    let count = 1_500
    let expected = CountingTown.reference(count)
    var settings = WorkerSettings.scenario
    settings.bufferBytes = 4_000
    settings.passRecords = 40
    let town = CountingTown(seed: 1, settings: settings)
    town.fill(count)
    town.fleet.start("w-0")
    var most: Int64 = 0
    town.fleet.afterStep = { member in
      most = max(most, town.fleet.members[member].threads.reduce(0) { $0 + $1.waitingBytes })
    }
    #expect(town.fleet.run())
    // A record of the counting town takes 150 bytes at most here.
    #expect(most > 4_000)
    #expect(most <= 4_000 + 4 * 40 * 150)
    Invariants.expectEqual(town.fleet.published, expected, "bounded buffer")
  }

  @Test("a producer whose queue is full is waited for, nothing is dropped and nothing passes")
  func fullQueue() {
    let expected = CountingTown.reference(300)
    var simulation = SimulationSettings()
    simulation.queueLimit = 2
    simulation.lingerRecords = 100
    let town = CountingTown(seed: 2, simulation: simulation)
    town.fill(300)
    town.fleet.start("w-0")
    #expect(town.fleet.run())
    Invariants.expectEqual(town.fleet.published, expected, "full queue")
  }

  @Test(
    "SIGTERM at any moment: everything applied is committed or aborted, and the rest waits for the next start",
    arguments: Seeds.fromEnvironment(count: 20))
  func stopped(seed: UInt64) {
    let expected = CountingTown.reference(100, seed: seed)
    let town = CountingTown(seed: seed)
    town.fill(100, seed: seed)
    var random = SeededRandom(seed: seed)
    var started = 0
    while !town.fleet.isCaughtUp, started < 100 {
      started += 1
      town.fleet.start("w-\(started)", instance: "w")
      // Long enough, now and then, that the restore of all before it ends.
      for _ in 0..<random.number(in: 1...150) { town.fleet.step() }
      let before = town.fleet.ends.count
      town.fleet.stop("w-\(started)")
      let hasStopped = town.fleet.run(maxSteps: 400) { town.fleet.ends.count > before }
      #expect(hasStopped, "SEED=\(seed) did not stop")
      #expect(town.fleet.ends.last?.end.exit == .drained)
      #expect(town.fleet.cluster.openTransactionAge("navigator-w-0") == nil)
    }
    #expect(started < 100)
    Invariants.expectEqual(town.fleet.published, expected, "SEED=\(seed)")
  }

  @Test("a broker that is away leaves the worker alive, and a stop without it does not lose anything")
  func outage() {
    let town = CountingTown(seed: 4)
    town.fill(100)
    town.fleet.start("w-0")
    for _ in 0..<15 { town.fleet.step() }
    town.fleet.cluster.stop()
    for _ in 0..<200 { town.fleet.step(advancing: 100) }
    #expect(town.fleet.health.liveness(at: town.fleet.cluster.nowMillis).isWell)
    #expect(town.fleet.ends.isEmpty)
    town.fleet.cluster.start()
    #expect(town.fleet.run())
    Invariants.expectEqual(town.fleet.published, CountingTown.reference(100), "outage")
  }
}
