import Broker

/// What a call meets on its way in.
struct CallEntry: Sendable {
  var nowMillis: Int64
  /// Since when the broker cannot be reached; `nil`: it can.
  var unreachableSinceMillis: Int64?
  /// Fails before anything is done.
  var failBefore: BrokerFailure?
  var failAfter: BrokerFailure?
  var failDelivery: BrokerCode?
  var sendsTwice = false
  var losesFirstQueued = false
  var arrivesAfterMillis: Int64?
  var killsAfter = false

  var isReachable: Bool { unreachableSinceMillis == nil }

  /// For calls that need the broker and have no other answer to its absence.
  func check() throws(BrokerFailure) {
    if let failBefore { throw failBefore }
    if !isReachable { throw .retriable(.timedOut) }
  }
}

extension ClusterState {
  /// The way in of every call: dead processes, the step counter, faults, time.
  mutating func enter(_ process: Int, _ call: Call) throws(BrokerFailure) -> CallEntry {
    if processes[process].isKilled { throw .fatal(.simulatedKill) }
    processes[process].steps += 1
    if processes[process].killAtStep == processes[process].steps {
      kill(process, sendingQueued: processes[process].killSendsQueued)
      throw .fatal(.simulatedKill)
    }
    tick()
    var entry = CallEntry(nowMillis: nowMillis)
    if injector.isActive { try applyFaults(process, call, &entry) }
    entry.nowMillis = nowMillis
    entry.unreachableSinceMillis = unreachableSinceMillis(process)
    return entry
  }

  private mutating func applyFaults(_ process: Int, _ call: Call, _ entry: inout CallEntry) throws(BrokerFailure) {
    for effect in injector.effects(at: call, of: processes[process].name) {
      switch effect {
      case .failBefore(let failure): entry.failBefore = failure
      case .failAfter(let failure):
        if call.isLocal { entry.failBefore = failure } else { entry.failAfter = failure }
      case .arriveLater(let delay): entry.arrivesAfterMillis = delay.wholeMilliseconds
      case .failDelivery(let code): entry.failDelivery = code
      case .sendTwice: entry.sendsTwice = true
      case .loseFirstQueued: entry.losesFirstQueued = true
      case .killBefore(let sendingQueued):
        kill(process, sendingQueued: sendingQueued)
        throw .fatal(.simulatedKill)
      case .killAfter: entry.killsAfter = true
      case .delay(let duration): advance(by: duration)
      case .fence: forEachTransaction(of: process) { $0.fence($1) }
      case .expireTransactions: forEachTransaction(of: process) { $0.abortByCoordinator($1) }
      case .ejectMembers: ejectMembers(of: process)
      case .rebalance: rebalanceGroups(of: process)
      }
    }
  }

  private mutating func forEachTransaction(of process: Int, _ act: (inout ClusterState, Int) -> Void) {
    for producer in producers.indices where producers[producer].process == process {
      guard let id = producers[producer].transactionalID, let number = transactionNumbers[id],
        transactions[number].isCurrent(producerID: producers[producer].producerID, epoch: producers[producer].epoch)
      else { continue }
      act(&self, number)
    }
  }

  private mutating func ejectMembers(of process: Int) {
    for group in groups.indices {
      while let place = groups[group].members.firstIndex(where: { $0.process == process }) {
        groups[group].remove(place, nowMillis: nowMillis)
      }
      groups[group].completeIfReady(nowMillis, partitionCounts: partitionCounts)
    }
  }

  private mutating func rebalanceGroups(of process: Int) {
    for group in groups.indices
    where groups[group].phase == .stable && groups[group].members.contains(where: { $0.process == process }) {
      groups[group].prepare(nowMillis)
    }
  }
}

/// Counts calls against a plan.
struct FaultInjector: Sendable {
  let plan: FaultPlan
  private var met: [Int]

  init(_ plan: FaultPlan) {
    self.plan = plan
    met = [Int](repeating: 0, count: plan.faults.count)
  }

  var isActive: Bool { !met.isEmpty }

  mutating func effects(at call: Call, of process: String) -> [FaultEffect] {
    var effects: [FaultEffect] = []
    for (place, fault) in plan.faults.enumerated() {
      guard fault.call == nil || fault.call == call, fault.process == nil || fault.process == process else { continue }
      met[place] += 1
      if fault.occurrences.contains(met[place]) { effects.append(fault.effect) }
    }
    return effects
  }
}
