import Broker
import TestSupport
import Testing

/// The contract of group consumers, on every ground. noida-db never removes a member that dies, so members there are static or leave.
@Suite(.serialized) struct ContractGroupTests {
  private func places(_ topic: String, _ partitions: Range<Int32>) -> [TopicPartition] {
    partitions.map { TopicPartition(topic: topic, partition: $0) }
  }

  @Test("a lone member is assigned everything and reads nothing before it seeks", arguments: Ground.all())
  func seek(ground: Ground) throws {
    let stage = try Stage(ground)
    let topic = try stage.topic(partitions: 2)
    try stage.fill(topic, 1...5)
    let member = try stage.member([topic], seeks: false)
    #expect(try stage.settle([member]) { member.consumer.assignment.count == 2 })
    #expect(member.listener.events == [.assigned(places(topic, 0..<2))])
    let place = places(topic, 0..<1)[0]
    #expect(member.consumer.position(of: place) == nil)
    for _ in 0..<5 { #expect(try member.consumer.poll(maxRecords: 10, timeout: .milliseconds(50)).isEmpty) }
    try member.consumer.seek(to: [PartitionOffset(place, 3)])
    #expect(member.consumer.position(of: place) == 3)
    #expect(try stage.read(member, count: 2) == [4, 5])
    #expect(member.consumer.position(of: place) == 5)
    try member.consumer.seek(to: [PartitionOffset(place, 1)])
    #expect(try stage.read(member, count: 4) == [2, 3, 4, 5])
    try member.consumer.close(timeout: Stage.timeout)
  }

  @Test(
    "equal partition numbers of two topics go to one member, and a leave gives everything to the other",
    arguments: Ground.all())
  func share(ground: Ground) throws {
    let stage = try Stage(ground)
    let topics = [try stage.topic("a", partitions: 4), try stage.topic("b", partitions: 4)]
    let members = try (0..<2).map { _ in try stage.member(topics) }
    #expect(try stage.settle(members) { members.allSatisfy { $0.consumer.assignment.count == 4 } })
    for member in members {
      let owned = member.consumer.assignment
      #expect(owned == owned.sorted())
      #expect(
        owned.filter { $0.topic == topics[0] }.map(\.partition)
          == owned.filter { $0.topic == topics[1] }.map(\.partition))
    }
    let owned = members[0].consumer.assignment
    members[0].listener.forget()
    try members[0].consumer.close(timeout: Stage.timeout)
    #expect(members[0].listener.events == [.revoked(owned)])
    #expect(try stage.settle([members[1]]) { members[1].consumer.assignment.count == 8 })
    try members[1].consumer.close(timeout: Stage.timeout)
  }

