import Broker
import Testing

@testable import KafkaBroker

struct RecordRoundTripTests {
  @Test("null, empty, binary and repeated parts come back as they went (swift-kafka-client crashed on null)")
  func everyShape() throws {
    let cluster = try EmbeddedCluster()
    #expect(cluster.createTopic("shapes", partitionCount: 2) == nil)
    let parts: [[UInt8]?] = [nil, [], [0], Array("text".utf8), [0xff, 0xfe, 0x00, 0x80]]
    var sent: [OutgoingRecord] = []
    for key in parts {
      for value in parts {
        sent.append(
          OutgoingRecord(
            topic: "shapes", partition: 1, key: key, value: value,
            headers: [
              RecordHeader("h", nil), RecordHeader("h", []), RecordHeader("h", [0xff, 0x00]), RecordHeader("é", [1]),
              RecordHeader("", [2]),
            ],
            timestampMillis: 1_600_000_000_123))
      }
    }
    sent.append(OutgoingRecord(topic: "shapes", partition: 1, key: nil, value: nil, timestampMillis: 0))
    let producer = try cluster.broker().plainProducer(PlainProducerOptions())
    for record in sent { try producer.produce(record) }
    try producer.flush(timeout: .seconds(20))
    #expect(producer.deliveries == DeliveryCounts(delivered: sent.count))
    try producer.close(timeout: .seconds(10))

    let reader = try cluster.broker().logReader(LogReaderOptions())
    let partition = TopicPartition(topic: "shapes", partition: 1)
    try reader.assign([PartitionOffset(partition, 0)])
    var records: [Record] = []
    let end = ContinuousClock().now.advanced(by: .seconds(20))
    while records.count < sent.count, ContinuousClock().now < end {
      records += try reader.poll(maxRecords: 7, timeout: .milliseconds(50))
    }
    try #require(records.count == sent.count)
    for (index, (record, original)) in zip(records, sent).enumerated() {
      #expect(record.offset == Int64(index))
      #expect(record.key == original.key)
      #expect(record.value == original.value)
      #expect(record.headers == original.headers)
      #expect(record.timestampMillis == (original.timestampMillis == 0 ? 1 : original.timestampMillis))
    }
    while reader.position(of: partition) != Int64(sent.count), ContinuousClock().now < end {
      _ = try reader.poll(maxRecords: 7, timeout: .milliseconds(50))
    }
    #expect(reader.position(of: partition) == Int64(sent.count))
    #expect(try reader.watermarks(of: partition, timeout: .seconds(5)).high == Int64(sent.count))
    try reader.close(timeout: .seconds(10))
  }

  @Test("keys go to the partition that Java's clients choose")
  func partitioner() throws {
    let cluster = try EmbeddedCluster()
    #expect(cluster.createTopic("keys", partitionCount: 6) == nil)
    let producer = try cluster.broker().plainProducer(PlainProducerOptions())
    let keys = (0..<40).map { Array("vehicle-\($0)".utf8) }
    for key in keys { try producer.produce(OutgoingRecord(topic: "keys", key: key, value: [])) }
    try producer.flush(timeout: .seconds(20))
    try producer.close(timeout: .seconds(10))
    let reader = try cluster.broker().logReader(LogReaderOptions())
    try reader.assign((0..<6).map { PartitionOffset(TopicPartition(topic: "keys", partition: $0), 0) })
    var found: [[UInt8]: Int32] = [:]
    let end = ContinuousClock().now.advanced(by: .seconds(20))
    while found.count < keys.count, ContinuousClock().now < end {
      for record in try reader.poll(maxRecords: 100, timeout: .milliseconds(50)) {
        if let key = record.key { found[key] = record.partition }
      }
    }
    for key in keys { #expect(found[key] == Murmur2.partition(forKey: key, count: 6)) }
    try reader.close(timeout: .seconds(10))
  }

  @Test("a partition that does not exist is refused before the library sees it, with headers too (librdkafka#4628)")
  func missingPartition() throws {
    let cluster = try EmbeddedCluster()
    #expect(cluster.createTopic("small", partitionCount: 1) == nil)
    let producer = try cluster.broker().plainProducer(PlainProducerOptions())
    for partition in [Int32(1), 7, -1, Int32.max, Int32.min] {
      #expect(throws: BrokerFailure.fatal(.unknownPartition)) {
        try producer.produce(
          OutgoingRecord(topic: "small", partition: partition, key: [1], value: [2], headers: [RecordHeader("a", [3])]))
      }
    }
    try producer.produce(
      OutgoingRecord(topic: "small", partition: 0, key: [1], value: [2], headers: [RecordHeader("a", [3])]))
    try producer.flush(timeout: .seconds(20))
    #expect(producer.deliveries.delivered == 1)
    #expect(throws: BrokerFailure.self) { try producer.produce(OutgoingRecord(topic: "a\u{0}b", key: nil, value: nil)) }
    try producer.close(timeout: .seconds(10))
  }

  @Test("topics are made, counted and listed in an embedded cluster")
  func admin() throws {
    let cluster = try EmbeddedCluster()
    let admin = try cluster.broker().admin()
    #expect(
      try admin.createTopics(
        [NewTopic("b", partitionCount: 3), NewTopic("a", partitionCount: 1)], timeout: .seconds(5)) == [nil, nil])
    #expect(try admin.createTopics([NewTopic("b", partitionCount: 3)], timeout: .seconds(5)) == [.topicAlreadyExists])
    #expect(try admin.listTopics(timeout: .seconds(5)) == ["a", "b"])
    let described = try admin.describeTopics(["b", "none"], timeout: .seconds(5))
    #expect(described.map { $0?.partitionCount } == [3, nil])
    #expect(try admin.listTopics(timeout: .seconds(5)) == ["a", "b"], "asking makes no topic")
    try admin.close(timeout: .seconds(5))
  }
}
