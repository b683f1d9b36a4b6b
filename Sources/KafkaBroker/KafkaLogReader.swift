import Broker
import CRdKafka

/// Reads given partitions from given offsets; never joins the group that the library wants named.
final class KafkaLogReader: LogReader {
  private let client: NativeClient
  private let reader: PartitionReader
  private var isClosed = false

  init(_ client: NativeClient) {
    self.client = client
    reader = PartitionReader(client)
  }

  func assign(_ positions: [PartitionOffset]) throws(BrokerFailure) {
    guard !isClosed else { throw .fatal(.state) }
    reader.unassign()
    reader.assigned.replace(with: positions.map(\.partition))
    _ = reader.assigned.place(positions)
    try reader.assign()
  }

  func poll(into batch: inout RecordBatch, maxRecords: Int, timeout: Duration) throws(BrokerFailure) {
    guard !isClosed else { throw .fatal(.state) }
    try reader.poll(into: &batch, maxRecords: maxRecords, timeout: timeout)
  }

  func position(of partition: TopicPartition) -> Int64? {
    reader.assigned.place(of: partition).flatMap { reader.assigned[$0].position }
  }

  func watermarks(of partition: TopicPartition, timeout: Duration) throws(BrokerFailure) -> Watermarks {
    guard !isClosed else { throw .fatal(.state) }
    return try reader.watermarks(of: partition, timeout: timeout)
  }

  func close(timeout: Duration) throws(BrokerFailure) {
    guard !isClosed else { return }
    isClosed = true
    try client.close(timeout: timeout) { rd_kafka_consumer_close($0) }
  }
}
