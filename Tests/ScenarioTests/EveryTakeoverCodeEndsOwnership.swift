import Broker
import SimulatedBroker
import TestSupport
import Testing
import Worker

/// Statement 2: every takeover code ends ownership; a frozen worker that wakes after a takeover publishes nothing; two workers with one
/// id end with status 75.
@Suite("Every takeover code ends ownership")
struct EveryTakeoverCodeEndsOwnership {
  static let calls: [Call] = [.beginTransaction, .produce, .flush, .sendOffsets, .commitTransaction, .poll]

  @Test("whatever call answers it, the state is rebuilt and the output is that of one clean run", arguments: calls)
  func everyCode(call: Call) {
    let expected = CountingTown.reference(60)
    for code in BrokerCode.takeover.sorted(by: { $0.name < $1.name }) where code != .fencedInstanceID {
      let plan = FaultPlan(faults: [Fault(.failBefore(.ownershipLost(code)), at: call, number: 3, of: "w-0")])
      let town = CountingTown(seed: 3, plan: plan)
      town.fill(60)
      town.fleet.start("w-0")
      #expect(town.fleet.run(), "\(code) at \(call)")
      for _ in 0..<50 { town.fleet.step() }
      #expect(town.fleet.ends.isEmpty)
      Invariants.expectEqual(town.fleet.published, expected, "\(code) at \(call)")
    }
  }

  @Test("a fenced instance id ends the worker with status 75 at once")
  func fencedInstance() {
    let plan = FaultPlan(faults: [
      Fault(.failBefore(.ownershipLost(.fencedInstanceID)), at: .poll, number: 9, of: "w-0")
    ])
    let town = CountingTown(seed: 3, plan: plan)
    town.fill(60)
    town.fleet.start("w-0")
    town.fleet.run(maxSteps: 200) { !town.fleet.ends.isEmpty }
    #expect(town.fleet.ends.first?.end.exit == .ownershipLost)
    #expect(town.fleet.ends.first?.end.reason.contains("instance.id") == true)
  }

  @Test("a worker that is fenced again and again ends with status 75 instead of fighting on")
  func fencedForEver() {
    let plan = FaultPlan(faults: [Fault(.fence, at: .beginTransaction, of: "w-0", occurrences: 1...100)])
    let town = CountingTown(seed: 3, plan: plan)
    town.fill(60)
    town.fleet.start("w-0")
    town.fleet.run(maxSteps: 5_000) { !town.fleet.ends.isEmpty }
    #expect(town.fleet.ends.first?.end.exit == .ownershipLost)
    Invariants.expectNoDoubles(town.fleet.published, "fenced for ever")
  }

  @Test(
    "two workers with one id: at least one ends with status 75, and nothing is doubled",
    arguments: Seeds.fromEnvironment(count: 5))
  func oneIdentity(seed: UInt64) {
    let town = CountingTown(seed: seed)
    town.fill(80, seed: seed)
    town.fleet.start("a", instance: "same")
    town.fleet.start("b", instance: "same")
    town.fleet.run(maxSteps: 20_000) { town.fleet.isCaughtUp && !town.fleet.ends.isEmpty }
    #expect(town.fleet.ends.contains { $0.end.exit == .ownershipLost }, "SEED=\(seed)")
    Invariants.expectNoDoubles(town.fleet.published, "SEED=\(seed)")
  }

  @Test("a frozen worker that wakes after a takeover publishes nothing", arguments: Seeds.fromEnvironment(count: 20))
  func frozen(seed: UInt64) {
    let expected = CountingTown.reference(80, seed: seed, timersPass: true)
    var settings = WorkerSettings.scenario
    settings.isStaticMember = false
    let town = CountingTown(seed: seed, settings: settings)
    town.fill(80, seed: seed)
    town.fleet.start("old")
    var random = SeededRandom(seed: seed)
    for _ in 0..<random.number(in: 5...40) { town.fleet.step() }
    town.fleet.freeze("old", true)
    town.fleet.start("new")
    for _ in 0..<random.number(in: 100...900) { town.fleet.step(advancing: 50) }
    town.fleet.freeze("old", false)
    #expect(town.fleet.run(), "SEED=\(seed)")
    town.fleet.letTimersPass()
    Invariants.expectEqual(town.fleet.published, expected, "SEED=\(seed)")
  }
}
