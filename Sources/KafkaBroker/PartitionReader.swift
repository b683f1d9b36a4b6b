import Broker
import CRdKafka
import Glibc

/// What a group consumer and a log reader share: the partitions, the poll loop, the ends of logs.
final class PartitionReader {
  let client: NativeClient
  var assigned = AssignedPartitions()
  /// Set by a rebalance: every record fetched before it belongs to partitions that were given up (eager protocol).
  var wasRebalanced = false
  /// Records below the position or of partitions not owned, dropped.
  private(set) var droppedRecords = 0

  private var mustReassign = false
  private var topicNames: [OpaquePointer: String] = [:]

  init(_ client: NativeClient) { self.client = client }

  /// Gives the library the positions in force. The whole assignment, since the eager protocol takes no part of one.
  func assign() throws(BrokerFailure) {
    mustReassign = false
    let (fetch, letGo) = assigned.nextAssignment()
    if !letGo.isEmpty { _ = PartitionList.with(letGo) { rd_kafka_resume_partitions(client.pointer, $0) } }
    let error = PartitionList.with(fetch) { rd_kafka_assign(client.pointer, $0) }
    if error != RD_KAFKA_RESP_ERR_NO_ERROR { throw LibraryError.failure(error, of: client.pointer) }
  }

  /// Gives everything up; the library's pause flags go first.
  func unassign() {
    let paused = assigned.pausedInLibrary
    if !paused.isEmpty { _ = PartitionList.with(paused) { rd_kafka_resume_partitions(client.pointer, $0) } }
    assigned.replace(with: [])
    topicNames.removeAll(keepingCapacity: true)
    rd_kafka_assign(client.pointer, nil)
  }

  /// `beforeAssignment`: inside a rebalance answer, where the library does not have the partitions yet.
  func pause(_ partitions: [TopicPartition], beforeAssignment: Bool = false) throws(BrokerFailure) {
    let toPause = assigned.pause(partitions, withholding: beforeAssignment)
    guard !toPause.isEmpty else { return }
    let error = PartitionList.with(toPause) { rd_kafka_pause_partitions(client.pointer, $0) }
    if error != RD_KAFKA_RESP_ERR_NO_ERROR { throw LibraryError.failure(error, of: client.pointer) }
  }

  func resume(_ partitions: [TopicPartition]) throws(BrokerFailure) {
    let (toResume, mustAssign) = assigned.resume(partitions)
    if !toResume.isEmpty {
      let error = PartitionList.with(toResume) { rd_kafka_resume_partitions(client.pointer, $0) }
      if error != RD_KAFKA_RESP_ERR_NO_ERROR { throw LibraryError.failure(error, of: client.pointer) }
    }
    if mustAssign { try assign() }
  }

  /// One poll. Never the batch calls: they return stale records around assignments (librdkafka before 2.1.0).
  func poll(into batch: inout RecordBatch, maxRecords: Int, timeout: Duration) throws(BrokerFailure) {
    batch.removeAll()
    wasRebalanced = false
    let clock = ContinuousClock()
    let deadline = clock.now.advanced(by: timeout)
    var wait = ClientProperties.milliseconds(timeout)
    var lastTopic: OpaquePointer?
    var topicIndex = 0
    while batch.count < maxRecords {
      let message = rd_kafka_consumer_poll(client.pointer, Int32(clamping: wait))
      if wasRebalanced {
        batch.removeAll()
        lastTopic = nil
        wasRebalanced = false
      }
      guard let message else { break }
      defer { rd_kafka_message_destroy(message) }
      if message.pointee.err == RD_KAFKA_RESP_ERR_NO_ERROR {
        append(message, to: &batch, &lastTopic, &topicIndex)
      } else {
        try event(message, &batch)
      }
      wait = batch.isEmpty ? max(0, ClientProperties.milliseconds(deadline - clock.now)) : 0
    }
    if mustReassign { try assign() }
    if batch.isEmpty, let failure = LibraryError.fatal(of: client.pointer) { throw failure }
  }

