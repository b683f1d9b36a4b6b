import Broker

/// A producer's client side: its queue and what it believes of its transaction.
struct ProducerClient {
  enum Phase: Equatable {
    case plain
    case made, ready, open
    /// A delivery or the group's answer spoiled the transaction; it can only be aborted.
    case abortOnly(BrokerCode)
    /// Called, outcome unknown: only the same call may follow.
    case committing, aborting
    case finished(BrokerFailure)
    case closed
  }

  struct Queued {
    var record: OutgoingRecord
    var log: Int
    var queuedMillis: Int64
  }

  let process: Int
  let transactionalID: String?
  let timeoutMillis: Int64
  var phase: Phase
  var producerID: Int64 = -1
  var epoch: Int16 = 0
  var queue: [Queued] = []
  var deliveries = DeliveryCounts()
  /// Next sequence number per log.
  private var sequences: [Int64] = []
  /// Logs and groups made known to the coordinator in this transaction.
  private(set) var registeredLogs: [Bool] = []
  private(set) var hasRegistered = false
  private var nextUnkeyed: UInt32 = 0

  init(process: Int, transactionalID: String?, timeoutMillis: Int64) {
    self.process = process
    self.transactionalID = transactionalID
    self.timeoutMillis = timeoutMillis
    phase = transactionalID == nil ? .plain : .made
  }

  /// Checks that a call may be made now.
  func require(_ allowed: Phase...) throws(BrokerFailure) {
    if case .finished(let failure) = phase { throw failure }
    if !allowed.contains(phase) { throw .fatal(.state) }
  }

  mutating func begin() {
    phase = .open
    for place in registeredLogs.indices { registeredLogs[place] = false }
    hasRegistered = false
  }

  /// A new identity starts its sequences anew.
  mutating func identify(producerID: Int64, epoch: Int16) {
    self.producerID = producerID
    self.epoch = epoch
    sequences.removeAll()
  }

  func isRegistered(_ log: Int) -> Bool { log < registeredLogs.count && registeredLogs[log] }

  mutating func register(_ log: Int) {
    while registeredLogs.count <= log { registeredLogs.append(false) }
    registeredLogs[log] = true
    hasRegistered = true
  }

  mutating func registerGroup() { hasRegistered = true }

  mutating func takeSequence(_ log: Int) -> Int64 {
    while sequences.count <= log { sequences.append(0) }
    sequences[log] += 1
    return sequences[log] - 1
  }

  /// The partition of a record without one: by its key, in turn without a key.
  mutating func partition(for record: OutgoingRecord, count: Int32) -> Int32 {
    if let partition = record.partition { return partition }
    if let key = record.key { return Murmur2.partition(forKey: key, count: count) }
    nextUnkeyed &+= 1
    return Int32(truncatingIfNeeded: (nextUnkeyed &- 1) % UInt32(count))
  }

  /// What the handle becomes after a failure that came out of one of its calls.
  mutating func note(_ failure: BrokerFailure, in call: Call) {
    guard transactionalID != nil else { return }
    switch failure {
    case .retriable:
      if call == .commitTransaction { phase = .committing }
      if call == .abortTransaction { phase = .aborting }
    case .abortTransaction(let code): phase = .abortOnly(code)
    case .ownershipLost(let code):
      // The group's refusal spoils the transaction, not the producer.
      let isOfGroup = [.illegalGeneration, .unknownMemberID, .fencedInstanceID].contains(code)
      phase = isOfGroup ? .abortOnly(code) : .finished(failure)
    case .fatal(let code):
      if code != .state { phase = .finished(failure) }
    }
  }
}
