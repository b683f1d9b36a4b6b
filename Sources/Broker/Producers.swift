/// The producer of one transactional id: the last one initialised is the only one that can commit.
///
///     made --init--> ready --begin--> open --commit | abort--> ready
///
/// Any call may throw `ownershipLost` (another producer has the id, or the coordinator aborted the transaction by its timeout)
/// or `fatal`; the handle is then finished: `close` it and make another. A call in the wrong state is `fatal(_STATE)`.
public protocol TransactionalProducer: AnyObject {
  /// Fences the former producer of the id and resolves its transaction. `retriable`: call again.
  func initTransactions(timeout: Duration) throws(BrokerFailure)
  func beginTransaction() throws(BrokerFailure)

  /// Queues a record; it is taken, or the call throws and it is not. Order within a partition is that of the calls.
  ///
  /// - Throws: `retriable` (`_QUEUE_FULL`): ``poll(timeout:)``, then the same record again. `abortTransaction`: an unknown partition,
  ///   a record over the size limit, or an earlier delivery that failed.
  func produce(_ record: OutgoingRecord) throws(BrokerFailure)
  /// Serves delivery reports.
  func poll(timeout: Duration)

  /// Waits until everything queued is delivered.
  ///
  /// - Throws: `retriable` (`_TIMED_OUT`) when some is still queued; `abortTransaction` when a delivery failed.
  func flush(timeout: Duration) throws(BrokerFailure)

  /// Makes the group's offsets part of the transaction. Offsets are of the *next* records to read.
  ///
  /// - Throws: `ownershipLost` for an old generation, an unknown member or a fenced instance (abort, rejoin).
  func sendOffsets(_ offsets: [PartitionOffset], group: GroupMetadata, timeout: Duration) throws(BrokerFailure)

  /// Commits; what is queued is flushed first.
  ///
  /// - Throws: `retriable`: the outcome is unknown; only the same call again may follow. `abortTransaction`: it was not committed.
  func commitTransaction(timeout: Duration) throws(BrokerFailure)
  /// Aborts; what is queued is dropped and never sent. `retriable`: the same call again.
  func abortTransaction(timeout: Duration) throws(BrokerFailure)

  /// Frees the handle without waiting for what is queued; an open transaction is left to its successor or its timeout.
  func close(timeout: Duration) throws(BrokerFailure)
}

/// An idempotent producer outside of transactions (heartbeats, simulated vehicles, tools).
public protocol PlainProducer: AnyObject {
  /// As ``TransactionalProducer/produce(_:)``; an unknown partition or an oversized record is `fatal` for this record alone.
  func produce(_ record: OutgoingRecord) throws(BrokerFailure)
  /// Serves delivery reports.
  func poll(timeout: Duration)
  /// Waits until everything queued is delivered or has failed.
  ///
  /// - Throws: `retriable` (`_TIMED_OUT`) when some is still queued.
  func flush(timeout: Duration) throws(BrokerFailure)
  /// Since the handle was made.
  var deliveries: DeliveryCounts { get }
  /// Frees the handle; what is still queued after `timeout` is dropped (`retriable`, `_TIMED_OUT`).
  func close(timeout: Duration) throws(BrokerFailure)
}

/// What became of the records a producer took.
public struct DeliveryCounts: Hashable, Sendable {
  public var delivered: Int
  public var failed: Int
  public var queued: Int
  /// The code of the latest failure.
  public var lastFailure: BrokerCode?

  public init(delivered: Int = 0, failed: Int = 0, queued: Int = 0, lastFailure: BrokerCode? = nil) {
    self.delivered = delivered
    self.failed = failed
    self.queued = queued
    self.lastFailure = lastFailure
  }
}
