import Broker

/// A topic's settings and the numbers of its logs.
struct SimulatedTopic {
  let name: String
  var logs: [Int]
  let configuration: [String: String]
  // Read once: they are asked for every record.
  let isCompacted: Bool
  let isDeleting: Bool
  let timestampKind: TimestampKind
  let maximumMessageBytes: Int
  /// `nil`: for ever.
  let retentionMillis: Int64?

  /// Kafka 3.5's defaults of the settings that the simulation heeds.
  static let defaults = [
    "cleanup.policy": "delete", "max.message.bytes": "1048588", "message.timestamp.type": "CreateTime",
    "retention.ms": "604800000", "min.insync.replicas": "1", "compression.type": "producer",
  ]

  init(_ topic: NewTopic, logs: [Int]) {
    name = topic.name
    self.logs = logs
    let configuration = Self.defaults.merging(topic.configuration) { $1 }
    self.configuration = configuration
    isCompacted = configuration["cleanup.policy"]?.contains("compact") ?? false
    isDeleting = configuration["cleanup.policy"]?.contains("delete") ?? true
    timestampKind = configuration["message.timestamp.type"] == "LogAppendTime" ? .logAppend : .create
    maximumMessageBytes = configuration["max.message.bytes"].flatMap(Int.init) ?? 1_048_588
    retentionMillis = configuration["retention.ms"].flatMap { Int64($0) }.flatMap { $0 < 0 ? nil : $0 }
  }
}

extension OutgoingRecord {
  /// Size in a batch of its own, as the broker counts it against `max.message.bytes` (61 bytes of batch header and about 10 of the record's).
  var sizeInBytes: Int {
    var size = 71 + (key?.count ?? 0) + (value?.count ?? 0)
    for header in headers { size += 2 + header.name.utf8.count + (header.value?.count ?? 0) }
    return size
  }
}
