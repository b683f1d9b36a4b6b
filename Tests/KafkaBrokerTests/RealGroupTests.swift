import Broker
import Testing

@testable import KafkaBroker

@Suite(.serialized)
struct RealGroupTests {
  private static func options(_ group: String, _ instance: String) -> GroupConsumerOptions {
    var options = GroupConsumerOptions(groupID: group, groupInstanceID: instance)
    options.sessionTimeout = .seconds(10)
    options.maxPollInterval = .seconds(60)
    return options
  }

  @Test("a static member that comes back gets its partitions without a rebalance of the other")
  func staticRestart() throws {
    guard let real = RealBroker.fromEnvironment() else { return }
    let topic = try real.topic(4)
    let group = RealBroker.fresh("g")
    let stays = try real.broker.groupConsumer(Self.options(group, "w-0"))
    var leaves = try real.broker.groupConsumer(Self.options(group, "w-1"))
    let stayListener = NotingListener()
    try stays.subscribe(to: [topic], listener: stayListener)
    try leaves.subscribe(to: [topic], listener: NotingListener())
    func settle(_ isDone: () -> Bool) throws {
      let end = ContinuousClock().now.advanced(by: .seconds(40))
      while !isDone(), ContinuousClock().now < end {
        _ = try stays.poll(maxRecords: 1, timeout: .milliseconds(20))
        _ = try leaves.poll(maxRecords: 1, timeout: .milliseconds(20))
      }
    }
    try settle { stays.assignment.count == 2 && leaves.assignment.count == 2 }
    let before = leaves.assignment
    #expect(before.count == 2)
    let toldBefore = stayListener.told
    try leaves.close(timeout: .seconds(10))
    leaves = try real.broker.groupConsumer(Self.options(group, "w-1"))
    try leaves.subscribe(to: [topic], listener: NotingListener())
    try settle { !leaves.assignment.isEmpty }
    #expect(leaves.assignment == before)
    #expect(stayListener.told == toldBefore)
    try leaves.close(timeout: .seconds(10))
    try stays.close(timeout: .seconds(10))
  }

  @Test("a second process with the same instance id ends the first (confluent-kafka-go#494)")
  func instanceFenced() throws {
    guard let real = RealBroker.fromEnvironment() else { return }
    let topic = try real.topic(2)
    let group = RealBroker.fresh("g")
    let first = try real.broker.groupConsumer(Self.options(group, "w-0"))
    let firstListener = NotingListener()
    try first.subscribe(to: [topic], listener: firstListener)
    _ = try first.read { _ in !first.assignment.isEmpty }
    let second = try real.broker.groupConsumer(Self.options(group, "w-0"))
    try second.subscribe(to: [topic], listener: NotingListener())
    var failure: BrokerFailure?
    let end = ContinuousClock().now.advanced(by: .seconds(40))
    while failure == nil, ContinuousClock().now < end {
      do throws(BrokerFailure) {
        _ = try second.poll(maxRecords: 1, timeout: .milliseconds(50))
        _ = try first.poll(maxRecords: 1, timeout: .milliseconds(50))
      } catch {
        failure = error
      }
    }
    #expect(failure == .ownershipLost(.fencedInstanceID))
    try? first.close(timeout: .seconds(10))
    #expect(
      firstListener.told.contains { $0.hasPrefix("lost") } || firstListener.told.last?.hasPrefix("revoked") == true)
    _ = try second.read { _ in second.assignment.count == 2 }
    #expect(second.assignment.count == 2)
    try second.close(timeout: .seconds(10))
  }

  @Test("topics are made with their settings, described, and refused a second time")
  func admin() throws {
    guard let real = RealBroker.fromEnvironment() else { return }
    let name = RealBroker.fresh("t")
    let admin = try real.broker.admin()
    let topic = NewTopic(name, partitionCount: 3, replicationFactor: 1, configuration: ["cleanup.policy": "compact"])
    #expect(try admin.createTopics([topic], timeout: .seconds(20)) == [nil])
    #expect(try admin.createTopics([topic], timeout: .seconds(20)) == [.topicAlreadyExists])
    let described = try admin.describeTopics([name, name + "-none"], timeout: .seconds(20))
    #expect(described.map { $0?.partitionCount } == [3, nil])
    #expect(described[0]?.configuration["cleanup.policy"] == "compact")
    #expect(try admin.listTopics(timeout: .seconds(20)).contains(name))
    try admin.close(timeout: .seconds(10))
  }

  @Test("records by thousands come once, in order, over pauses and new places")
  func volume() throws {
    guard let real = RealBroker.fromEnvironment() else { return }
    let topic = try real.topic(3)
    let plain = try real.broker.plainProducer(PlainProducerOptions())
    let count = 3000
    for number in 0..<count { try plain.produce(record(topic, "\(number)", partition: Int32(number % 3))) }
    try plain.flush(timeout: .seconds(30))
    #expect(plain.deliveries.delivered == count)
    try plain.close(timeout: .seconds(10))
    let consumer = try real.broker.groupConsumer(Self.options(RealBroker.fresh("g"), "w-0"))
    try consumer.subscribe(to: [topic], listener: NotingListener())
    var next: [Int32: Int64] = [:]
    var seen = 0
    var polls = 0
    let end = ContinuousClock().now.advanced(by: .seconds(60))
    while seen < count, ContinuousClock().now < end {
      for record in try consumer.poll(maxRecords: 17, timeout: .milliseconds(50)) {
        #expect(record.offset == next[record.partition, default: 0])
        next[record.partition] = record.offset + 1
        seen += 1
      }
      polls += 1
      guard let partition = consumer.assignment.dropFirst(polls % 3).first else { continue }
      switch polls % 7 {
      case 1: try consumer.pause([partition])
      case 3: try consumer.resume(consumer.assignment)
      case 5: try consumer.seek(to: [PartitionOffset(partition, next[partition.partition, default: 0])])
      default: break
      }
    }
    #expect(seen == count)
    try consumer.close(timeout: .seconds(10))
  }
}
