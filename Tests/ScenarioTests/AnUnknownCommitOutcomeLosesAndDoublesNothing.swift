import Broker
import SimulatedBroker
import TestSupport
import Testing
import Worker

/// Statement 5: a commit of unknown outcome and a timed-out transaction recover without loss or double.
@Suite("An unknown commit outcome loses and doubles nothing")
struct AnUnknownCommitOutcomeLosesAndDoublesNothing {
  static let effects: [FaultEffect] = [
    .failBefore(.retriable(.timedOut)), .failAfter(.retriable(.timedOut)), .failAfter(.retriable(.transport)),
    .arriveLater(.milliseconds(30)), .arriveLater(.seconds(3)), .arriveLater(.seconds(8)), .expireTransactions, .fence,
    .failBefore(.abortTransaction(.invalidTransactionState)), .failBefore(.fatal(.invalidTransactionState)),
    .failAfter(.fatal(.invalidTransactionState)), .failBefore(.fatal(.outOfOrderSequence)),
  ]

  @Test("whatever becomes of one commit, the output is that of one clean run", arguments: effects)
  func once(effect: FaultEffect) {
    let expected = CountingTown.reference(60)
    for number in 1...4 {
      let town = CountingTown(seed: 5, plan: FaultPlan(faults: [Fault(effect, at: .commitTransaction, number: number)]))
      town.fill(60)
      town.fleet.start("w-0")
      #expect(town.fleet.run(), "\(effect) at commit \(number)")
      for _ in 0..<50 { town.fleet.step() }
      Invariants.expectEqual(town.fleet.published, expected, "\(effect) at commit \(number)")
    }
  }

  @Test("a commit that stays unknown past its bound is settled by rebuilding from the log", arguments: [false, true])
  func pastTheBound(wasCarriedOut: Bool) {
    let expected = CountingTown.reference(60)
    let failure = BrokerFailure.retriable(.timedOut)
    let effect: FaultEffect = wasCarriedOut ? .failAfter(failure) : .failBefore(failure)
    var settings = WorkerSettings.scenario
    settings.commitBoundMillis = 100
    let town = CountingTown(
      seed: 5, plan: FaultPlan(faults: [Fault(effect, at: .commitTransaction, of: "w-0", occurrences: 2...200)]),
      settings: settings)
    town.fill(60)
    town.fleet.start("w-0")
    town.fleet.run(maxSteps: 3_000)
    // Its commits never get an answer: after three rebuilt handles it gives up, and another takes over.
    town.fleet.settings.commitBoundMillis = 5_000
    town.fleet.start("w-1")
    #expect(town.fleet.run(maxSteps: 40_000))
    Invariants.expectEqual(town.fleet.published, expected, "carried out: \(wasCarriedOut)")
  }

  @Test("many faults at random calls: the output is that of one clean run", arguments: Seeds.fromEnvironment(count: 60))
  func random(seed: UInt64) {
    let expected = CountingTown.reference(80, seed: seed)
    var random = SeededRandom(seed: seed)
    let calls: [Call] = [
      .beginTransaction, .produce, .flush, .sendOffsets, .commitTransaction, .abortTransaction, .poll, .pollReader,
      .committed,
      .watermarks, .readerWatermarks, .initTransactions,
    ]
    let effects: [FaultEffect] =
      Self.effects + [
        .killBefore(sendingQueued: true), .killBefore(sendingQueued: false), .killAfter, .ejectMembers, .rebalance,
        .delay(.seconds(1)), .failDelivery(.messageTimedOut), .failBefore(.ownershipLost(.illegalGeneration)),
      ]
    let faults = (0..<random.number(in: 1...5)).map { _ in
      Fault(random.pick(effects) ?? .killAfter, at: random.pick(calls), number: random.number(in: 1...20))
    }
    let town = CountingTown(seed: seed, plan: FaultPlan(faults: faults))
    town.fill(80, seed: seed)
    town.fleet.start("w-0")
    town.fleet.start("w-1")
    // A worker that gave up is what a supervisor starts again.
    let isDone = town.fleet.run(maxSteps: 40_000) {
      town.fleet.restartEnded()
      return town.fleet.isCaughtUp
    }
    #expect(isDone, "SEED=\(seed) \(faults)")
    for _ in 0..<100 { town.fleet.step() }
    Invariants.expectEqual(town.fleet.published, expected, "SEED=\(seed) \(faults)")
  }
}
