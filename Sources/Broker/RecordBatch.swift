/// What one poll read: records in flat storage that is reused from poll to poll.
///
/// Bytes of all records lie in one buffer, so that a poll allocates nothing per record once the batch has grown.
/// Read a record by ``withView(at:_:)`` (borrowed bytes) or by subscript (a copy to keep).
/// Within a partition records are in offset order.
public struct RecordBatch: Sendable {
  struct Slice: Sendable {
    var start: Int
    /// -1 for null.
    var count: Int
  }

  struct Entry: Sendable {
    var topic: Int
    var partition: Int32
    var timestampKind: TimestampKind
    var offset: Int64
    var timestampMillis: Int64
    var key: Slice
    var value: Slice
    var firstHeader: Int
    var headerCount: Int
  }

  struct HeaderEntry: Sendable {
    var name: Slice
    var value: Slice
  }

  private(set) var entries: [Entry] = []
  private(set) var headers: [HeaderEntry] = []
  private(set) var bytes: [UInt8] = []
  private(set) var topics: [String] = []

  /// Partitions that cannot be read on, each reported once; they stand still until a `seek`.
  public private(set) var partitionFailures: [PartitionFailure] = []

  public init() {}

  public var count: Int { entries.count }
  public var isEmpty: Bool { entries.isEmpty && partitionFailures.isEmpty }
  /// Bytes of keys, values and headers held.
  public var byteCount: Int { bytes.count }

  /// Empties the batch and keeps its storage.
  public mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    headers.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
    partitionFailures.removeAll(keepingCapacity: true)
  }

  // MARK: Filling (brokers)

  /// The number of a topic's name in this batch, for ``append(topicIndex:partition:offset:timestampMillis:timestampKind:key:value:)``.
  ///
  /// Numbers stay valid when the batch is emptied. Linear in the number of topics seen.
  public mutating func topicIndex(of name: String) -> Int {
    if let found = topics.firstIndex(of: name) { return found }
    topics.append(name)
    return topics.count - 1
  }

  /// Appends a record, copying its bytes. `topicIndex` comes from ``topicIndex(of:)`` of this batch.
  public mutating func append(
    topicIndex: Int, partition: Int32, offset: Int64, timestampMillis: Int64, timestampKind: TimestampKind,
    key: UnsafeRawBufferPointer?, value: UnsafeRawBufferPointer?
  ) {
    precondition(topics.indices.contains(topicIndex), "topic index of another batch")
    entries.append(
      Entry(
        topic: topicIndex, partition: partition, timestampKind: timestampKind, offset: offset,
        timestampMillis: timestampMillis, key: store(key), value: store(value), firstHeader: headers.count,
        headerCount: 0))
  }

  /// Appends a header to the record appended last.
  public mutating func appendHeader(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer?) {
    precondition(!entries.isEmpty, "a header needs a record")
    headers.append(HeaderEntry(name: store(name), value: store(value)))
    entries[entries.count - 1].headerCount += 1
  }

  /// Reports a partition that cannot be read on.
  public mutating func append(_ failure: PartitionFailure) { partitionFailures.append(failure) }

  private mutating func store(_ source: UnsafeRawBufferPointer?) -> Slice {
    guard let source else { return Slice(start: bytes.count, count: -1) }
    let start = bytes.count
    bytes.append(contentsOf: source)
    return Slice(start: start, count: source.count)
  }
}

/// Why a partition cannot be read on from its position.
public struct PartitionFailure: Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    /// The position is below the log's start (retention passed it) or above its end (the log was truncated).
    case offsetOutOfRange
    /// The partition or the topic is gone, or may not be read.
    case unavailable
  }

  public var partition: TopicPartition
  public var reason: Reason
  /// The position that could not be read.
  public var position: Int64
  public var code: BrokerCode

  public init(partition: TopicPartition, reason: Reason, position: Int64, code: BrokerCode) {
    self.partition = partition
    self.reason = reason
    self.position = position
    self.code = code
  }
}
