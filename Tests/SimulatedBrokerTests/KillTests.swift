import Broker
import SimulatedBroker
import TestSupport
import Testing

@Suite struct KillTests {
  private let killed = BrokerFailure.fatal(.simulatedKill)

  @Test("no call of a killed process is carried out, whatever its code still tries")
  func nothingAfterDeath() throws {
    let town = Town()
    town.fill(1...3)
    let member = try town.member("w")
    try member.poll(1)
    let producer = try town.producer("id", member.broker)
    let plain = try member.broker.plainProducer(PlainProducerOptions())
    try producer.beginTransaction()
    try producer.produce(town.value(1))
    try plain.produce(town.value(2))
    let group = try member.consumer.groupMetadata()
    let steps = town.cluster.steps(of: "w")
    town.cluster.kill("w")
    #expect(town.cluster.isKilled("w"))
    expectFailure(killed) { try member.poll() }
    expectFailure(killed) { try producer.flush(timeout: Town.timeout) }
    expectFailure(killed) {
      try producer.sendOffsets([PartitionOffset(Town.in0, 1)], group: group, timeout: Town.timeout)
    }
    expectFailure(killed) { try producer.commitTransaction(timeout: Town.timeout) }
    expectFailure(killed) { try producer.abortTransaction(timeout: Town.timeout) }
    expectFailure(killed) { try plain.flush(timeout: Town.timeout) }
    expectFailure(killed) { try member.consumer.close(timeout: Town.timeout) }
    expectFailure(killed) { _ = try town.producer("other", member.broker) }
    producer.poll(timeout: Town.timeout)
    plain.poll(timeout: Town.timeout)
    #expect(town.allValues == [])
    #expect(town.cluster.steps(of: "w") == steps)
    #expect(town.cluster.assignments(of: "g").map(\.process) == ["w"])
  }

  @Test("a kill at a step comes before that call is carried out")
  func atStep() throws {
    let town = Town()
    let broker = town.cluster.process(named: "w")
    let producer = try town.producer("id", broker)
    try producer.beginTransaction()
    try producer.produce(town.value(1))
    town.cluster.kill("w", atStep: town.cluster.steps(of: "w") + 2)
    try producer.flush(timeout: Town.timeout)
    expectFailure(killed) { try producer.commitTransaction(timeout: Town.timeout) }
    #expect(town.committedValues == [])
    _ = try town.producer(of: "w")
    #expect(town.committedValues == [])
    #expect(town.allValues == [1])
  }

  @Test("a kill after a call finds the call carried out")
  func afterCall() throws {
    let town = Town(plan: FaultPlan(faults: [Fault(.killAfter, at: .commitTransaction, number: 1)]))
    let producer = try town.producer()
    try producer.beginTransaction()
    try producer.produce(town.value(1))
    expectFailure(killed) { try producer.commitTransaction(timeout: Town.timeout) }
    #expect(town.committedValues == [1])
  }

  @Test("what a dying process had queued is lost, or sent and never committed", arguments: [true, false])
  func queued(isSent: Bool) throws {
    let town = Town()
    let producer = try town.producer(of: "w")
    try producer.beginTransaction()
    try producer.produce(town.value(1))
    town.cluster.kill("w", sendingQueued: isSent)
    #expect(town.allValues == (isSent ? [1] : []))
    _ = try town.producer(of: "w")
    #expect(town.committedValues == [])
    #expect(town.cluster.openTransactionAge("id") == nil)
  }

  @Test("a process killed inside its listener gets no further in that poll")
  func insideListener() throws {
    let town = Town(plan: FaultPlan(faults: [Fault(.killBefore(sendingQueued: false), at: .commitOffsets, number: 1)]))
    town.fill(1...1)
    let member = try town.member("a")
    try member.poll()
    member.listener.onRevoked = { consumer throws(BrokerFailure) in
      try consumer.commit([PartitionOffset(Town.in0, 1)], timeout: Town.timeout)
    }
    let other = try town.member("b")
    try other.poll()
    expectFailure(killed) { try member.poll() }
    #expect(town.cluster.committedOffsets(of: "g") == [])
    town.cluster.advance(by: .seconds(10))
    for _ in 0..<3 { try other.poll() }
    #expect(other.consumer.assignment.count == 2)
  }

  @Test("a name used again is a new process with a count of its own")
  func restart() throws {
    let town = Town()
    _ = try town.producer(of: "w")
    town.cluster.kill("w")
    let next = town.cluster.process(named: "w")
    #expect(!town.cluster.isKilled("w"))
    #expect(town.cluster.steps(of: "w") == 0)
    _ = try town.producer("id", next)
    #expect(town.cluster.steps(of: "w") == 2)
  }

  @Test("the list of calls tells process, handle, order and outcome")
  func calls() throws {
    var settings = SimulationSettings()
    settings.recordsCalls = true
    let town = Town(
      settings, plan: FaultPlan(faults: [Fault(.failBefore(.retriable(.transport)), at: .flush, number: 1)]))
    let producer = try town.producer(of: "w")
    try producer.beginTransaction()
    expectFailure(.retriable(.transport)) { try producer.flush(timeout: Town.timeout) }
    try producer.commitTransaction(timeout: Town.timeout)
    let calls = town.cluster.calls
    #expect(
      calls.map(\.call)
        == [.openTransactionalProducer, .initTransactions, .beginTransaction, .flush, .commitTransaction])
    #expect(calls.map(\.step) == [1, 2, 3, 4, 5])
    #expect(calls.map(\.failure) == [nil, nil, nil, .retriable(.transport), nil])
    #expect(Set(calls.map(\.process)) == ["w"])
    #expect(calls.map(\.handle) == [0, 1, 1, 1, 1])
  }

  @Test("two processes with one transactional id fence each other in turn, and never publish a double")
  func fencingInTurn() throws {
    let town = Town()
    for round in UInt8(0)..<10 {
      let old = try town.producer(of: "a")
      try old.beginTransaction()
      try old.produce(town.value(round))
      try old.flush(timeout: Town.timeout)
      let new = try town.producer(of: "b")
      try new.beginTransaction()
      try new.produce(town.value(round))
      try new.commitTransaction(timeout: Town.timeout)
      expectFailure(.ownershipLost(.fenced)) { try old.commitTransaction(timeout: Town.timeout) }
    }
    #expect(town.committedValues == Array(0..<10))
  }

  @Test("processes on threads of their own share a cluster")
  func threads() async throws {
    let town = Town()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in UInt8(0)..<4 {
        group.addTask {
          let producer = try town.producer("id-\(number)", of: "w-\(number)")
          for round in UInt8(0)..<50 {
            try producer.beginTransaction()
            try producer.produce(OutgoingRecord(topic: "out", partition: 0, key: [number], value: [round]))
            try producer.commitTransaction(timeout: Town.timeout)
          }
        }
      }
      try await group.waitForAll()
    }
    let records = town.cluster.records(Town.out0)
    for number in UInt8(0)..<4 {
      #expect(records.filter { $0.key == [number] }.compactMap { $0.value?.first } == Array(0..<50))
    }
  }
}
