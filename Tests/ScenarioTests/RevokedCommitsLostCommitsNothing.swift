import Broker
import SimulatedBroker
import TestSupport
import Testing
import Worker

/// Statement 3: revoked commits within its bound; lost commits nothing.
@Suite("Revoked commits within its bound, lost commits nothing")
struct RevokedCommitsLostCommitsNothing {
  @Test("a member that joins takes over without anything being done twice", arguments: Seeds.fromEnvironment(count: 10))
  func revoked(seed: UInt64) {
    let expected = CountingTown.reference(120, seed: seed, partitions: 4)
    var simulation = SimulationSettings()
    simulation.recordsCalls = true
    var settings = WorkerSettings.scenario
    // So long that only the revoke itself can have committed.
    settings.commitIntervalMillis = 4_000
    settings.transactionTimeoutMillis = 60_000
    let town = CountingTown(seed: seed, partitions: 4, simulation: simulation, settings: settings)
    town.fill(120, seed: seed)
    town.fleet.start("w-0")
    for _ in 0..<12 { town.fleet.step() }
    town.fleet.start("w-1")
    #expect(town.fleet.run(), "SEED=\(seed)")
    let calls = town.fleet.cluster.calls
    #expect(
      calls.contains {
        $0.call == .commitTransaction && $0.process == "w-0" && $0.atMillis < town.fleet.cluster.nowMillis - 3_000
      })
    #expect(!calls.contains { $0.call == .abortTransaction }, "SEED=\(seed)")
    Invariants.expectEqual(town.fleet.published, expected, "SEED=\(seed)")
  }

  @Test(
    "after a loss the open transaction is aborted and no commit is sent for it",
    arguments: Seeds.fromEnvironment(count: 10))
  func lost(seed: UInt64) {
    let expected = CountingTown.reference(80, seed: seed)
    var simulation = SimulationSettings()
    simulation.recordsCalls = true
    var settings = WorkerSettings.scenario
    settings.commitIntervalMillis = 4_000
    settings.transactionTimeoutMillis = 60_000
    let plan = FaultPlan(faults: [Fault(.ejectMembers, at: .poll, number: 12, of: "w-0")])
    let town = CountingTown(seed: seed, simulation: simulation, plan: plan, settings: settings)
    town.fill(80, seed: seed)
    town.fleet.start("w-0")
    for _ in 0..<40 { town.fleet.step() }
    let calls = town.fleet.cluster.calls
    let begun = calls.firstIndex { $0.call == .beginTransaction }
    let ended = calls.firstIndex {
      [.abortTransaction, .commitTransaction, .closeTransactionalProducer].contains($0.call)
    }
    #expect(begun != nil)
    #expect(ended.map { calls[$0].call } == .abortTransaction, "SEED=\(seed)")
    #expect(town.fleet.run(), "SEED=\(seed)")
    Invariants.expectEqual(town.fleet.published, expected, "SEED=\(seed)")
  }

  @Test(
    "a commit that the broker does not answer does not hold the group: the worker lets go, and its successor settles it"
  )
  func bounded() {
    let expected = CountingTown.reference(80)
    var settings = WorkerSettings.scenario
    settings.commitIntervalMillis = 4_000
    settings.transactionTimeoutMillis = 20_000
    // Join and a first slice of work, then every commit of the worker stays without an answer for a while.
    let plan = FaultPlan(faults: [
      Fault(.failBefore(.retriable(.timedOut)), at: .commitTransaction, of: "w-0", occurrences: 1...30)
    ])
    let town = CountingTown(seed: 7, plan: plan, settings: settings)
    town.fill(80)
    town.fleet.start("w-0")
    for _ in 0..<12 { town.fleet.step() }
    town.fleet.start("w-1")
    #expect(town.fleet.run(maxSteps: 40_000))
    Invariants.expectEqual(town.fleet.published, expected, "commit without an answer in a revoke")
  }
}
