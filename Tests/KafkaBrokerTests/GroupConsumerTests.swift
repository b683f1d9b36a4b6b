import Broker
import Testing

@testable import KafkaBroker

struct GroupConsumerTests {
  private static func consumer(_ cluster: EmbeddedCluster, group: String = "g") throws -> any GroupConsumer {
    var options = GroupConsumerOptions(groupID: group)
    options.sessionTimeout = .seconds(6)
    options.maxPollInterval = .seconds(30)
    return try cluster.broker().groupConsumer(options)
  }

  private static func cluster(_ topics: [String: Int32]) throws -> EmbeddedCluster {
    let cluster = try EmbeddedCluster()
    for (name, count) in topics.sorted(by: { $0.key < $1.key }) { _ = cluster.createTopic(name, partitionCount: count) }
    return cluster
  }

  @Test("assigned inside poll, read from the places the listener chose, revoked inside close")
  func life() throws {
    let cluster = try Self.cluster(["t": 2])
    try cluster.produce(["1", "2", "3"], to: "t")
    let consumer = try Self.consumer(cluster)
    let listener = NotingListener()
    try consumer.subscribe(to: ["t"], listener: listener)
    let records = try consumer.read { $0.count >= 3 }
    #expect(records.map { text($0.value) } == ["1", "2", "3"])
    #expect(listener.told == ["assigned 2"])
    let first = TopicPartition(topic: "t", partition: 0), second = TopicPartition(topic: "t", partition: 1)
    #expect(consumer.assignment == [first, second])
    #expect(consumer.position(of: first) == 3)
    #expect(try !consumer.groupMetadata().bytes.isEmpty)

    try consumer.commit([PartitionOffset(first, 2)], timeout: .seconds(10))
    #expect(try consumer.committed([first, second], timeout: .seconds(10)) == [2, nil])
    #expect(try consumer.watermarks(of: first, timeout: .seconds(5)) == Watermarks(low: 0, lastStable: 3, high: 3))
    _ = try consumer.read(for: .seconds(2)) { _ in consumer.cachedWatermarks(of: first)?.high == 3 }
    #expect(consumer.cachedWatermarks(of: first) == Watermarks(low: 0, lastStable: 3, high: 3))

    try consumer.close(timeout: .seconds(10))
    #expect(listener.told == ["assigned 2", "revoked 2"])
    #expect(throws: BrokerFailure.self) { try consumer.groupMetadata() }
  }

  @Test("paused partitions stand still over polls, seeks and resumes; nothing is lost or doubled")
  func pausing() throws {
    let cluster = try Self.cluster(["t": 2])
    let consumer = try Self.consumer(cluster)
    let listener = NotingListener()
    try consumer.subscribe(to: ["t"], listener: listener)
    _ = try consumer.read { _ in !consumer.assignment.isEmpty }
    let first = TopicPartition(topic: "t", partition: 0), second = TopicPartition(topic: "t", partition: 1)
    try consumer.pause([first])
    #expect(consumer.paused == [first])
    try cluster.produce(["a1", "a2"], to: "t", partition: 0)
    try cluster.produce(["b1"], to: "t", partition: 1)
    #expect(try consumer.read(for: .seconds(2)) { _ in false }.map { text($0.value) } == ["b1"])
    // A new place for the other partition is a new assignment for the library.
    try consumer.seek(to: [PartitionOffset(second, 0)])
    #expect(try consumer.read(for: .seconds(2)) { _ in false }.map { text($0.value) } == ["b1"])
    try consumer.resume([second])
    try consumer.resume([first])
    #expect(try consumer.read { $0.count >= 2 }.map { text($0.value) } == ["a1", "a2"])
    try consumer.pause([first, second])
    try consumer.resume([first, second])
    try cluster.produce(["a3"], to: "t", partition: 0)
    #expect(try consumer.read { $0.count >= 1 }.map { text($0.value) } == ["a3"])
    try consumer.seek(to: [PartitionOffset(first, 1)])
    #expect(try consumer.read { $0.count >= 2 }.map { text($0.value) } == ["a2", "a3"])
    try consumer.close(timeout: .seconds(10))
  }

