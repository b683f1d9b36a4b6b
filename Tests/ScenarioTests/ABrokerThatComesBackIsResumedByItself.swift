import Broker
import SimulatedBroker
import TestSupport
import Testing
import Worker

/// Statement 12: a broker stopped and started under load: the worker resumes by itself, with nothing lost or doubled.
@Suite("A broker that comes back is resumed by itself")
struct ABrokerThatComesBackIsResumedByItself {
  @Test("outages of any length at any moment", arguments: Seeds.fromEnvironment(count: 30))
  func outages(seed: UInt64) {
    let expected = CountingTown.reference(150, seed: seed)
    var random = SeededRandom(seed: seed)
    let town = CountingTown(seed: seed)
    town.fill(150, seed: seed)
    town.fleet.start("w-0")
    town.fleet.start("w-1")
    for _ in 0..<random.number(in: 1...4) {
      for _ in 0..<random.number(in: 1...30) { town.fleet.step() }
      town.fleet.cluster.stop()
      let pause = Int64(random.pick([5, 50, 500]) ?? 5)
      for _ in 0..<random.number(in: 1...100) { town.fleet.step(advancing: pause) }
      town.fleet.cluster.start()
    }
    let isDone = town.fleet.run(maxSteps: 40_000) {
      town.fleet.restartEnded()
      return town.fleet.isCaughtUp
    }
    #expect(isDone, "SEED=\(seed)")
    for _ in 0..<100 { town.fleet.step() }
    Invariants.expectEqual(town.fleet.published, expected, "SEED=\(seed)")
  }

  @Test("a partition without a leader, or a broker whose disk is full, for thirty transactions is waited for")
  func fullDisk() {
    let plan = FaultPlan(faults: [
      Fault(.failDelivery(.messageTimedOut), at: .flush, of: "w-0", occurrences: 3...32)
    ])
    let town = CountingTown(seed: 5, plan: plan)
    town.fill(80)
    town.fleet.start("w-0")
    #expect(town.fleet.run())
    #expect(town.fleet.ends.isEmpty)
    Invariants.expectEqual(town.fleet.published, CountingTown.reference(80), "full disk")
  }

  @Test(
    "a broker that goes away again and again in the middle of commits costs no identity: the worker rebuilds each time and goes on"
  )
  func unknownCommits() {
    // Commits whose outcome stays unknown past its bound, some six times within five minutes.
    let plan = FaultPlan(faults: [
      Fault(.failBefore(.retriable(.timedOut)), at: .commitTransaction, of: "w-0", occurrences: 2...1_300)
    ])
    let town = CountingTown(seed: 6, plan: plan)
    town.fill(150)
    town.fleet.start("w-0")
    #expect(town.fleet.run(maxSteps: 60_000))
    #expect(town.fleet.ends.isEmpty)
    Invariants.expectEqual(town.fleet.published, CountingTown.reference(150), "unknown commits")
  }
}
