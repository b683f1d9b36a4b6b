import Broker
import Navigator
import SimulatedBroker
import TestSupport
import Testing
import Worker

/// Statement 1 with the real navigator: killed at many moments, the committed events equal one clean run's by id and by bytes.
@Suite("Killed workers with the real navigator")
struct KilledWorkersWithTheRealNavigator {
  @Test(
    "killed again and again, in any step, with one and with two workers", arguments: Seeds.fromEnvironment(count: 4))
  func killed(seed: UInt64) throws {
    let town = try DrivingTown()
    let records = try town.traffic(8)
    let clean = town.fleet(seed: 1, records: records)
    clean.start("w-0")
    #expect(clean.run())
    for _ in 0..<50 { clean.step() }
    Invariants.expectNoDoubles(clean.published, "clean")

    var random = SeededRandom(seed: seed)
    let fleet = town.fleet(seed: seed, records: records)
    // Small passes: many calls to be killed at.
    fleet.settings.passRecords = 6
    fleet.start("w-0")
    if random.oneIn(2) { fleet.start("w-1") }
    var kills = 0
    var nextKill = random.number(in: 1...10)
    let isDone = fleet.run(maxSteps: 40_000) {
      nextKill -= 1
      if nextKill <= 0, kills < 20 {
        let name = random.pick(fleet.members.map(\.name)) ?? "w-0"
        // At one of the next calls, wherever in a pass that is.
        fleet.cluster.kill(
          name, atStep: fleet.cluster.steps(of: name) + random.number(in: 1...60), sendingQueued: random.oneIn(2))
        kills += 1
        nextKill = random.number(in: 5...30)
      }
      return fleet.isCaughtUp
    }
    #expect(isDone, "SEED=\(seed)")
    for _ in 0..<200 {
      fleet.restartKilled()
      fleet.step()
    }
    #expect(kills > 3, "SEED=\(seed)")
    Invariants.expectEqual(fleet.published, clean.published, "SEED=\(seed), \(kills) kills")
  }
}