  @Test("a place outside of the log is told once and stands still until a new place (librdkafka#521)")
  func outOfRange() throws {
    let cluster = try Self.cluster(["t": 1])
    try cluster.produce(["1", "2"], to: "t")
    let reader = try cluster.broker().logReader(LogReaderOptions())
    let partition = TopicPartition(topic: "t", partition: 0)
    try reader.assign([PartitionOffset(partition, 99)])
    var batch = RecordBatch()
    var failures: [PartitionFailure] = []
    let end = ContinuousClock().now.advanced(by: .seconds(5))
    while ContinuousClock().now < end {
      try reader.poll(into: &batch, maxRecords: 10, timeout: .milliseconds(50))
      failures += batch.partitionFailures
      #expect(batch.count == 0)
    }
    #expect(failures.map(\.reason) == [.offsetOutOfRange])
    #expect(failures.first?.position == 99)
    try reader.assign([PartitionOffset(partition, 1)])
    var values: [String?] = []
    while values.isEmpty { values = try reader.poll(maxRecords: 10, timeout: .milliseconds(50)).map { text($0.value) } }
    #expect(values == ["2"])
    try reader.close(timeout: .seconds(10))
  }

  @Test("what the listener throws comes out of poll, and the change is made all the same")
  func listenerThrows() throws {
    let cluster = try Self.cluster(["t": 1])
    let consumer = try Self.consumer(cluster)
    let listener = NotingListener()
    listener.start = { (_, _) throws(BrokerFailure) in throw .retriable(.unstableOffsetCommit) }
    try consumer.subscribe(to: ["t"], listener: listener)
    #expect(throws: BrokerFailure.retriable(.unstableOffsetCommit)) { try consumer.read { _ in false } }
    #expect(consumer.assignment.count == 1)
    try consumer.seek(to: [PartitionOffset(TopicPartition(topic: "t", partition: 0), 0)])
    try cluster.produce(["1"], to: "t")
    #expect(try consumer.read { !$0.isEmpty }.count == 1)
    try consumer.close(timeout: .seconds(10))
  }

  @Test("two members share co-partitioned topics by number; the one left takes over")
  func sharing() throws {
    let cluster = try Self.cluster(["x": 2, "y": 2])
    let left = try Self.consumer(cluster), right = try Self.consumer(cluster)
    let leftListener = NotingListener(), rightListener = NotingListener()
    try left.subscribe(to: ["x", "y"], listener: leftListener)
    try right.subscribe(to: ["x", "y"], listener: rightListener)
    let end = ContinuousClock().now.advanced(by: .seconds(30))
    while left.assignment.count != 2 || right.assignment.count != 2, ContinuousClock().now < end {
      _ = try left.poll(maxRecords: 1, timeout: .milliseconds(20))
      _ = try right.poll(maxRecords: 1, timeout: .milliseconds(20))
    }
    #expect(Set(left.assignment.map(\.partition)).count == 1)
    #expect(Set(left.assignment.map(\.topic)) == ["x", "y"])
    #expect(Set(left.assignment).isDisjoint(with: right.assignment))
    try left.close(timeout: .seconds(10))
    _ = try right.read { _ in right.assignment.count == 4 }
    #expect(right.assignment.count == 4)
    try right.close(timeout: .seconds(10))
  }

  @Test("a member dropped without a close is a crash: its partitions wait for the end of its session")
  func dropped() throws {
    let cluster = try Self.cluster(["t": 1])
    var first: (any GroupConsumer)? = try Self.consumer(cluster)
    let listener = NotingListener()
    try first?.subscribe(to: ["t"], listener: listener)
    _ = try first?.read { _ in listener.told == ["assigned 1"] }
    first = nil
    #expect(listener.told == ["assigned 1"], "nobody is told")
    let second = try Self.consumer(cluster)
    try second.subscribe(to: ["t"], listener: NotingListener())
    let start = ContinuousClock().now
    _ = try second.read { _ in !second.assignment.isEmpty }
    #expect(second.assignment.count == 1)
    #expect(ContinuousClock().now - start > .seconds(4))
    try second.close(timeout: .seconds(10))
  }
}
