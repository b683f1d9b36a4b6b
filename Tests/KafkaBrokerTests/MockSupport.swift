import Broker
import KafkaBroker

/// Notes what it is told, and places every assigned partition at the log's start or the group's offset.
final class NotingListener: RebalanceListener {
  var told: [String] = []
  var start: (any GroupConsumer, [TopicPartition]) throws(BrokerFailure) -> Void = {
    (consumer, partitions) throws(BrokerFailure) in
    try consumer.seek(to: partitions.map { PartitionOffset($0, 0) })
  }
  var onRevoked: (any GroupConsumer, [TopicPartition]) throws(BrokerFailure) -> Void = { _, _ in }

  func assigned(_ partitions: [TopicPartition], of consumer: any GroupConsumer) throws(BrokerFailure) {
    told.append("assigned \(partitions.count)")
    try start(consumer, partitions)
  }

  func revoked(_ partitions: [TopicPartition], of consumer: any GroupConsumer) throws(BrokerFailure) {
    told.append("revoked \(partitions.count)")
    try onRevoked(consumer, partitions)
  }

  func lost(_ partitions: [TopicPartition], of consumer: any GroupConsumer) throws(BrokerFailure) {
    told.append("lost \(partitions.count)")
  }
}

extension GroupConsumer {
  /// Polls until `isDone` or the limit; what was read.
  func read(for limit: Duration = .seconds(30), until isDone: ([Record]) -> Bool) throws(BrokerFailure) -> [Record] {
    let end = ContinuousClock().now.advanced(by: limit)
    var records: [Record] = []
    var batch = RecordBatch()
    while !isDone(records), ContinuousClock().now < end {
      try poll(into: &batch, maxRecords: 1000, timeout: .milliseconds(50))
      records += batch.records
      if let failure = batch.partitionFailures.first { throw .fatal(failure.code) }
    }
    return records
  }
}

extension EmbeddedCluster {
  func produce(_ values: [String], to topic: String, partition: Int32 = 0) throws(BrokerFailure) {
    let producer = try broker().plainProducer(PlainProducerOptions())
    for value in values {
      try producer.produce(
        OutgoingRecord(topic: topic, partition: partition, key: Array("k".utf8), value: Array(value.utf8)))
    }
    try producer.flush(timeout: .seconds(60))
    try producer.close(timeout: .seconds(10))
  }
}

func text(_ bytes: [UInt8]?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }
