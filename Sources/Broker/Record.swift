/// One partition of one topic.
public struct TopicPartition: Hashable, Comparable, Sendable, CustomStringConvertible {
  public var topic: String
  public var partition: Int32

  public init(topic: String, partition: Int32) {
    self.topic = topic
    self.partition = partition
  }

  /// By topic name (code units), then by partition number.
  public static func < (a: Self, b: Self) -> Bool {
    a.topic == b.topic ? a.partition < b.partition : a.topic < b.topic
  }

  public var description: String { "\(topic)-\(partition)" }
}

/// A place in a partition's log.
///
/// As a committed offset or a position it is the offset of the next record to read, never of the last one read.
public struct PartitionOffset: Hashable, Sendable {
  public var partition: TopicPartition
  public var offset: Int64

  public init(_ partition: TopicPartition, _ offset: Int64) {
    self.partition = partition
    self.offset = offset
  }
}

/// A record's header: names may repeat, order counts, a value may be null.
public struct RecordHeader: Hashable, Sendable {
  public var name: String
  public var value: [UInt8]?

  public init(_ name: String, _ value: [UInt8]?) {
    self.name = name
    self.value = value
  }
}

/// Who set a record's timestamp.
public enum TimestampKind: UInt8, Sendable {
  /// The producer (`CreateTime`).
  case create
  /// The broker, on appending (`LogAppendTime`).
  case logAppend
}

/// A record read from a partition, with bytes of its own.
///
/// A null key or value is `nil`, an empty one is `[]`; the two differ (a null value is a tombstone).
public struct Record: Hashable, Sendable {
  public var topic: String
  public var partition: Int32
  public var offset: Int64
  /// Milliseconds since 1970-01-01 UTC; -1 when unknown.
  public var timestampMillis: Int64
  public var timestampKind: TimestampKind
  public var key: [UInt8]?
  public var value: [UInt8]?
  public var headers: [RecordHeader]

  public init(
    topic: String, partition: Int32, offset: Int64, timestampMillis: Int64, timestampKind: TimestampKind = .create,
    key: [UInt8]?, value: [UInt8]?, headers: [RecordHeader] = []
  ) {
    self.topic = topic
    self.partition = partition
    self.offset = offset
    self.timestampMillis = timestampMillis
    self.timestampKind = timestampKind
    self.key = key
    self.value = value
    self.headers = headers
  }

  public var topicPartition: TopicPartition { TopicPartition(topic: topic, partition: partition) }
}

/// A record to be produced.
public struct OutgoingRecord: Hashable, Sendable {
  public var topic: String
  /// Explicit partition, or `nil`: by ``Murmur2/partition(forKey:count:)`` of the key, anywhere when the key is null.
  public var partition: Int32?
  public var key: [UInt8]?
  public var value: [UInt8]?
  public var headers: [RecordHeader]
  /// Milliseconds since 1970-01-01 UTC; `nil`: the client's clock.
  public var timestampMillis: Int64?

  public init(
    topic: String, partition: Int32? = nil, key: [UInt8]?, value: [UInt8]?, headers: [RecordHeader] = [],
    timestampMillis: Int64? = nil
  ) {
    self.topic = topic
    self.partition = partition
    self.key = key
    self.value = value
    self.headers = headers
    self.timestampMillis = timestampMillis
  }
}