  private func append(
    _ message: UnsafeMutablePointer<rd_kafka_message_t>, to batch: inout RecordBatch, _ lastTopic: inout OpaquePointer?,
    _ topicIndex: inout Int
  ) {
    let record = message.pointee
    guard let topic = record.rkt, let place = place(topic, record.partition),
      assigned.deliver(record.offset, at: place)
    else {
      droppedRecords += 1
      return
    }
    if lastTopic != topic {
      lastTopic = topic
      topicIndex = batch.topicIndex(of: name(of: topic))
    }
    var kind = RD_KAFKA_TIMESTAMP_NOT_AVAILABLE
    let timestamp = rd_kafka_message_timestamp(message, &kind)
    batch.append(
      topicIndex: topicIndex, partition: record.partition, offset: record.offset,
      timestampMillis: kind == RD_KAFKA_TIMESTAMP_NOT_AVAILABLE ? -1 : timestamp,
      timestampKind: kind == RD_KAFKA_TIMESTAMP_LOG_APPEND_TIME ? .logAppend : .create,
      key: bytes(record.key, record.key_len), value: bytes(record.payload, record.len))
    var headers: OpaquePointer?
    guard rd_kafka_message_headers(message, &headers) == RD_KAFKA_RESP_ERR_NO_ERROR, let headers else { return }
    var index = 0
    var headerName: UnsafePointer<CChar>?
    var value: UnsafeRawPointer?
    var length = 0
    while rd_kafka_header_get_all(headers, index, &headerName, &value, &length) == RD_KAFKA_RESP_ERR_NO_ERROR {
      let nameBytes = UnsafeRawBufferPointer(start: headerName, count: headerName.map { strlen($0) } ?? 0)
      batch.appendHeader(name: nameBytes, value: bytes(value, length))
      index += 1
    }
  }

  /// Null and empty differ: a null value is a tombstone.
  private func bytes(_ start: UnsafeRawPointer?, _ count: Int) -> UnsafeRawBufferPointer? {
    start.map { UnsafeRawBufferPointer(start: $0, count: count) }
  }

  /// What the library tells beside records.
  private func event(
    _ message: UnsafeMutablePointer<rd_kafka_message_t>, _ batch: inout RecordBatch
  ) throws(BrokerFailure) {
    let told = message.pointee
    var place: Int?
    if let topic = told.rkt { place = self.place(topic, told.partition) }
    if told.err == RD_KAFKA_RESP_ERR__PARTITION_EOF {
      if let place { assigned.reachEnd(told.offset, at: place) }
      return
    }
    if let failure = LibraryError.fatal(of: client.pointer) { throw failure }
    let failure = BrokerFailure(classifying: LibraryError.code(told.err))
    if let place {
      let isOutOfRange =
        told.err == RD_KAFKA_RESP_ERR__AUTO_OFFSET_RESET || told.err == RD_KAFKA_RESP_ERR_OFFSET_OUT_OF_RANGE
      if !isOutOfRange, case .retriable = failure { return log(told.err, message) }
      guard assigned.fail(at: place) else { return }
      mustReassign = true
      batch.append(
        PartitionFailure(
          partition: assigned[place].partition, reason: isOutOfRange ? .offsetOutOfRange : .unavailable,
          position: assigned[place].position ?? told.offset, code: failure.code))
      return
    }
    switch told.err {
    case RD_KAFKA_RESP_ERR_GROUP_AUTHORIZATION_FAILED, RD_KAFKA_RESP_ERR_TOPIC_AUTHORIZATION_FAILED,
      RD_KAFKA_RESP_ERR__AUTHENTICATION, RD_KAFKA_RESP_ERR_SASL_AUTHENTICATION_FAILED,
      RD_KAFKA_RESP_ERR_FENCED_INSTANCE_ID:
      throw failure
    default:
      // Also "max poll exceeded" and lost members: the rebalance that follows tells what they mean.
      log(told.err, message)
    }
  }

  private func log(_ error: rd_kafka_resp_err_t, _ message: UnsafeMutablePointer<rd_kafka_message_t>) {
    let text = rd_kafka_message_errstr(message).map { String(cString: $0) } ?? ""
    client.context.log(
      LibraryLogLine(
        level: 4, facility: "CONSUME", message: "\(LibraryError.code(error)): \(text)",
        client: rd_kafka_name(client.pointer).map { String(cString: $0) } ?? ""))
  }

  private func place(_ topic: OpaquePointer, _ partition: Int32) -> Int? {
    assigned.place(of: TopicPartition(topic: name(of: topic), partition: partition))
  }

  /// The topic's name by its handle, which the library keeps while a partition of it is assigned.
  private func name(of topic: OpaquePointer) -> String {
    if let known = topicNames[topic] { return known }
    let name = rd_kafka_topic_name(topic).map { String(cString: $0) } ?? ""
    topicNames[topic] = name
    return name
  }
}
