import Broker
import SimulatedBroker
import TestSupport
import Testing

@Suite struct FaultTests {
  private func town(_ faults: [Fault]) -> Town { Town(plan: FaultPlan(faults: faults)) }

  /// A producer with one record queued in an open transaction.
  private func open(_ town: Town, timeout: Duration = .seconds(60)) throws -> any TransactionalProducer {
    let producer = try town.producer(timeout: timeout)
    try producer.beginTransaction()
    try producer.produce(town.value(1))
    return producer
  }

  @Test("a commit that timed out after it was decided is repeated and stands once")
  func unknownOutcomeDecided() throws {
    let town = town([Fault(.failAfter(.retriable(.timedOut)), at: .commitTransaction, number: 1)])
    let producer = try open(town)
    expectFailure(.retriable(.timedOut)) { try producer.commitTransaction(timeout: Town.timeout) }
    #expect(town.committedValues == [1])
    try producer.commitTransaction(timeout: Town.timeout)
    #expect(town.committedValues == [1])
    try producer.beginTransaction()
    try producer.commitTransaction(timeout: Town.timeout)
  }

  @Test("a commit that timed out before it was decided is repeated and stands once")
  func unknownOutcomeUndecided() throws {
    let town = town([Fault(.failBefore(.retriable(.timedOut)), at: .commitTransaction, occurrences: 1...3)])
    let producer = try open(town)
    for _ in 0..<3 {
      expectFailure(.retriable(.timedOut)) { try producer.commitTransaction(timeout: Town.timeout) }
      #expect(town.committedValues == [])
    }
    try producer.commitTransaction(timeout: Town.timeout)
    #expect(town.committedValues == [1])
  }

  @Test("after a commit of unknown outcome only the same call is allowed")
  func onlyTheSameCall() throws {
    let town = town([Fault(.failBefore(.retriable(.timedOut)), at: .commitTransaction, number: 1)])
    let producer = try open(town)
    expectFailure(.retriable(.timedOut)) { try producer.commitTransaction(timeout: Town.timeout) }
    expectFailure(.fatal(.state)) { try producer.abortTransaction(timeout: Town.timeout) }
    expectFailure(.fatal(.state)) { try producer.produce(town.value(2)) }
    expectFailure(.fatal(.state)) { try producer.beginTransaction() }
    try producer.commitTransaction(timeout: Town.timeout)
  }

  @Test("an abort that timed out is repeated, decided or not", arguments: [true, false])
  func unknownAbort(decided: Bool) throws {
    let failure = BrokerFailure.retriable(.timedOut)
    let town = town([Fault(decided ? .failAfter(failure) : .failBefore(failure), at: .abortTransaction, number: 1)])
    let producer = try open(town)
    try producer.flush(timeout: Town.timeout)
    expectFailure(failure) { try producer.abortTransaction(timeout: Town.timeout) }
    try producer.abortTransaction(timeout: Town.timeout)
    #expect(town.committedValues == [])
    #expect(town.cluster.watermarks(Town.out0)?.lastStable == 2)
  }

  @Test("a commit request that arrives late still counts when nobody took the id over")
  func lateCommit() throws {
    let town = town([Fault(.arriveLater(.seconds(5)), at: .commitTransaction, number: 1)])
    let producer = try open(town)
    expectFailure(.retriable(.timedOut)) { try producer.commitTransaction(timeout: Town.timeout) }
    town.cluster.advance(by: .seconds(5))
    #expect(town.committedValues == [1])
    try producer.commitTransaction(timeout: Town.timeout)
    #expect(town.committedValues == [1])
  }

  @Test("a commit request that arrives after a takeover is refused")
  func lateCommitAfterTakeover() throws {
    let town = town([Fault(.arriveLater(.seconds(5)), at: .commitTransaction, number: 1)])
    let producer = try open(town)
    expectFailure(.retriable(.timedOut)) { try producer.commitTransaction(timeout: Town.timeout) }
    _ = try town.producer(of: "other")
    town.cluster.advance(by: .seconds(5))
    #expect(town.committedValues == [])
    expectFailure(.ownershipLost(.fenced)) { try producer.commitTransaction(timeout: Town.timeout) }
  }

  @Test(
    "a failed delivery spoils the transaction at flush and at commit, and the abort cures it",
    arguments: [Call.produce, .flush, .commitTransaction])
  func failedDelivery(at call: Call) throws {
    let code = BrokerCode("TOPIC_AUTHORIZATION_FAILED")
    let town = town([Fault(.failDelivery(code), at: call, number: 1)])
    let producer = try open(town)
    if call != .commitTransaction {
      expectFailure(.abortTransaction(code)) { try producer.flush(timeout: Town.timeout) }
    }
    expectFailure(.abortTransaction(code)) { try producer.commitTransaction(timeout: Town.timeout) }
    expectFailure(.abortTransaction(code)) { try producer.produce(town.value(2)) }
    try producer.abortTransaction(timeout: Town.timeout)
    try producer.beginTransaction()
    try producer.produce(town.value(3))
    try producer.commitTransaction(timeout: Town.timeout)
    #expect(town.committedValues == [3])
  }