  @Test(
    "a member that joins makes the other give up its partitions inside poll, and the commit there counts",
    arguments: Ground.all(except: [
      .mock: "it refuses every commit while a rebalance is open",
      .noida: "it counts the generation on as soon as a rebalance begins",
    ]))
  func commitInRevoked(ground: Ground) throws {
    let stage = try Stage(ground)
    let topic = try stage.topic(partitions: 2)
    try stage.fill(topic, 1...3)
    let first = try stage.member([topic])
    let place = places(topic, 0..<1)[0]
    #expect(try stage.read(first, count: 3) == [1, 2, 3])
    first.listener.onRevoked = { consumer throws(BrokerFailure) in
      try consumer.commit([PartitionOffset(place, 3)], timeout: Stage.timeout)
    }
    let second = try stage.member([topic])
    #expect(
      try stage.settle([first, second]) {
        first.consumer.assignment.count == 1 && second.consumer.assignment.count == 1
      })
    #expect(first.listener.events.contains(.revoked(places(topic, 0..<2))))
    #expect(try second.consumer.committed([place], timeout: Stage.timeout) == [3])
    first.listener.onRevoked = nil
    for member in [first, second] { try member.consumer.close(timeout: Stage.timeout) }
  }

  @Test("a paused partition stands still and goes on where it stood; nothing comes twice", arguments: Ground.all())
  func pause(ground: Ground) throws {
    let stage = try Stage(ground)
    let topic = try stage.topic(partitions: 2)
    try stage.fill(topic, 1...60)
    let member = try stage.member([topic])
    var values: [UInt8] = []
    _ = try stage.wait {
      values += try member.consumer.poll(maxRecords: 10, timeout: .milliseconds(50)).compactMap { $0.value?.first }
      return !values.isEmpty
    }
    let place = places(topic, 0..<1)
    try member.consumer.resume(place)
    try member.consumer.pause(place + [TopicPartition(topic: "foreign", partition: 0)])
    #expect(member.consumer.paused == Set(place))
    for _ in 0..<5 { #expect(try member.consumer.poll(maxRecords: 10, timeout: .milliseconds(50)).isEmpty) }
    #expect(member.consumer.position(of: place[0]) == Int64(values.count))
    try member.consumer.resume(place)
    values += try stage.read(member, count: 60 - values.count)
    #expect(values == Array(1...60))
    try member.consumer.close(timeout: Stage.timeout)
  }

  @Test(
    "committed offsets are the group's: none, then what was committed, also for the next member",
    arguments: Ground.all())
  func committed(ground: Ground) throws {
    let stage = try Stage(ground)
    let topic = try stage.topic(partitions: 2)
    try stage.fill(topic, 1...5)
    let first = try stage.member([topic])
    #expect(try stage.read(first, count: 5) == [1, 2, 3, 4, 5])
    #expect(try first.consumer.committed(places(topic, 0..<2), timeout: Stage.timeout) == [nil, nil])
    try first.consumer.commit([PartitionOffset(places(topic, 0..<1)[0], 3)], timeout: Stage.timeout)
    #expect(try first.consumer.committed(places(topic, 0..<2), timeout: Stage.timeout) == [3, nil])
    try first.consumer.close(timeout: Stage.timeout)
    let second = try stage.member([topic])
    #expect(try stage.read(second, count: 2) == [4, 5])
    try second.consumer.close(timeout: Stage.timeout)
  }

  @Test("calls about partitions that are not assigned do nothing", arguments: Ground.all())
  func unassigned(ground: Ground) throws {
    let stage = try Stage(ground)
    let topic = try stage.topic()
    let member = try stage.member([topic])
    let foreign = TopicPartition(topic: stage.name("foreign"), partition: 3)
    for _ in 0..<2 {
      try member.consumer.seek(to: [PartitionOffset(foreign, 5)])
      try member.consumer.pause([foreign])
      try member.consumer.resume([foreign])
      #expect(member.consumer.position(of: foreign) == nil)
      #expect(member.consumer.cachedWatermarks(of: foreign) == nil)
      #expect(member.consumer.paused.isEmpty)
      #expect(try stage.settle([member]) { member.consumer.assignment.count == 1 })
    }
    try member.consumer.close(timeout: Stage.timeout)
  }

  @Test("only a member has group metadata, and a closed handle is closed", arguments: Ground.all())
  func metadata(ground: Ground) throws {
    let stage = try Stage(ground)
    let topic = try stage.topic()
    let member = try stage.member([topic])
    expectFailure(.ownershipLost(.unknownMemberID)) { _ = try member.consumer.groupMetadata() }
    #expect(try stage.settle([member]) { member.consumer.assignment.count == 1 })
    let metadata = try member.consumer.groupMetadata()
    #expect(!metadata.bytes.isEmpty)
    #expect(try member.consumer.groupMetadata() == metadata)
    expectFailure(.fatal(.state)) { try member.consumer.subscribe(to: [topic], listener: member.listener) }
    try member.consumer.close(timeout: Stage.timeout)
    expectFailure(.fatal(.state)) { _ = try member.consumer.poll(maxRecords: 1, timeout: .zero) }
  }

  @Test("what the listener throws comes out of poll, and the assignment stands", arguments: Ground.all())
  func listenerThrows(ground: Ground) throws {
    final class Failing: RebalanceListener {
      func assigned(_ partitions: [TopicPartition], of consumer: any GroupConsumer) throws(BrokerFailure) {
        throw .fatal(BrokerCode("OWN"))
      }
      func revoked(_ partitions: [TopicPartition], of consumer: any GroupConsumer) throws(BrokerFailure) {}
      func lost(_ partitions: [TopicPartition], of consumer: any GroupConsumer) throws(BrokerFailure) {}
    }
    let stage = try Stage(ground)
    let topic = try stage.topic()
    let consumer = try stage.broker.groupConsumer(GroupConsumerOptions(groupID: stage.name("g")))
    let listener = Failing()
    try consumer.subscribe(to: [topic], listener: listener)
    var failure: BrokerFailure?
    _ = try stage.wait {
      do throws(BrokerFailure) {
        _ = try consumer.poll(maxRecords: 1, timeout: .milliseconds(50))
      } catch {
        failure = error
      }
      return failure != nil
    }
    #expect(failure == .fatal(BrokerCode("OWN")))
    #expect(consumer.assignment.count == 1)
    try consumer.close(timeout: Stage.timeout)
  }

  @Test(
    "a static member that returns within its session gets its partitions back, and the other hears nothing",
    arguments: Ground.all(except: [.mock: "it knows no static members"]))
  func staticReturn(ground: Ground) throws {
    let stage = try Stage(ground)
    let topic = try stage.topic(partitions: 2)
    let members = try ["i1", "i2"].map { try stage.member([topic], instance: $0) }
    #expect(try stage.settle(members) { members.allSatisfy { $0.consumer.assignment.count == 1 } })
    let owned = members[0].consumer.assignment
    members[1].listener.forget()
    try members[0].consumer.close(timeout: Stage.timeout)
    let back = try stage.member([topic], instance: "i1")
    #expect(try stage.settle([back, members[1]]) { !back.consumer.assignment.isEmpty })
    #expect(back.consumer.assignment == owned)
    #expect(members[1].listener.events == [])
    for member in [back, members[1]] { try member.consumer.close(timeout: Stage.timeout) }
  }

  @Test(
    "of two processes with one instance id the older is fenced",
    arguments: Ground.all(except: [.mock: "it knows no static members"]))
  func instanceFenced(ground: Ground) throws {
    let stage = try Stage(ground)
    let topic = try stage.topic()
    let old = try stage.member([topic], instance: "i1")
    #expect(try stage.settle([old]) { old.consumer.assignment.count == 1 })
    let new = try stage.member([topic], instance: "i1")
    #expect(try stage.settle([new]) { new.consumer.assignment.count == 1 })
    var failure: BrokerFailure?
    _ = try stage.wait {
      do throws(BrokerFailure) {
        _ = try old.consumer.poll(maxRecords: 1, timeout: .milliseconds(50))
      } catch {
        failure = error
      }
      return failure != nil
    }
    #expect(failure == .ownershipLost(.fencedInstanceID))
    try? old.consumer.close(timeout: Stage.timeout)
    let last = try #require(old.listener.events.last)
    #expect(
      last == .lost([TopicPartition(topic: topic, partition: 0)])
        || last == .revoked([TopicPartition(topic: topic, partition: 0)]))
    try new.consumer.close(timeout: Stage.timeout)
  }

  @Test(
    "a handle dropped without close is a crash: the other member takes over when its session ends",
    arguments: Ground.all(except: [
      .mock: "its session timeout takes 12 s and more; KafkaBroker's own tests show it once",
      .noida: "it never removes a member that dies",
    ]))
  func crash(ground: Ground) throws {
    let stage = try Stage(ground)
    let topic = try stage.topic(partitions: 2)
    let survivor = try stage.member([topic])
    do {
      let crashing = try stage.member([topic])
      #expect(
        try stage.settle([survivor, crashing]) {
          survivor.consumer.assignment.count == 1 && crashing.consumer.assignment.count == 1
        })
    }
    #expect(try stage.settle([survivor]) { survivor.consumer.assignment.count == 2 })
    try survivor.consumer.close(timeout: Stage.timeout)
  }
}
