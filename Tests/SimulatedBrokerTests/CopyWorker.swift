import Broker
import SimulatedBroker
import TestSupport

/// The smallest exactly-once worker: copies `in` to `out`, partition by partition, outputs and offsets in one transaction.
///
/// Each step of it is one pass: poll, produce, send offsets, commit. It treats failures as the contract says.
final class CopyWorker {
  enum Outcome { case running, finished }

  private let broker: SimulatedBroker
  private let instance: String?
  private let transactionalID: String
  private let session: Duration
  private let batch: Int
  private var consumer: (any GroupConsumer)?
  private var producer: (any TransactionalProducer)?
  private var isOpen = false
  private var next: [TopicPartition: Int64] = [:]
  /// Assigned and waiting for stable committed offsets.
  private var unplaced: [TopicPartition] = []
  private var mustAbort = false
  private var mustReplace = false
  private(set) var commits = 0

  init(
    _ broker: SimulatedBroker, instance: String?, transactionalID: String, session: Duration = .seconds(10),
    batch: Int = 7
  ) {
    self.broker = broker
    self.instance = instance
    self.transactionalID = transactionalID
    self.session = session
    self.batch = batch
  }

  /// One pass. `finished` when the process is dead.
  func step() -> Outcome {
    do throws(BrokerFailure) {
      try pass()
    } catch {
      if error == .fatal(.simulatedKill) { return .finished }
      respond(to: error)
    }
    return .running
  }

  private func pass() throws(BrokerFailure) {
    let producer = try readyProducer()
    let consumer = try readyConsumer()
    if mustAbort { try rewind(producer, consumer) }
    if !unplaced.isEmpty { try place(consumer) }
    let records: [Record] = try consumer.poll(maxRecords: batch, timeout: .milliseconds(10))
    for record in records {
      try begin(producer)
      try producer.produce(
        OutgoingRecord(topic: "out", partition: record.partition, key: record.key, value: record.value))
      next[record.topicPartition] = record.offset + 1
    }
    try commit(producer, consumer)
  }

  private func begin(_ producer: any TransactionalProducer) throws(BrokerFailure) {
    if isOpen { return }
    try producer.beginTransaction()
    isOpen = true
  }

  private func commit(_ producer: any TransactionalProducer, _ consumer: any GroupConsumer) throws(BrokerFailure) {
    guard isOpen else { return }
    try persist { () throws(BrokerFailure) in try producer.flush(timeout: .seconds(1)) }
    let offsets = next.sorted { $0.key < $1.key }.map { PartitionOffset($0.key, $0.value) }
    let group = try consumer.groupMetadata()
    try persist { () throws(BrokerFailure) in try producer.sendOffsets(offsets, group: group, timeout: .seconds(1)) }
    try persist { () throws(BrokerFailure) in try producer.commitTransaction(timeout: .seconds(1)) }
    isOpen = false
    next.removeAll()
    commits += 1
  }

  /// The same call again, a bounded number of times; then everything is dropped and read back from the log.
  private func persist(_ body: () throws(BrokerFailure) -> Void) throws(BrokerFailure) {
    for _ in 0..<4 {
      do throws(BrokerFailure) { return try body() } catch {
        guard case .retriable = error else { throw error }
      }
    }
    throw .fatal(.timedOut)
  }

  private func respond(to failure: BrokerFailure) {
    switch failure {
    // What was polled and not committed is read again, whether a transaction was begun for it or not.
    case .retriable, .abortTransaction: mustAbort = true
    case .ownershipLost(let code):
      mustAbort = true
      if [.illegalGeneration, .unknownMemberID].contains(code) { return }
      mustReplace = true
    case .fatal: mustReplace = true
    }
    if mustReplace {
      producer = nil
      consumer = nil
      isOpen = false
      next.removeAll()
      unplaced.removeAll()
      mustAbort = false
      mustReplace = false
    }
  }

  private func rewind(_ producer: any TransactionalProducer, _ consumer: any GroupConsumer) throws(BrokerFailure) {
    if isOpen {
      try producer.abortTransaction(timeout: .seconds(1))
      isOpen = false
    }
    next.removeAll()
    unplaced = consumer.assignment
    mustAbort = false
  }

  private func place(_ consumer: any GroupConsumer) throws(BrokerFailure) {
    try consumer.pause(unplaced)
    do throws(BrokerFailure) {
      try consumer.seekToCommittedOrEarliest(unplaced, timeout: .seconds(1))
    } catch {
      guard case .retriable = error else { throw error }
      return
    }
    try consumer.resume(unplaced)
    unplaced.removeAll()
  }

  private func readyProducer() throws(BrokerFailure) -> any TransactionalProducer {
    if let producer { return producer }
    var options = TransactionalProducerOptions(transactionalID: transactionalID)
    options.transactionTimeout = .seconds(20)
    let made = try broker.transactionalProducer(options)
    try made.initTransactions(timeout: .seconds(1))
    producer = made
    return made
  }

  private func readyConsumer() throws(BrokerFailure) -> any GroupConsumer {
    if let consumer { return consumer }
    var options = GroupConsumerOptions(groupID: "copy", groupInstanceID: instance, clientID: broker.name)
    options.sessionTimeout = session
    options.maxPollInterval = .seconds(60)
    let made = try broker.groupConsumer(options)
    let listener = Listener()
    listener.worker = self
    try made.subscribe(to: ["in"], listener: listener)
    consumer = made
    return made
  }

  // MARK: Rebalances

  /// Apart from the worker, so that a worker that is dropped takes its handles with it.
  private final class Listener: RebalanceListener {
    weak var worker: CopyWorker?

    func assigned(_ partitions: [TopicPartition], of consumer: any GroupConsumer) throws(BrokerFailure) {
      worker?.unplaced = partitions
    }

    func revoked(_ partitions: [TopicPartition], of consumer: any GroupConsumer) throws(BrokerFailure) {
      guard let worker else { return }
      worker.unplaced.removeAll()
      if let producer = worker.producer, !worker.mustAbort { try worker.commit(producer, consumer) }
    }

    func lost(_ partitions: [TopicPartition], of consumer: any GroupConsumer) throws(BrokerFailure) {
      worker?.unplaced.removeAll()
      worker?.mustAbort = true
    }
  }
}
