import Broker
import CRdKafka

/// An idempotent producer outside of transactions.
final class KafkaPlainProducer: PlainProducer {
  private let client: NativeClient
  private let sender: RecordSender
  private var isClosed = false

  init(_ client: NativeClient) {
    self.client = client
    sender = RecordSender(client)
  }

  func produce(_ record: OutgoingRecord) throws(BrokerFailure) {
    if isClosed { throw .fatal(.state) }
    if let failure = LibraryError.fatal(of: client.pointer) { throw failure }
    try sender.send(record)
  }

  func poll(timeout: Duration) {
    if !isClosed { rd_kafka_poll(client.pointer, Int32(clamping: ClientProperties.milliseconds(timeout))) }
  }

  func flush(timeout: Duration) throws(BrokerFailure) {
    if isClosed { throw .fatal(.state) }
    let error = rd_kafka_flush(client.pointer, Int32(clamping: ClientProperties.milliseconds(timeout)))
    if let failure = LibraryError.fatal(of: client.pointer) { throw failure }
    if error != RD_KAFKA_RESP_ERR_NO_ERROR { throw LibraryError.failure(error, of: client.pointer) }
  }

  var deliveries: DeliveryCounts {
    let context = client.context
    return DeliveryCounts(
      delivered: context.delivered, failed: context.failed,
      queued: isClosed ? 0 : Int(rd_kafka_outq_len(client.pointer)),
      lastFailure: context.lastFailure.map(LibraryError.code))
  }

  func close(timeout: Duration) throws(BrokerFailure) {
    guard !isClosed else { return }
    let clock = ContinuousClock()
    let deadline = clock.now.advanced(by: timeout)
    var failure: BrokerFailure?
    do throws(BrokerFailure) {
      try flush(timeout: timeout)
    } catch {
      failure = error
    }
    isClosed = true
    sender.releaseTopics()
    try client.close(timeout: max(.seconds(1), deadline - clock.now)) { handle in
      _ = rd_kafka_purge(
        handle, Int32(RD_KAFKA_PURGE_F_QUEUE | RD_KAFKA_PURGE_F_INFLIGHT | RD_KAFKA_PURGE_F_NON_BLOCKING))
    }
    if let failure { throw failure }
  }
}
