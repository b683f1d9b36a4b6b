import Broker
import TestSupport
import Testing

/// The contract of offsets in transactions (KIP-447), on every ground that keeps them.
@Suite(.serialized) struct ContractOffsetsTests {
  private static let noMock: [Ground: String] = [.mock: Ground.noTransactions]

  private struct Scene {
    let stage: Stage
    let place: TopicPartition
    let member: StageMember
    let producer: any TransactionalProducer

    init(_ ground: Ground, instance: String? = "i1") throws {
      stage = try Stage(ground)
      let topic = try stage.topic("in")
      try stage.fill(topic, 1...5)
      place = TopicPartition(topic: topic, partition: 0)
      member = try stage.member([topic], instance: instance)
      producer = try stage.transactionalProducer()
      try #require(try stage.read(member, count: 5) == [1, 2, 3, 4, 5])
    }

    func send(_ offset: Int64) throws {
      let group = try member.consumer.groupMetadata()
      try persist(stage) { () throws(BrokerFailure) in
        try producer.sendOffsets([PartitionOffset(place, offset)], group: group, timeout: Stage.timeout)
      }
    }

    func committed() throws -> Int64? {
      try persist(stage) { () throws(BrokerFailure) in
        try member.consumer.committed([place], timeout: .seconds(2))
      }[0]
    }

    func commit() throws {
      try persist(stage) { () throws(BrokerFailure) in try producer.commitTransaction(timeout: Stage.timeout) }
    }

    func abort() throws {
      try persist(stage) { () throws(BrokerFailure) in try producer.abortTransaction(timeout: Stage.timeout) }
    }

    func close() throws {
      try producer.close(timeout: Stage.timeout)
      try member.consumer.close(timeout: Stage.timeout)
    }
  }

  @Test(
    "offsets count from the commit on, and an abort leaves them as they were", arguments: Ground.all(except: noMock))
  func commitAndAbort(ground: Ground) throws {
    let scene = try Scene(ground)
    try scene.producer.beginTransaction()
    try scene.send(3)
    try scene.commit()
    #expect(try scene.committed() == 3)
    try scene.producer.beginTransaction()
    try scene.send(5)
    try scene.abort()
    #expect(try scene.committed() == 3)
    try scene.close()
  }

  @Test(
    "while a transaction with offsets is open, asking for them is retriable",
    arguments: Ground.all(except: [.mock: Ground.noTransactions, .noida: "it answers the old offset at once"]))
  func unstable(ground: Ground) throws {
    let scene = try Scene(ground)
    try scene.producer.beginTransaction()
    try scene.send(3)
    #expect {
      _ = try scene.member.consumer.committed([scene.place], timeout: .seconds(1))
    } throws: { error in
      if case .retriable = error as? BrokerFailure { true } else { false }
    }
    try scene.commit()
    #expect(try scene.committed() == 3)
    try scene.close()
  }

  @Test(
    "offsets of an old generation are refused, and nothing of that transaction counts",
    arguments: Ground.all(except: [.mock: Ground.noTransactions, .noida: "it takes offsets of any generation"]))
  func oldGeneration(ground: Ground) throws {
    let scene = try Scene(ground, instance: nil)
    let stale = try scene.member.consumer.groupMetadata()
    let other = try scene.stage.member([scene.place.topic])
    #expect(try scene.stage.settle([scene.member, other]) { scene.member.listener.events.count >= 3 })
    try scene.producer.beginTransaction()
    #expect {
      try scene.producer.sendOffsets([PartitionOffset(scene.place, 4)], group: stale, timeout: Stage.timeout)
    } throws: { error in
      if case .ownershipLost = error as? BrokerFailure { true } else { false }
    }
    try scene.abort()
    #expect(try scene.committed() == nil)
    try other.consumer.close(timeout: Stage.timeout)
    try scene.close()
  }

  @Test(
    "the next member starts at the offsets of the last committed transaction", arguments: Ground.all(except: noMock))
  func nextMember(ground: Ground) throws {
    let scene = try Scene(ground)
    try scene.producer.beginTransaction()
    try scene.send(4)
    try scene.commit()
    #expect(try scene.committed() == 4)
    try scene.close()
    let next = try scene.stage.member([scene.place.topic], instance: "i1")
    #expect(try scene.stage.read(next, count: 1) == [5])
    try next.consumer.close(timeout: Stage.timeout)
  }
}
