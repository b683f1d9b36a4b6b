import Broker

/// A topic's settings and the numbers of its logs.
struct SimulatedTopic {
  let name: String
  var logs: [Int]
  var configuration: [String: String]

  /// Kafka 3.5's defaults of the settings that the simulation heeds.
  static let defaults = [
    "cleanup.policy": "delete", "max.message.bytes": "1048588", "message.timestamp.type": "CreateTime",
    "retention.ms": "604800000", "min.insync.replicas": "1", "compression.type": "producer",
  ]

  init(_ topic: NewTopic, logs: [Int]) {
    name = topic.name
    self.logs = logs
    configuration = Self.defaults.merging(topic.configuration) { $1 }
  }

  var isCompacted: Bool { configuration["cleanup.policy"]?.contains("compact") ?? false }
  var isDeleting: Bool { configuration["cleanup.policy"]?.contains("delete") ?? true }
  var timestampKind: TimestampKind { configuration["message.timestamp.type"] == "LogAppendTime" ? .logAppend : .create }
  var maximumMessageBytes: Int { configuration["max.message.bytes"].flatMap(Int.init) ?? 1_048_588 }
  /// `nil`: for ever.
  var retentionMillis: Int64? {
    configuration["retention.ms"].flatMap { Int64($0) }.flatMap { $0 < 0 ? nil : $0 }
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
