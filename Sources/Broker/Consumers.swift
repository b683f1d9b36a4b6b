/// A member of a consumer group (eager rebalances, `range` assignor: equal partition numbers of all subscribed topics go to one member).
///
/// An assigned partition has no position and is not read until ``seek(to:)`` gives it one: where to start is the caller's decision, and never silent.
/// It begins un-paused. Calls about a partition that is not (or no longer) assigned do nothing.
public protocol GroupConsumer: AnyObject {
  /// Subscribes; the group is joined by polling. Once a handle.
  ///
  /// The handle keeps the listener until it is closed: a listener that owns its consumer must close it, or let go of it, to be freed.
  func subscribe(to topics: [String], listener: any RebalanceListener) throws(BrokerFailure)

  /// Empties `batch` and reads up to `maxRecords` into it, waiting up to `timeout` for the first. Answers rebalances: the listener is called inside.
  ///
  /// A broker that is away is no failure here: nothing is read. Must be called more often than the maximum poll interval, also with every partition paused.
  /// - Throws: `ownershipLost` (`FENCED_INSTANCE_ID`: another process has this instance id; the handle is finished), `fatal`,
  ///   and what the listener threw.
  func poll(into batch: inout RecordBatch, maxRecords: Int, timeout: Duration) throws(BrokerFailure)

  /// In ``TopicPartition`` order.
  var assignment: [TopicPartition] { get }

  /// Stops delivery; records already fetched are kept, or fetched again, and come once after the resume.
  func pause(_ partitions: [TopicPartition]) throws(BrokerFailure)
  /// Only partitions that this consumer paused are resumed.
  func resume(_ partitions: [TopicPartition]) throws(BrokerFailure)
  /// Never contains an unassigned partition.
  var paused: Set<TopicPartition> { get }

  /// Offset of the next record that poll will deliver or pass over; `nil`: not assigned or never sought.
  ///
  /// Passes transaction markers and aborted records at the end of what was read, at the latest when a poll finds nothing more.
  func position(of partition: TopicPartition) -> Int64?
  /// Sets positions; records of these partitions fetched before are dropped. Also inside the listener.
  func seek(to positions: [PartitionOffset]) throws(BrokerFailure)

  /// The group's committed offsets, in the order asked, `nil` where there is none.
  ///
  /// - Throws: `retriable` (`UNSTABLE_OFFSET_COMMIT` or `_TIMED_OUT`) while a transaction that carries offsets of one of them is open.
  func committed(_ partitions: [TopicPartition], timeout: Duration) throws(BrokerFailure) -> [Int64?]
  /// Commits outside of transactions, as this member of this generation.
  func commit(_ offsets: [PartitionOffset], timeout: Duration) throws(BrokerFailure)

  /// Asks the partition's leader. The partition need not be assigned.
  func watermarks(of partition: TopicPartition, timeout: Duration) throws(BrokerFailure) -> Watermarks
  /// As the last fetch told; `nil` when there was none. Makes no request.
  func cachedWatermarks(of partition: TopicPartition) -> Watermarks?

  /// Who this consumer is in the group now. Read it afresh for every transaction: an old one is refused.
  ///
  /// - Throws: `ownershipLost` (`UNKNOWN_MEMBER_ID`) while it is no member: a broker takes offsets of "nobody" without a check.
  func groupMetadata() throws(BrokerFailure) -> GroupMetadata

  /// Leaves (a static member just goes) after calling the listener's `revoked`, and frees the handle.
  ///
  /// - Throws: `retriable` (`_TIMED_OUT`) when it is not closed in time; the handle is given up all the same.
  func close(timeout: Duration) throws(BrokerFailure)
}

/// Told of assignment changes, inside `poll` and `close`, on their thread.
///
/// It may call the consumer (all but `poll`, `subscribe`, `close`) and producers. What it throws comes out of `poll` once the change is made.
public protocol RebalanceListener: AnyObject {
  /// These partitions (all of the new assignment, maybe none) are owned from now. `revoked` and `lost` never come with none.
  func assigned(_ partitions: [TopicPartition], of consumer: any GroupConsumer) throws(BrokerFailure)
  /// These partitions go once this returns; until then the group waits and accepts this member's commits.
  func revoked(_ partitions: [TopicPartition], of consumer: any GroupConsumer) throws(BrokerFailure)
  /// These partitions are gone already and may be another's: commit nothing.
  func lost(_ partitions: [TopicPartition], of consumer: any GroupConsumer) throws(BrokerFailure)
}

/// Reads given partitions from given offsets, in no group.
public protocol LogReader: AnyObject {
  /// Replaces what is read. Positions at or above zero, taken as they are.
  func assign(_ positions: [PartitionOffset]) throws(BrokerFailure)
  /// As ``GroupConsumer/poll(into:maxRecords:timeout:)``, without rebalances.
  func poll(into batch: inout RecordBatch, maxRecords: Int, timeout: Duration) throws(BrokerFailure)
  /// As ``GroupConsumer/position(of:)``: the end of a restore is told by this, never by the last record's offset.
  func position(of partition: TopicPartition) -> Int64?
  func watermarks(of partition: TopicPartition, timeout: Duration) throws(BrokerFailure) -> Watermarks
  /// As ``GroupConsumer/close(timeout:)``.
  func close(timeout: Duration) throws(BrokerFailure)
}

/// The ends of a partition's log.
public struct Watermarks: Hashable, Sendable {
  /// The first offset that can be read.
  public var low: Int64
  /// Below it everything is decided: what a `read_committed` reader can reach. At most `high`.
  public var lastStable: Int64
  /// Offset of the next record to be appended. A client that can ask only under `read_committed` gives the last stable offset here too.
  public var high: Int64

  public init(low: Int64, lastStable: Int64, high: Int64) {
    self.low = low
    self.lastStable = lastStable
    self.high = high
  }
}

/// A consumer's identity in its group at one moment (group, generation, member, instance), opaque to the worker.
public struct GroupMetadata: Hashable, Sendable {
  public let bytes: [UInt8]
  public init(bytes: [UInt8]) { self.bytes = bytes }
}
