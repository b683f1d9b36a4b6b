import Broker
import CRdKafka

/// A member of a consumer group.
final class KafkaGroupConsumer: GroupConsumer {
  private let client: NativeClient
  let reader: PartitionReader
  private var listener: (any RebalanceListener)?
  /// Between the listener's `assigned` and its `revoked` or `lost`.
  private var isAssigned = false
  private var isAnswering = false
  private(set) var isClosed = false
  /// The library forgets that partitions are lost when they are assigned anew; this does not.
  private var isKnownLost = false
  private var listenerFailure: BrokerFailure?

  init(_ client: NativeClient) {
    self.client = client
    reader = PartitionReader(client)
    client.context.rebalance = { [unowned self] event, partitions in
      answer(event, PartitionList.partitions(partitions))
    }
  }

  func subscribe(to topics: [String], listener: any RebalanceListener) throws(BrokerFailure) {
    guard self.listener == nil, !isClosed else { throw .fatal(.state) }
    self.listener = listener
    let any = topics.map { TopicPartition(topic: $0, partition: RD_KAFKA_PARTITION_UA) }
    let error = PartitionList.with(any) { rd_kafka_subscribe(client.pointer, $0) }
    if error != RD_KAFKA_RESP_ERR_NO_ERROR { throw LibraryError.failure(error, of: client.pointer) }
  }

  func poll(into batch: inout RecordBatch, maxRecords: Int, timeout: Duration) throws(BrokerFailure) {
    guard !isClosed else { throw .fatal(.state) }
    try reader.poll(into: &batch, maxRecords: maxRecords, timeout: timeout)
    if let failure = listenerFailure {
      listenerFailure = nil
      throw failure
    }
  }

  var assignment: [TopicPartition] { reader.assigned.partitions }
  var paused: Set<TopicPartition> { reader.assigned.paused }

  func pause(_ partitions: [TopicPartition]) throws(BrokerFailure) {
    if !isClosed { try reader.pause(partitions, beforeAssignment: isAnswering) }
  }

  func resume(_ partitions: [TopicPartition]) throws(BrokerFailure) {
    if isAnswering {
      // The assignment at the end of the answer puts it right.
      _ = reader.assigned.resume(partitions)
    } else if !isClosed {
      try reader.resume(partitions)
    }
  }

  func position(of partition: TopicPartition) -> Int64? {
    reader.assigned.place(of: partition).flatMap { reader.assigned[$0].position }
  }

  func seek(to positions: [PartitionOffset]) throws(BrokerFailure) {
    guard !isClosed, reader.assigned.place(positions), !isAnswering else { return }
    // An assignment now would make the library forget that these partitions are another's already.
    isKnownLost = isKnownLost || rd_kafka_assignment_lost(client.pointer) != 0
    if !isKnownLost { try reader.assign() }
  }

  func committed(_ partitions: [TopicPartition], timeout: Duration) throws(BrokerFailure) -> [Int64?] {
    if isClosed { throw .fatal(.state) }
    let limit = Int32(clamping: ClientProperties.milliseconds(timeout))
    let (error, told) = PartitionList.with(partitions) { list in
      let error = rd_kafka_committed(client.pointer, list, limit)
      return (error, PartitionList.elements(list).map { (error: $0.err, offset: $0.offset) })
    }
    if error != RD_KAFKA_RESP_ERR_NO_ERROR { throw LibraryError.failure(error, of: client.pointer) }
    if let refused = told.first(where: { $0.error != RD_KAFKA_RESP_ERR_NO_ERROR }) {
      throw LibraryError.failure(refused.error, of: client.pointer)
    }
    return told.map { $0.offset >= 0 ? $0.offset : nil }
  }

  func watermarks(of partition: TopicPartition, timeout: Duration) throws(BrokerFailure) -> Watermarks {
    if isClosed { throw .fatal(.state) }
    return try reader.watermarks(of: partition, timeout: timeout)
  }

  func cachedWatermarks(of partition: TopicPartition) -> Watermarks? {
    isClosed ? nil : reader.cachedWatermarks(of: partition)
  }

  func close(timeout: Duration) throws(BrokerFailure) {
    guard !isClosed else { return }
    var failure: BrokerFailure?
    // On this thread, as promised to the listener; the library's own revocation then finds nobody.
    if isAssigned {
      let isLost = isKnownLost || rd_kafka_assignment_lost(client.pointer) != 0
      failure = tell { (listener) throws(BrokerFailure) in
        let partitions = reader.assigned.partitions
        isLost ? try listener.lost(partitions, of: self) : try listener.revoked(partitions, of: self)
      }
    }
    isClosed = true
    isAssigned = false
    listener = nil
    reader.assigned.replace(with: [])
    client.context.rebalance = nil
    try client.close(timeout: timeout) { rd_kafka_consumer_close($0) }
    if let failure { throw failure }
  }

  // MARK: Rebalances

  private func answer(_ event: rd_kafka_resp_err_t, _ partitions: [TopicPartition]) {
    reader.wasRebalanced = true
    switch event {
    case RD_KAFKA_RESP_ERR__ASSIGN_PARTITIONS:
      isKnownLost = false
      isAssigned = true
      reader.assigned.replace(with: partitions)
      note(tell { (listener) throws(BrokerFailure) in try listener.assigned(reader.assigned.partitions, of: self) })
      do throws(BrokerFailure) { try reader.assign() } catch { note(error) }
    default:
      if isAssigned {
        let isLost = isKnownLost || rd_kafka_assignment_lost(client.pointer) != 0
        let owned = reader.assigned.partitions
        note(
          tell { (listener) throws(BrokerFailure) in
            isLost ? try listener.lost(owned, of: self) : try listener.revoked(owned, of: self)
          })
      }
      isAssigned = false
      isKnownLost = false
      reader.unassign()
    }
  }

  private func tell(_ body: (any RebalanceListener) throws(BrokerFailure) -> Void) -> BrokerFailure? {
    guard let listener else { return nil }
    isAnswering = true
    defer { isAnswering = false }
    do throws(BrokerFailure) {
      try body(listener)
      return nil
    } catch {
      return error
    }
  }

  private func note(_ failure: BrokerFailure?) {
    if listenerFailure == nil { listenerFailure = failure }
  }
}