  @Test("a delivery that fails in a repeated commit spoils the transaction too")
  func failedDeliveryInRepeatedCommit() throws {
    let town = town([
      Fault(.failBefore(.retriable(.timedOut)), at: .commitTransaction, number: 1),
      Fault(.failDelivery(.messageTimedOut), at: .commitTransaction, number: 2),
    ])
    let producer = try open(town)
    expectFailure(.retriable(.timedOut)) { try producer.commitTransaction(timeout: Town.timeout) }
    expectFailure(.abortTransaction(.messageTimedOut)) { try producer.commitTransaction(timeout: Town.timeout) }
    try producer.abortTransaction(timeout: Town.timeout)
    #expect(town.allValues == [])
  }

  @Test("what is sent again after a lost answer is stored once")
  func sentTwice() throws {
    let town = town([Fault(.sendTwice, at: .flush, number: 1)])
    let producer = try open(town)
    try producer.produce(town.value(2))
    try producer.flush(timeout: Town.timeout)
    try producer.commitTransaction(timeout: Town.timeout)
    #expect(town.committedValues == [1, 2])
  }

  @Test("a record lost on its way makes the next one out of order, and the handle is finished")
  func gap() throws {
    let town = town([Fault(.loseFirstQueued, at: .flush, number: 1)])
    let producer = try open(town)
    try producer.produce(town.value(2))
    expectFailure(.fatal(.outOfOrderSequence)) { try producer.flush(timeout: Town.timeout) }
    expectFailure(.fatal(.outOfOrderSequence)) { try producer.commitTransaction(timeout: Town.timeout) }
    expectFailure(.fatal(.outOfOrderSequence)) { try producer.abortTransaction(timeout: Town.timeout) }
    let next = try town.producer()
    try next.beginTransaction()
    try next.produce(town.value(3))
    try next.commitTransaction(timeout: Town.timeout)
    #expect(town.committedValues == [3])
  }

  @Test("a fault counts its own calls of its own process only")
  func counting() throws {
    let town = town([Fault(.failBefore(.retriable(.transport)), at: .flush, of: "b", occurrences: 2...3)])
    let a = try open(town)
    try a.flush(timeout: Town.timeout)
    try a.flush(timeout: Town.timeout)
    let b = try town.producer("b", of: "b")
    try b.beginTransaction()
    try b.flush(timeout: Town.timeout)
    for _ in 2...3 { expectFailure(.retriable(.transport)) { try b.flush(timeout: Town.timeout) } }
    try b.flush(timeout: Town.timeout)
  }

  @Test(
    "fenced at a step, the producer hears it in that call", arguments: [Call.flush, .sendOffsets, .commitTransaction])
  func fence(at call: Call) throws {
    let town = town([Fault(.fence, at: call, number: 1)])
    let member = try town.member("worker")
    try member.poll()
    let producer = try open(town)
    let group = try member.consumer.groupMetadata()
    expectFailure(.ownershipLost(.fenced)) {
      try producer.flush(timeout: Town.timeout)
      try producer.sendOffsets([PartitionOffset(Town.in0, 1)], group: group, timeout: Town.timeout)
      try producer.commitTransaction(timeout: Town.timeout)
    }
    #expect(town.committedValues == [])
    #expect(town.cluster.committedOffsets(of: "g") == [])
  }

  @Test("a transaction that times out while its commit is on the way is not committed")
  func expiresAtCommit() throws {
    let town = town([Fault(.expireTransactions, at: .commitTransaction, number: 1)])
    let producer = try open(town)
    try producer.flush(timeout: Town.timeout)
    expectFailure(.ownershipLost(.fenced)) { try producer.commitTransaction(timeout: Town.timeout) }
    #expect(town.committedValues == [])
  }

  @Test("a member that is thrown out at a poll loses its partitions there")
  func eject() throws {
    let town = town([Fault(.ejectMembers, at: .poll, number: 2)])
    let member = try town.member("w")
    try member.poll()
    member.listener.forget()
    try member.poll()
    let both = [Town.in0, Town.in1]
    #expect(member.listener.events == [.lost(both), .assigned(both)])
  }

  @Test("a rebalance out of nothing gives and takes the same partitions")
  func rebalance() throws {
    let town = town([Fault(.rebalance, at: .poll, number: 2)])
    let member = try town.member("w")
    try member.poll()
    member.listener.forget()
    try member.poll()
    let both = [Town.in0, Town.in1]
    #expect(member.listener.events == [.revoked(both), .assigned(both)])
  }

  @Test("a slow call moves the clock before it is carried out")
  func delay() throws {
    let town = town([Fault(.delay(.seconds(3)), at: .commitTransaction, number: 1)])
    let producer = try open(town, timeout: .seconds(2))
    try producer.flush(timeout: Town.timeout)
    expectFailure(.ownershipLost(.fenced)) { try producer.commitTransaction(timeout: Town.timeout) }
    #expect(town.cluster.elapsed == .seconds(3))
  }

  @Test("a full queue refuses the record, keeps the order and loses nothing")
  func queueFull() throws {
    var settings = SimulationSettings()
    settings.queueLimit = 2
    let town = Town(settings)
    let producer = try town.producer()
    try producer.beginTransaction()
    town.cluster.stop()
    try producer.produce(town.value(1))
    try producer.produce(town.value(2))
    expectFailure(.retriable(.queueFull)) { try producer.produce(town.value(3)) }
    producer.poll(timeout: Town.timeout)
    expectFailure(.retriable(.queueFull)) { try producer.produce(town.value(3)) }
    town.cluster.start()
    producer.poll(timeout: Town.timeout)
    try producer.produce(town.value(3))
    try producer.commitTransaction(timeout: Town.timeout)
    #expect(town.committedValues == [1, 2, 3])
  }
}
