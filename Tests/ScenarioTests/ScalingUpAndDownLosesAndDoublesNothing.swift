import Broker
import SimulatedBroker
import TestSupport
import Testing
import Worker

/// Statement 11: scaling from one worker to three and back under load loses and doubles nothing.
@Suite("Scaling up and down loses and doubles nothing")
struct ScalingUpAndDownLosesAndDoublesNothing {
  @Test("one worker, three, one again, while records arrive", arguments: Seeds.fromEnvironment(count: 20))
  func scale(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var settings = WorkerSettings.scenario
    settings.isStaticMember = random.oneIn(2)
    let count = 400
    let expected = CountingTown.reference(count, seed: seed, partitions: 6)
    let town = CountingTown(seed: seed, partitions: 6, settings: settings)
    town.fill(count, seed: seed)
    town.fleet.start("w-0", threads: random.number(in: 1...2))
    for _ in 0..<random.number(in: 1...40) { town.fleet.step() }
    town.fleet.start("w-1")
    for _ in 0..<random.number(in: 1...40) { town.fleet.step() }
    town.fleet.start("w-2", threads: 2)
    for _ in 0..<random.number(in: 1...60) { town.fleet.step() }
    town.fleet.stop("w-1")
    for _ in 0..<random.number(in: 1...40) { town.fleet.step() }
    if random.oneIn(2) { town.fleet.stop("w-0") } else { town.fleet.stop("w-2") }
    #expect(town.fleet.run(maxSteps: 40_000), "SEED=\(seed)")
    for _ in 0..<100 { town.fleet.step() }
    Invariants.expectEqual(town.fleet.published, expected, "SEED=\(seed)")
  }
}
