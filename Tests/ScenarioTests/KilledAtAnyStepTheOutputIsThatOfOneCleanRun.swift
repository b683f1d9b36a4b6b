import Broker
import SimulatedBroker
import TestSupport
import Testing
import Worker

/// Statement 1: killed at any call boundary of a pass (before and after each produce, offsets, commit; while restoring; in a revoke),
/// the committed output equals that of one clean run, byte for byte.
@Suite("Killed at any step, the output is that of one clean run")
struct KilledAtAnyStepTheOutputIsThatOfOneCleanRun {
  @Test("killed once, at every single call of a run", arguments: Seeds.fromEnvironment(count: 1))
  func everyStep(seed: UInt64) throws {
    let count = 40
    let expected = CountingTown.reference(count, seed: seed)
    let clean = CountingTown(seed: seed)
    clean.fill(count, seed: seed)
    clean.fleet.start("w-0")
    #expect(clean.fleet.run())
    let steps = clean.fleet.cluster.steps(of: "w-0")
    #expect(steps > 50)
    for step in 1...(steps + 1) {
      for sendingQueued in [false, true] {
        let town = CountingTown(seed: seed)
        town.fill(count, seed: seed)
        town.fleet.start("w-0")
        town.fleet.cluster.kill("w-0", atStep: step, sendingQueued: sendingQueued)
        #expect(town.fleet.run(), "SEED=\(seed) killed at call \(step) did not catch up")
        for _ in 0..<50 { town.fleet.step() }
        Invariants.expectEqual(
          town.fleet.published, expected, "SEED=\(seed) killed at call \(step), queued sent: \(sendingQueued)")
      }
    }
  }
}
