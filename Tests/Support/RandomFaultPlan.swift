import Broker
public import SimulatedBroker

extension FaultPlan {
  /// What a broker, a network or a neighbour can do to a worker that keeps to the contract, and that it must live through.
  public static let survivableEffects: [FaultEffect] = [
    .failBefore(.retriable(.timedOut)), .failAfter(.retriable(.timedOut)), .failBefore(.abortTransaction(.timedOut)),
    .failBefore(.retriable(.transport)), .arriveLater(.seconds(3)), .arriveLater(.seconds(30)), .killAfter,
    .killBefore(sendingQueued: true), .killBefore(sendingQueued: false), .fence, .expireTransactions, .ejectMembers,
    .rebalance, .delay(.seconds(25)), .sendTwice, .loseFirstQueued, .failDelivery(.messageTimedOut),
  ]

  /// The calls of a worker's pass.
  public static let callsOfAPass: [Call] = [
    .poll, .flush, .sendOffsets, .commitTransaction, .abortTransaction, .produce, .committed, .groupMetadata,
    .initTransactions, .beginTransaction,
  ]

  /// A plan out of a seed: up to eight faults among the first calls of each kind, sometimes an outage in the first minute.
  public static func random(
    _ random: inout SeededRandom, processes: [String], effects: [FaultEffect] = survivableEffects,
    calls: [Call] = callsOfAPass
  ) -> FaultPlan {
    var plan = FaultPlan()
    for _ in 0..<random.number(in: 1...8) {
      guard let effect = random.pick(effects), let call = random.pick(calls), let process = random.pick(processes)
      else { continue }
      let first = random.number(in: 1...25)
      plan.faults.append(Fault(effect, at: call, of: process, occurrences: first...first + random.number(in: 0...3)))
    }
    if random.oneIn(3) {
      let from = Duration.milliseconds(random.number(in: 0...20_000))
      plan.outages.append(Outage(from: from, until: from + .milliseconds(random.number(in: 100...40_000))))
    }
    return plan
  }
}
