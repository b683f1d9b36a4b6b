import Broker
import CRdKafka

/// The producer of one transactional id.
final class KafkaTransactionalProducer: TransactionalProducer {
  private let client: NativeClient
  private let sender: RecordSender
  private var isOpen = false
  private var isClosed = false

  init(_ client: NativeClient) {
    self.client = client
    sender = RecordSender(client)
  }

  func initTransactions(timeout: Duration) throws(BrokerFailure) {
    try checkUsable()
    try check(rd_kafka_init_transactions(client.pointer, milliseconds(timeout)))
  }

  func beginTransaction() throws(BrokerFailure) {
    try checkUsable()
    try check(rd_kafka_begin_transaction(client.pointer))
    client.context.transaction += 1
    client.context.firstFailure = nil
    isOpen = true
  }

  func produce(_ record: OutgoingRecord) throws(BrokerFailure) {
    try checkUsable()
    guard isOpen else { throw .fatal(.state) }
    try checkDeliveries()
    do throws(BrokerFailure) {
      try sender.send(record)
    } catch {
      guard case .fatal(let code) = error, LibraryError.fatal(of: client.pointer) == nil else { throw error }
      // The record alone is at fault, or a delivery failed whose report has not been served yet.
      rd_kafka_poll(client.pointer, 0)
      try checkDeliveries()
      throw .abortTransaction(code)
    }
  }

  func poll(timeout: Duration) {
    if !isClosed { rd_kafka_poll(client.pointer, milliseconds(timeout)) }
  }

  func flush(timeout: Duration) throws(BrokerFailure) {
    try checkUsable()
    let error = rd_kafka_flush(client.pointer, milliseconds(timeout))
    if let failure = LibraryError.fatal(of: client.pointer) { throw failure }
    try checkDeliveries()
    if error != RD_KAFKA_RESP_ERR_NO_ERROR { throw LibraryError.failure(error, of: client.pointer) }
  }

  func sendOffsets(_ offsets: [PartitionOffset], group: GroupMetadata, timeout: Duration) throws(BrokerFailure) {
    try checkUsable()
    var metadata: OpaquePointer?
    let error = group.bytes.withUnsafeBytes { bytes in
      rd_kafka_consumer_group_metadata_read(&metadata, bytes.baseAddress, bytes.count)
    }
    try check(error)
    guard let metadata else { throw .fatal(.invalidArgument) }
    defer { rd_kafka_consumer_group_metadata_destroy(metadata) }
    try check(
      PartitionList.with(offsets) {
        rd_kafka_send_offsets_to_transaction(client.pointer, $0, metadata, milliseconds(timeout))
      })
  }

  func commitTransaction(timeout: Duration) throws(BrokerFailure) {
    try checkUsable()
    try check(rd_kafka_commit_transaction(client.pointer, milliseconds(timeout)))
    isOpen = false
  }

  func abortTransaction(timeout: Duration) throws(BrokerFailure) {
    try checkUsable()
    try check(rd_kafka_abort_transaction(client.pointer, milliseconds(timeout)))
    isOpen = false
  }

  func close(timeout: Duration) throws(BrokerFailure) {
    guard !isClosed else { return }
    isClosed = true
    sender.releaseTopics()
    try client.close(timeout: timeout) { handle in
      _ = rd_kafka_purge(
        handle, Int32(RD_KAFKA_PURGE_F_QUEUE | RD_KAFKA_PURGE_F_INFLIGHT | RD_KAFKA_PURGE_F_NON_BLOCKING))
    }
  }

  private func milliseconds(_ timeout: Duration) -> Int32 { Int32(clamping: ClientProperties.milliseconds(timeout)) }

  private func checkUsable() throws(BrokerFailure) {
    if isClosed { throw .fatal(.state) }
    if let failure = LibraryError.fatal(of: client.pointer) { throw failure }
  }

  private func checkDeliveries() throws(BrokerFailure) {
    guard let failed = client.context.firstFailure else { return }
    let code = LibraryError.code(failed)
    throw BrokerCode.takeover.contains(code) ? .ownershipLost(code) : .abortTransaction(code)
  }

  private func check(_ error: OpaquePointer?) throws(BrokerFailure) {
    if let error { throw LibraryError.failure(consuming: error, of: client.pointer) }
  }
}
