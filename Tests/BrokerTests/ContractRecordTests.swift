import Broker
import TestSupport
import Testing

/// The contract of records, readers, plain producers and the admin, on every ground.
@Suite(.serialized) struct ContractRecordTests {
  @Test("bytes, nulls, empties, headers and timestamps come back as they went in", arguments: Ground.all())
  func roundTrip(ground: Ground) throws {
    let stage = try Stage(ground)
    let topic = try stage.topic("t", partitions: 1, ["retention.ms": "-1"])
    let headers = [RecordHeader("a", []), RecordHeader("a", nil), RecordHeader("b", [0, 255]), RecordHeader("a", [1])]
    let sent = [
      OutgoingRecord(
        topic: topic, partition: 0, key: nil, value: nil, headers: headers, timestampMillis: 1_600_000_000_123),
      OutgoingRecord(topic: topic, partition: 0, key: [], value: [], timestampMillis: 1_600_000_000_122),
      OutgoingRecord(topic: topic, partition: 0, key: [0xff, 0], value: [0], timestampMillis: 1_600_000_000_124),
    ]
    try stage.produce(sent)
    let read = try stage.records(topic)
    #expect(read.map(\.offset) == [0, 1, 2])
    #expect(read.map(\.key) == sent.map(\.key))
    #expect(read.map(\.value) == sent.map(\.value))
    #expect(read.map(\.headers) == sent.map(\.headers))
    #expect(read.map(\.timestampMillis) == sent.map(\.timestampMillis))
    #expect(read.allSatisfy { $0.timestampKind == .create && $0.topic == topic })
  }

  @Test("a key goes where Java's partitioner puts it", arguments: Ground.all())
  func partitioner(ground: Ground) throws {
    let stage = try Stage(ground)
    let topic = try stage.topic(partitions: 5)
    let keys = (0..<40).map { Array("vehicle-\($0)".utf8) }
    try stage.produce(keys.map { OutgoingRecord(topic: topic, key: $0, value: [1]) })
    var seen: [[UInt8]] = []
    for partition in Int32(0)..<5 {
      for record in try stage.records(topic, partition: partition) {
        let key = record.key ?? []
        #expect(Murmur2.partition(forKey: key, count: 5) == partition)
        seen.append(key)
      }
    }
    #expect(seen.count == keys.count)
  }

  @Test("a reader starts at the offset it is given and tells the ends of the log", arguments: Ground.all())
  func reader(ground: Ground) throws {
    let stage = try Stage(ground)
    let topic = try stage.topic()
    try stage.fill(topic, 0...9)
    let place = TopicPartition(topic: topic, partition: 0)
    let reader = try stage.broker.logReader(LogReaderOptions())
    #expect(try reader.watermarks(of: place, timeout: Stage.timeout) == Watermarks(low: 0, lastStable: 10, high: 10))
    #expect(reader.position(of: place) == nil)
    for start in [Int64(7), 0, 10] {
      try reader.assign([PartitionOffset(place, start)])
      #expect(reader.position(of: place) == start)
      var values: [UInt8] = []
      _ = try stage.wait {
        values += try reader.poll(maxRecords: 3, timeout: .milliseconds(50)).compactMap { $0.value?.first }
        return reader.position(of: place) == 10
      }
      #expect(values == (start..<10).map { UInt8($0) })
    }
    try reader.close(timeout: Stage.timeout)
  }

  @Test("no poll gives more records than asked for", arguments: Ground.all())
  func limit(ground: Ground) throws {
    let stage = try Stage(ground)
    let topic = try stage.topic()
    try stage.fill(topic, 0...49)
    let reader = try stage.broker.logReader(LogReaderOptions())
    try reader.assign([PartitionOffset(TopicPartition(topic: topic, partition: 0), 0)])
    var batch = RecordBatch()
    var values: [UInt8] = []
    _ = try stage.wait {
      try reader.poll(into: &batch, maxRecords: 7, timeout: .milliseconds(50))
      #expect(batch.count <= 7)
      values += batch.records.compactMap { $0.value?.first }
      return values.count >= 50
    }
    #expect(values == Array(0...49))
    try reader.close(timeout: Stage.timeout)
  }

