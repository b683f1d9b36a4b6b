import Broker

/// `at_least_once`: a plain producer behind the transactional contract, so that the thread has one way of working.
///
/// A commit flushes the outputs and then commits the offsets; nothing can be taken back, so an abort only forgets.
final class UntransactionalProducer: TransactionalProducer {
  typealias OffsetCommit = ([PartitionOffset], Duration) throws(BrokerFailure) -> Void

  private let producer: any PlainProducer
  private let commitOffsets: OffsetCommit
  private var offsets: [PartitionOffset] = []
  private var failedBefore = 0

  init(_ producer: any PlainProducer, commitOffsets: @escaping OffsetCommit) {
    self.producer = producer
    self.commitOffsets = commitOffsets
  }

  func initTransactions(timeout: Duration) throws(BrokerFailure) {}
  func beginTransaction() throws(BrokerFailure) { failedBefore = producer.deliveries.failed }

  func produce(_ record: OutgoingRecord) throws(BrokerFailure) {
    do throws(BrokerFailure) {
      try producer.produce(record)
    } catch {
      // A record that cannot be taken must not be passed over.
      if case .fatal(let code) = error { throw .abortTransaction(code) }
      throw error
    }
  }

  func poll(timeout: Duration) { producer.poll(timeout: timeout) }

  func flush(timeout: Duration) throws(BrokerFailure) {
    try producer.flush(timeout: timeout)
    let deliveries = producer.deliveries
    if deliveries.failed > failedBefore { throw .abortTransaction(deliveries.lastFailure ?? .messageTimedOut) }
  }

  func sendOffsets(_ offsets: [PartitionOffset], group: GroupMetadata, timeout: Duration) throws(BrokerFailure) {
    self.offsets = offsets
  }

  func commitTransaction(timeout: Duration) throws(BrokerFailure) { try commitOffsets(offsets, timeout) }
  func abortTransaction(timeout: Duration) throws(BrokerFailure) { offsets = [] }
  func close(timeout: Duration) throws(BrokerFailure) { try producer.close(timeout: timeout) }
}
