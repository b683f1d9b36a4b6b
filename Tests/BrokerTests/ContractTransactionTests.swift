import Broker
import TestSupport
import Testing

/// The contract of transactional producers, on every ground that has transactions.
@Suite(.serialized) struct ContractTransactionTests {
  private static let noMock: [Ground: String] = [.mock: Ground.noTransactions]

  private func value(_ topic: String, _ byte: UInt8, partition: Int32 = 0) -> OutgoingRecord {
    OutgoingRecord(topic: topic, partition: partition, key: [byte], value: [byte])
  }

  /// Commits, repeating the call while it is retriable.
  private func commit(_ stage: Stage, _ producer: any TransactionalProducer) throws {
    try persist(stage) { () throws(BrokerFailure) in try producer.commitTransaction(timeout: Stage.timeout) }
  }

  private func abort(_ stage: Stage, _ producer: any TransactionalProducer) throws {
    try persist(stage) { () throws(BrokerFailure) in try producer.abortTransaction(timeout: Stage.timeout) }
  }

  @Test("committed transactions can be read, and an empty one commits and aborts", arguments: Ground.all())
  func committed(ground: Ground) throws {
    let stage = try Stage(ground)
    let topic = try stage.topic()
    let producer = try stage.transactionalProducer()
    for byte in UInt8(1)...3 {
      try producer.beginTransaction()
      try producer.produce(value(topic, byte))
      try commit(stage, producer)
      try producer.beginTransaction()
      if byte == 2 { try abort(stage, producer) } else { try commit(stage, producer) }
    }
    #expect(try stage.values(topic) == [1, 2, 3])
    try producer.close(timeout: Stage.timeout)
  }

  @Test("a call in the wrong state is refused and harms nothing", arguments: Ground.all())
  func wrongState(ground: Ground) throws {
    let stage = try Stage(ground)
    let topic = try stage.topic()
    let raw = try stage.broker.transactionalProducer(TransactionalProducerOptions(transactionalID: stage.name("raw")))
    expectFailure(.fatal(.state)) { try raw.beginTransaction() }
    try raw.close(timeout: Stage.timeout)
    let producer = try stage.transactionalProducer()
    expectFailure(.fatal(.state)) { try producer.produce(value(topic, 1)) }
    expectFailure(.fatal(.state)) { try producer.commitTransaction(timeout: Stage.timeout) }
    expectFailure(.fatal(.state)) { try producer.abortTransaction(timeout: Stage.timeout) }
    try producer.beginTransaction()
    expectFailure(.fatal(.state)) { try producer.beginTransaction() }
    try producer.produce(value(topic, 2))
    try commit(stage, producer)
    #expect(try stage.values(topic) == [2])
    try producer.close(timeout: Stage.timeout)
  }

