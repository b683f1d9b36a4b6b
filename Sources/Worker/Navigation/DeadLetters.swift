import Broker
import Messages
import Observability

/// Makes dead letters of records that cannot be read, counted and logged.
struct DeadLetters {
  let topics: WorkerTopics
  let settings: WorkerSettings
  let metrics: MetricRegistry
  let log: Log
  let version: String

  func letter(_ record: Record, _ failure: DecodeFailure) -> OutgoingRecord {
    metrics.counter(WorkerMetrics.deadLetters, [record.topic, failure.reason.rawValue]).add()
    log.warning(
      "records cannot be read", digestedBy: "\(record.topicPartition) \(failure.reason.rawValue)",
      LogField("topic", record.topic), LogField("partition", record.partition), LogField("offset", record.offset),
      LogField("bytes", record.byteCount), LogField("stage", failure.stage.rawValue),
      LogField("reason", failure.reason.rawValue), LogField("detail", failure.detail),
      LogField("dead_letters", topics.catalogue.name(of: .deadLetters)))
    let letter = DeadLetter(
      topic: record.topic, partition: record.partition, offset: record.offset, timestampMillis: record.timestampMillis,
      isLogAppendTime: record.timestampKind == .logAppend, key: record.key, value: record.value,
      headers: record.messageHeaders, failure: failure)
    var outgoing = OutgoingRecord(
      letter.record(
        convention: DeadLetter.Convention(rawValue: settings.deadLetterHeaders.rawValue) ?? .navigator,
        applicationID: settings.applicationID, workerVersion: version, maximumBytes: settings.maxRecordBytes),
      in: topics)
    // By the source's number, not by key: a null key must not land by chance.
    outgoing.partition = record.partition % max(1, topics.deadLetterPartitionCount)
    return outgoing
  }
}

extension OutgoingRecord {
  /// An encoded record under its topic's name.
  init(_ record: EncodedRecord, in topics: WorkerTopics) {
    self.init(
      topic: topics.catalogue.name(of: record.role), key: record.key, value: record.value,
      headers: record.headers.map { RecordHeader($0.name, $0.value) }, timestampMillis: record.timestampMillis)
  }
}
