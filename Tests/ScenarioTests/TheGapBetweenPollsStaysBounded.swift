import Broker
import SimulatedBroker
import TestSupport
import Testing
import Worker

/// Statement 6: the gap between polls stays bounded in restore and under heavy load; being ejected from the group is recovered from.
@Suite("The gap between polls stays bounded")
struct TheGapBetweenPollsStaysBounded {
  /// Calls between two polls of the group, the most of any.
  func mostCallsBetweenPolls(_ calls: [CallRecord], of process: String) -> [Call: Int] {
    var most: [Call: Int] = [:]
    var since: [Call: Int] = [:]
    for call in calls where call.process == process {
      if call.call == .poll {
        for (kind, count) in since { most[kind] = max(most[kind] ?? 0, count) }
        since = [:]
      } else {
        since[call.call, default: 0] += 1
      }
    }
    return most
  }

  @Test(
    "a long restore is read in slices with a poll between each two, and records of the pass budget at most are applied between two"
  )
  func slices() {
    let count = 600
    var simulation = SimulationSettings()
    simulation.recordsCalls = true
    let town = CountingTown(seed: 1, simulation: simulation)
    town.fill(count, vehicles: 200)
    town.fleet.start("first")
    #expect(town.fleet.run())
    town.fleet.stop("first")
    town.fleet.run(maxSteps: 200) { !town.fleet.ends.isEmpty }
    town.fill(count, seed: 2, vehicles: 200)
    town.fleet.start("second")
    #expect(town.fleet.run())
    let calls = town.fleet.cluster.calls
    let most = mostCallsBetweenPolls(calls, of: "second")
    #expect(most[.pollReader] == 1)
    #expect(calls.filter { $0.process == "second" && $0.call == .pollReader }.count > 20)
    // Outputs of one pass and the changelog of one commit.
    #expect((most[.produce] ?? 0) <= 3 * town.fleet.settings.passRecords + 2 * 200)
  }

  @Test(
    "a worker that was away longer than the poll interval is ejected, and recovers by itself",
    arguments: Seeds.fromEnvironment(count: 10))
  func ejected(seed: UInt64) {
    let expected = CountingTown.reference(80, seed: seed)
    let plan = FaultPlan(faults: [
      Fault(.delay(.seconds(90)), at: .produce, number: 15, of: "w-0"),
      Fault(.delay(.seconds(90)), at: .pollReader, number: 2, of: "w-0"),
    ])
    let town = CountingTown(seed: seed, plan: plan)
    town.fill(80, seed: seed)
    town.fleet.start("w-0")
    #expect(town.fleet.run(), "SEED=\(seed)")
    #expect(town.fleet.ends.isEmpty)
    Invariants.expectEqual(town.fleet.published, expected, "SEED=\(seed)")
  }
}