  @Test(
    "a record for a partition that does not exist spoils the transaction, and the abort cures it",
    arguments: Ground.all())
  func unknownPartition(ground: Ground) throws {
    let stage = try Stage(ground)
    let topic = try stage.topic()
    let producer = try stage.transactionalProducer()
    try producer.beginTransaction()
    // A real client may learn so only when it sends.
    #expect {
      try producer.produce(value(topic, 1, partition: 9))
      try producer.flush(timeout: Stage.timeout)
      try producer.commitTransaction(timeout: Stage.timeout)
    } throws: { error in
      if case .abortTransaction = error as? BrokerFailure { true } else { false }
    }
    try abort(stage, producer)
    try producer.beginTransaction()
    try producer.produce(value(topic, 2))
    try commit(stage, producer)
    #expect(try stage.values(topic) == [2])
    try producer.close(timeout: Stage.timeout)
  }

  @Test("open and aborted transactions are hidden from read_committed only", arguments: Ground.all(except: noMock))
  func hidden(ground: Ground) throws {
    let stage = try Stage(ground)
    let topic = try stage.topic()
    let producer = try stage.transactionalProducer()
    try producer.beginTransaction()
    try producer.produce(value(topic, 1))
    try producer.flush(timeout: Stage.timeout)
    #expect(try stage.values(topic) == [])
    #expect(try stage.values(topic, isolation: .readUncommitted) == [1])
    try abort(stage, producer)
    try producer.beginTransaction()
    try producer.produce(value(topic, 2))
    try commit(stage, producer)
    #expect(try stage.values(topic) == [2])
    #expect(try stage.values(topic, isolation: .readUncommitted) == [1, 2])
    try producer.close(timeout: Stage.timeout)
  }

  @Test(
    "markers take offsets, and a position passes markers and aborted records", arguments: Ground.all(except: noMock))
  func markers(ground: Ground) throws {
    let stage = try Stage(ground)
    let topic = try stage.topic()
    let producer = try stage.transactionalProducer()
    for byte in UInt8(1)...4 {
      try producer.beginTransaction()
      try producer.produce(value(topic, byte))
      try producer.flush(timeout: Stage.timeout)
      if byte == 4 { try abort(stage, producer) } else { try commit(stage, producer) }
    }
    let place = TopicPartition(topic: topic, partition: 0)
    let reader = try stage.broker.logReader(LogReaderOptions())
    #expect(try stage.wait { try reader.watermarks(of: place, timeout: Stage.timeout).lastStable == 8 })
    try reader.close(timeout: Stage.timeout)
    #expect(try stage.records(topic).map(\.offset) == [0, 2, 4])
  }

  @Test(
    "what follows an open transaction waits below the last stable offset until that is decided",
    arguments: Ground.all(except: noMock))
  func lastStable(ground: Ground) throws {
    let stage = try Stage(ground)
    let topic = try stage.topic()
    let producer = try stage.transactionalProducer()
    try producer.beginTransaction()
    try producer.produce(value(topic, 1))
    try producer.flush(timeout: Stage.timeout)
    try stage.fill(topic, 2...2)
    #expect(try stage.values(topic) == [])
    try abort(stage, producer)
    #expect(try stage.wait { try stage.values(topic) == [2] })
    try producer.close(timeout: Stage.timeout)
  }

  @Test("nothing queued before an abort is sent after it", arguments: Ground.all(except: noMock))
  func queueDropped(ground: Ground) throws {
    let stage = try Stage(ground)
    let topic = try stage.topic()
    let producer = try stage.transactionalProducer()
    try producer.beginTransaction()
    for byte in UInt8(1)...20 { try producer.produce(value(topic, byte)) }
    try abort(stage, producer)
    try producer.beginTransaction()
    try producer.produce(value(topic, 99))
    try commit(stage, producer)
    #expect(try stage.values(topic) == [99])
    try producer.close(timeout: Stage.timeout)
  }

  @Test(
    "a second producer of an id fences the first: its transaction is aborted and it can publish nothing",
    arguments: Ground.all(except: noMock))
  func fencing(ground: Ground) throws {
    let stage = try Stage(ground)
    let topic = try stage.topic()
    let old = try stage.transactionalProducer()
    try old.beginTransaction()
    try old.produce(value(topic, 1))
    try old.flush(timeout: Stage.timeout)
    let new = try stage.transactionalProducer()
    try new.beginTransaction()
    try new.produce(value(topic, 2))
    try commit(stage, new)
    #expect {
      try old.produce(value(topic, 3))
      try commit(stage, old)
    } throws: { error in
      if case .ownershipLost = error as? BrokerFailure { true } else { false }
    }
    #expect(try stage.values(topic) == [2])
    try old.close(timeout: Stage.timeout)
    try new.close(timeout: Stage.timeout)
  }

  @Test("a crashed producer's transaction is aborted by its successor", arguments: Ground.all(except: noMock))
  func crashed(ground: Ground) throws {
    let stage = try Stage(ground)
    let topic = try stage.topic()
    do {
      let crashing = try stage.transactionalProducer()
      try crashing.beginTransaction()
      try crashing.produce(value(topic, 1))
      try crashing.flush(timeout: Stage.timeout)
    }
    try stage.fill(topic, 2...2)
    #expect(try stage.values(topic) == [])
    let successor = try stage.transactionalProducer()
    #expect(try stage.wait { try stage.values(topic) == [2] })
    try successor.close(timeout: Stage.timeout)
  }

  @Test(
    "a transaction that is open too long is aborted by the broker, and its producer can publish nothing",
    arguments: Ground.all(except: [.mock: Ground.noTransactions, .noida: "it has no transaction timeout"]))
  func timeout(ground: Ground) throws {
    let stage = try Stage(ground)
    let topic = try stage.topic()
    let producer = try stage.transactionalProducer(timeout: .seconds(2))
    try producer.beginTransaction()
    try producer.produce(value(topic, 1))
    try producer.flush(timeout: Stage.timeout)
    try stage.fill(topic, 2...2)
    #expect(try stage.wait { try stage.values(topic) == [2] })
    #expect(throws: BrokerFailure.self) { try commit(stage, producer) }
    #expect(try stage.values(topic) == [2])
    try producer.close(timeout: Stage.timeout)
    let next = try stage.transactionalProducer(timeout: .seconds(30))
    try next.beginTransaction()
    try next.produce(value(topic, 3))
    try commit(stage, next)
    #expect(try stage.values(topic) == [2, 3])
    try next.close(timeout: Stage.timeout)
  }
}
