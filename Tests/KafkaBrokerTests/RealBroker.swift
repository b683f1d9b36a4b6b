import Broker
import Glibc
import KafkaBroker

/// The broker that `EXTERNAL_BOOTSTRAP` names: an Apache Kafka, or the noida-db of `Tests/Support/brokers/start-noida.sh`.
struct RealBroker {
  let broker: KafkaBroker

  /// Nil, after a line that says so, when no broker is named.
  static func fromEnvironment(_ test: String = #function) -> RealBroker? {
    guard let address = getenv("EXTERNAL_BOOTSTRAP").map({ String(cString: $0) }), !address.isEmpty else {
      print("\(test): EXTERNAL_BOOTSTRAP is not set: nothing was run against a real broker")
      return nil
    }
    return RealBroker(
      broker: KafkaBroker(KafkaBrokerSettings(bootstrapServers: address, applicationID: "navigator-tests")))
  }

  /// A name that no other test or run uses.
  static func fresh(_ prefix: String) -> String { "\(prefix)-\(getpid())-\(UInt32.random(in: 0...UInt32.max))" }

  /// Kept for ever: the records' timestamps are of the past, and retention goes by them.
  func topic(_ partitionCount: Int32 = 1) throws(BrokerFailure) -> String {
    let name = Self.fresh("t")
    let configuration = ["retention.ms": "-1"]
    let admin = try broker.admin()
    let refused = try admin.createTopics(
      [NewTopic(name, partitionCount: partitionCount, replicationFactor: 1, configuration: configuration)],
      timeout: .seconds(20))
    try admin.close(timeout: .seconds(10))
    if let code = refused[0] { throw .fatal(code) }
    return name
  }

  func producer(_ id: String) throws(BrokerFailure) -> any TransactionalProducer {
    let producer = try broker.transactionalProducer(TransactionalProducerOptions(transactionalID: id))
    try producer.initTransactions(timeout: .seconds(30))
    return producer
  }

  /// What a reader sees from the start of partition 0, until its position reaches `end`.
  func read(
    _ topic: String, to end: Int64, isolation: IsolationLevel = .readCommitted
  ) throws(BrokerFailure) -> [String] {
    let reader = try broker.logReader(LogReaderOptions(isolation: isolation))
    let partition = TopicPartition(topic: topic, partition: 0)
    try reader.assign([PartitionOffset(partition, 0)])
    var values: [String] = []
    let limit = ContinuousClock().now.advanced(by: .seconds(20))
    while (reader.position(of: partition) ?? 0) < end, ContinuousClock().now < limit {
      values += try reader.poll(maxRecords: 100, timeout: .milliseconds(50)).compactMap { text($0.value) }
    }
    if reader.position(of: partition) != end { values.append("position \(reader.position(of: partition) ?? -1)") }
    try reader.close(timeout: .seconds(10))
    return values
  }
}

func record(_ topic: String, _ value: String, partition: Int32 = 0) -> OutgoingRecord {
  OutgoingRecord(
    topic: topic, partition: partition, key: Array("k".utf8), value: Array(value.utf8),
    headers: [RecordHeader("content-type", Array("text/plain".utf8))], timestampMillis: 1_700_000_000_000)
}
