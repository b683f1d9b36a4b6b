import Broker
import Testing

@testable import KafkaBroker

/// Statements that librdkafka's mock cannot show; they need a broker with transactions.
@Suite(.serialized)
struct RealTransactionTests {
  private static let limit = Duration.seconds(30)

  @Test("committed records are seen, aborted ones passed over, and the position goes past markers (KAFKA-12951)")
  func commitAndAbort() throws {
    guard let real = RealBroker.fromEnvironment() else { return }
    let topic = try real.topic()
    let producer = try real.producer(RealBroker.fresh("tx"))
    try producer.beginTransaction()
    for value in ["c1", "c2"] { try producer.produce(record(topic, value)) }
    try producer.commitTransaction(timeout: Self.limit)
    try producer.beginTransaction()
    for value in ["a1", "a2"] { try producer.produce(record(topic, value)) }
    try producer.flush(timeout: Self.limit)
    try producer.abortTransaction(timeout: Self.limit)
    // Two commits' records, one marker each: the log ends at 6, with nothing to read in its last three places.
    #expect(try real.read(topic, to: 6) == ["c1", "c2"])
    #expect(try real.read(topic, to: 6, isolation: .readUncommitted) == ["c1", "c2", "a1", "a2"])
    try producer.close(timeout: .seconds(10))
  }

  @Test("an open transaction holds the last stable offset; records after it wait")
  func lastStableOffset() throws {
    guard let real = RealBroker.fromEnvironment() else { return }
    let topic = try real.topic()
    let partition = TopicPartition(topic: topic, partition: 0)
    let open = try real.producer(RealBroker.fresh("tx"))
    try open.beginTransaction()
    try open.produce(record(topic, "open"))
    try open.flush(timeout: Self.limit)
    let plain = try real.broker.plainProducer(PlainProducerOptions())
    try plain.produce(record(topic, "plain"))
    try plain.flush(timeout: Self.limit)
    #expect(plain.deliveries == DeliveryCounts(delivered: 1))
    let reader = try real.broker.logReader(LogReaderOptions())
    #expect(try reader.watermarks(of: partition, timeout: .seconds(10)) == Watermarks(low: 0, lastStable: 0, high: 0))
    let uncommitted = try real.broker.logReader(LogReaderOptions(isolation: .readUncommitted))
    #expect(try uncommitted.watermarks(of: partition, timeout: .seconds(10)).high == 2)
    try open.commitTransaction(timeout: Self.limit)
    #expect(try real.read(topic, to: 3) == ["open", "plain"])
    try reader.close(timeout: .seconds(10))
    try uncommitted.close(timeout: .seconds(10))
    try plain.close(timeout: .seconds(10))
    try open.close(timeout: .seconds(10))
  }

  @Test("the newer producer of an id fences the older, whose open records are never seen")
  func fencing() throws {
    guard let real = RealBroker.fromEnvironment() else { return }
    let topic = try real.topic()
    let id = RealBroker.fresh("tx")
    let older = try real.producer(id)
    try older.beginTransaction()
    try older.produce(record(topic, "old"))
    try older.flush(timeout: Self.limit)
    let newer = try real.producer(id)
    try newer.beginTransaction()
    try newer.produce(record(topic, "new"))
    try newer.commitTransaction(timeout: Self.limit)
    let failure = #expect(throws: BrokerFailure.self) {
      try older.produce(record(topic, "zombie"))
      try older.commitTransaction(timeout: Self.limit)
    }
    if case .ownershipLost = failure {} else { Issue.record("\(failure.map { "\($0)" } ?? "none") is not a takeover") }
    // old, its abort marker, new, its commit marker.
    #expect(try real.read(topic, to: 4) == ["new"])
    try older.close(timeout: .seconds(10))
    try newer.close(timeout: .seconds(10))
  }

  @Test("offsets commit and abort with their transaction")
  func offsets() throws {
    guard let real = RealBroker.fromEnvironment() else { return }
    let input = try real.topic(), output = try real.topic()
    let partition = TopicPartition(topic: input, partition: 0)
    var options = GroupConsumerOptions(groupID: RealBroker.fresh("g"), groupInstanceID: "w-0")
    options.sessionTimeout = .seconds(10)
    options.maxPollInterval = .seconds(60)
    let consumer = try real.broker.groupConsumer(options)
    let listener = NotingListener()
    listener.start = { (consumer, partitions) throws(BrokerFailure) in
      try consumer.seekToCommittedOrEarliest(partitions, timeout: .seconds(10))
    }
    try consumer.subscribe(to: [input], listener: listener)
    let plain = try real.broker.plainProducer(PlainProducerOptions())
    for value in ["1", "2", "3"] { try plain.produce(record(input, value)) }
    try plain.close(timeout: .seconds(10))
    #expect(try consumer.read { $0.count >= 3 }.compactMap { text($0.value) } == ["1", "2", "3"])

    let producer = try real.producer(RealBroker.fresh("tx"))
    try producer.beginTransaction()
    try producer.produce(record(output, "one"))
    try producer.flush(timeout: Self.limit)
    try producer.sendOffsets([PartitionOffset(partition, 1)], group: consumer.groupMetadata(), timeout: Self.limit)
    try producer.commitTransaction(timeout: Self.limit)
    #expect(try consumer.committed([partition], timeout: .seconds(10)) == [1])

    try producer.beginTransaction()
    try producer.sendOffsets([PartitionOffset(partition, 3)], group: consumer.groupMetadata(), timeout: Self.limit)
    try producer.abortTransaction(timeout: Self.limit)
    #expect(try consumer.committed([partition], timeout: .seconds(10)) == [1])
    // Back to the last commit, as after every abort.
    try consumer.seek(to: [PartitionOffset(partition, 1)])
    #expect(try consumer.read { $0.count >= 2 }.compactMap { text($0.value) } == ["2", "3"])
    try producer.close(timeout: .seconds(10))
    try consumer.close(timeout: .seconds(10))
  }
}
