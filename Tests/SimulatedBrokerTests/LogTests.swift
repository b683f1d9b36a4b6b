import Broker
import SimulatedBroker
import TestSupport
import Testing

@Suite struct LogTests {
  let cluster = SimulatedCluster()
  let table = TopicPartition(topic: "table", partition: 0)

  private func put(_ key: String?, _ value: UInt8?, topic: String = "table", at millis: Int64? = nil) {
    cluster.append(
      OutgoingRecord(
        topic: topic, partition: 0, key: key.map { Array($0.utf8) }, value: value.map { [$0] }, timestampMillis: millis)
    )
  }

  private func producer() throws -> any TransactionalProducer {
    let broker = cluster.process(named: "w")
    let producer = try broker.transactionalProducer(TransactionalProducerOptions(transactionalID: "id"))
    try producer.initTransactions(timeout: .seconds(1))
    return producer
  }

  private func makeTable() { cluster.createTopic("table", partitions: 1, configuration: ["cleanup.policy": "compact"]) }

  @Test("compaction keeps the last record of each key at its offset, and the tombstone until later")
  func compaction() {
    makeTable()
    for (key, value) in [("a", 1), ("b", 2), ("a", 3), ("c", 4), ("b", nil)] as [(String, UInt8?)] { put(key, value) }
    cluster.compact("table")
    #expect(cluster.records(table).map(\.offset) == [2, 3, 4])
    #expect(cluster.records(table).map(\.value) == [[3], [4], nil])
    cluster.compact("table", droppingTombstones: true)
    #expect(cluster.records(table).map(\.offset) == [2, 3])
    #expect(cluster.watermarks(table) == Watermarks(low: 0, lastStable: 5, high: 5))
  }

  @Test("compaction never touches what is at or above the last stable offset")
  func compactionBelowStable() throws {
    makeTable()
    put("a", 1)
    let producer = try producer()
    try producer.beginTransaction()
    try producer.produce(OutgoingRecord(topic: "table", partition: 0, key: Array("a".utf8), value: [2]))
    try producer.flush(timeout: .seconds(1))
    put("a", 3)
    cluster.compact("table")
    #expect(cluster.records(table, isolation: .readUncommitted).compactMap { $0.value?.first } == [1, 2, 3])
    try producer.abortTransaction(timeout: .seconds(1))
    cluster.compact("table")
    #expect(cluster.records(table, isolation: .readUncommitted).compactMap { $0.value?.first } == [3])
  }

  @Test("an aborted record never wins over the committed one before it")
  func compactionAborted() throws {
    makeTable()
    put("a", 1)
    let producer = try producer()
    try producer.beginTransaction()
    try producer.produce(OutgoingRecord(topic: "table", partition: 0, key: Array("a".utf8), value: [2]))
    try producer.flush(timeout: .seconds(1))
    try producer.abortTransaction(timeout: .seconds(1))
    cluster.compact("table", droppingTombstones: true)
    #expect(cluster.records(table).map(\.value) == [[1]])
  }

  @Test("a compacted topic takes no record without a key")
  func keylessRecord() throws {
    makeTable()
    let producer = try producer()
    try producer.beginTransaction()
    expectFailure(.abortTransaction(BrokerCode("INVALID_RECORD"))) {
      try producer.produce(OutgoingRecord(topic: "table", key: nil, value: [1]))
    }
  }

  @Test("keys, values and headers live through compaction")
  func bytesSurviveCompaction() {
    makeTable()
    let headers = [RecordHeader("h", [1, 2]), RecordHeader("h", nil)]
    put("gone", 1)
    cluster.append(OutgoingRecord(topic: "table", partition: 0, key: [9], value: [8, 7], headers: headers))
    put("gone", 2)
    cluster.compact("table")
    let record = cluster.records(table).first
    #expect(record?.key == [9])
    #expect(record?.value == [8, 7])
    #expect(record?.headers == headers)
  }

