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
}