  @Test("a position behind the end of the log is reported, never reset in silence", arguments: Ground.all())
  func outOfRange(ground: Ground) throws {
    let stage = try Stage(ground)
    let topic = try stage.topic()
    try stage.fill(topic, 0...2)
    let place = TopicPartition(topic: topic, partition: 0)
    let reader = try stage.broker.logReader(LogReaderOptions())
    try reader.assign([PartitionOffset(place, 100)])
    var failures: [PartitionFailure] = []
    _ = try stage.wait {
      var batch = RecordBatch()
      try reader.poll(into: &batch, maxRecords: 10, timeout: .milliseconds(50))
      #expect(batch.count == 0)
      failures += batch.partitionFailures
      return !failures.isEmpty
    }
    #expect(failures.map(\.partition) == [place])
    #expect(failures.map(\.reason) == [.offsetOutOfRange])
    try reader.close(timeout: Stage.timeout)
  }

  @Test("deliveries are counted, and a flush leaves nothing queued", arguments: Ground.all())
  func deliveries(ground: Ground) throws {
    let stage = try Stage(ground)
    let topic = try stage.topic()
    let producer = try stage.broker.plainProducer(PlainProducerOptions())
    for value in UInt8(0)..<20 {
      try producer.produce(OutgoingRecord(topic: topic, partition: 0, key: [value], value: [value]))
    }
    try producer.flush(timeout: Stage.timeout)
    #expect(producer.deliveries == DeliveryCounts(delivered: 20))
    #expect(try stage.values(topic) == Array(0..<20))
    try producer.close(timeout: Stage.timeout)
  }

  @Test("topics are made once, described and listed; asking for one makes none", arguments: Ground.all())
  func admin(ground: Ground) throws {
    let stage = try Stage(ground)
    let topic = try stage.topic("made", partitions: 3)
    let admin = try stage.broker.admin()
    let again = NewTopic(topic, partitionCount: 3, replicationFactor: 1)
    #expect(try admin.createTopics([again], timeout: Stage.timeout) == [.topicAlreadyExists])
    let missing = stage.name("missing")
    for _ in 0..<2 {
      let described = try admin.describeTopics([topic, missing], timeout: Stage.timeout)
      #expect(described.map { $0?.name } == [topic, nil])
      #expect(described[0]?.partitionCount == 3)
    }
    let listed = try admin.listTopics(timeout: Stage.timeout)
    #expect(listed.contains(topic))
    #expect(!listed.contains(missing))
    #expect(listed == listed.sorted())
    try admin.close(timeout: Stage.timeout)
  }

  @Test(
    "a topic's settings are those it was made with",
    arguments: Ground.all(except: [.mock: "it has no topic settings"]))
  func configuration(ground: Ground) throws {
    let stage = try Stage(ground)
    let topic = try stage.topic("table", partitions: 1, ["cleanup.policy": "compact"])
    let admin = try stage.broker.admin()
    let described = try admin.describeTopics([topic], timeout: Stage.timeout)
    #expect(described[0]?.configuration["cleanup.policy"] == "compact")
    try admin.close(timeout: Stage.timeout)
  }

  @Test(
    "a LogAppendTime topic carries the broker's time",
    arguments: Ground.all(except: [.mock: "it keeps the producer's time"]))
  func logAppendTime(ground: Ground) throws {
    let stage = try Stage(ground)
    let topic = try stage.topic("t", partitions: 1, ["message.timestamp.type": "LogAppendTime"])
    try stage.produce([OutgoingRecord(topic: topic, partition: 0, key: [1], value: [1], timestampMillis: 123)])
    let record = try stage.records(topic).first
    #expect(record?.timestampKind == .logAppend)
    #expect((record?.timestampMillis ?? 0) > 1_600_000_000_000)
  }
}