  @Test("compaction equals the naive table over random transactions", arguments: Seeds.fromEnvironment(count: 50))
  func compactionOracle(seed: UInt64) throws {
    print("SEED=\(seed)")
    var random = SeededRandom(seed: seed)
    makeTable()
    let producer = try producer()
    var expected: [UInt8: UInt8] = [:]
    for _ in 0..<40 {
      try producer.beginTransaction()
      var staged: [UInt8: UInt8] = [:]
      for _ in 0..<random.number(in: 0...5) {
        let key = UInt8(random.number(in: 0...9))
        let value = UInt8(random.number(in: 0...255))
        try producer.produce(OutgoingRecord(topic: "table", partition: 0, key: [key], value: [value]))
        staged[key] = value
      }
      if random.oneIn(3) {
        try producer.flush(timeout: .seconds(1))
        try producer.abortTransaction(timeout: .seconds(1))
      } else {
        try producer.commitTransaction(timeout: .seconds(1))
        expected.merge(staged) { $1 }
      }
      if random.oneIn(4) { cluster.compact("table", droppingTombstones: random.oneIn(2)) }
      var table: [UInt8: UInt8] = [:]
      for record in cluster.records(self.table) { table[record.key?.first ?? 255] = record.value?.first }
      #expect(table == expected)
    }
  }

  @Test("retention drops what is older than retention.ms, never what is undecided")
  func retention() throws {
    cluster.createTopic("table", partitions: 1, configuration: ["retention.ms": "1000"])
    put("a", 1)
    cluster.advance(by: .seconds(2))
    put("b", 2)
    cluster.applyRetention()
    #expect(cluster.records(table).map(\.offset) == [1])
    #expect(cluster.watermarks(table)?.low == 1)
    let producer = try producer()
    try producer.beginTransaction()
    try producer.produce(OutgoingRecord(topic: "table", partition: 0, key: [1], value: [3]))
    try producer.flush(timeout: .seconds(1))
    cluster.advance(by: .seconds(5))
    cluster.applyRetention()
    #expect(cluster.watermarks(table) == Watermarks(low: 2, lastStable: 2, high: 3))
  }

  @Test("a truncated log gives its offsets anew, and a transaction cut off with them is open no more")
  func truncation() throws {
    cluster.createTopic("table", partitions: 1)
    put("a", 1)
    let producer = try producer()
    try producer.beginTransaction()
    try producer.produce(OutgoingRecord(topic: "table", partition: 0, key: [1], value: [2]))
    try producer.flush(timeout: .seconds(1))
    cluster.truncate(table, to: 1)
    #expect(cluster.watermarks(table) == Watermarks(low: 0, lastStable: 1, high: 1))
    put("c", 3)
    #expect(cluster.records(table).compactMap { $0.value?.first } == [1, 3])
  }

  @Test("LogAppendTime stamps records with the broker's clock, CreateTime keeps the producer's")
  func timestamps() throws {
    cluster.createTopic("table", partitions: 1, configuration: ["message.timestamp.type": "LogAppendTime"])
    cluster.createTopic("plain", partitions: 1)
    let producer = try producer()
    try producer.beginTransaction()
    for topic in ["table", "plain"] {
      try producer.produce(OutgoingRecord(topic: topic, partition: 0, key: [1], value: [1], timestampMillis: 123))
      try producer.produce(OutgoingRecord(topic: topic, partition: 0, key: [1], value: [1]))
    }
    cluster.advance(by: .seconds(5))
    try producer.commitTransaction(timeout: .seconds(1))
    let now = cluster.nowMillis
    #expect(cluster.records(table).map(\.timestampMillis) == [now, now])
    #expect(cluster.records(table).map(\.timestampKind) == [.logAppend, .logAppend])
    let plain = cluster.records(of: "plain")
    #expect(plain.map(\.timestampMillis) == [123, now - 5_000])
    #expect(plain.map(\.timestampKind) == [.create, .create])
  }

  @Test("the size limit is the topic's own")
  func sizeLimit() throws {
    cluster.createTopic("table", partitions: 1, configuration: ["max.message.bytes": "4000000"])
    cluster.createTopic("small", partitions: 1)
    let big = [UInt8](repeating: 1, count: 2_000_000)
    let producer = try producer()
    try producer.beginTransaction()
    try producer.produce(OutgoingRecord(topic: "table", partition: 0, key: nil, value: big))
    try producer.commitTransaction(timeout: .seconds(1))
    try producer.beginTransaction()
    expectFailure(.abortTransaction(.messageSizeTooLarge)) {
      try producer.produce(OutgoingRecord(topic: "small", partition: 0, key: nil, value: big))
    }
    #expect(cluster.records(table).map { $0.value?.count } == [2_000_000])
  }
}
