import Broker
import CRdKafka

extension KafkaGroupConsumer {
  /// The library's synchronous commit has no time limit; this asks through a queue and waits no longer than told.
  func commit(_ offsets: [PartitionOffset], timeout: Duration) throws(BrokerFailure) {
    if isClosed { throw .fatal(.state) }
    let handle = reader.client.pointer
    guard let queue = rd_kafka_queue_new(handle) else { throw .fatal(.state) }
    defer { rd_kafka_queue_destroy(queue) }
    let error = PartitionList.with(offsets) { rd_kafka_commit_queue(handle, $0, queue, nil, nil) }
    if error != RD_KAFKA_RESP_ERR_NO_ERROR { throw LibraryError.failure(error, of: handle) }
    guard let event = rd_kafka_queue_poll(queue, Int32(clamping: ClientProperties.milliseconds(timeout))) else {
      throw .retriable(.timedOut)
    }
    defer { rd_kafka_event_destroy(event) }
    let outcome = rd_kafka_event_error(event)
    if outcome != RD_KAFKA_RESP_ERR_NO_ERROR { throw LibraryError.failure(outcome, of: handle) }
    for element in PartitionList.elements(UnsafeMutablePointer(mutating: rd_kafka_event_topic_partition_list(event)))
    where element.err != RD_KAFKA_RESP_ERR_NO_ERROR {
      throw LibraryError.failure(element.err, of: handle)
    }
  }

  func groupMetadata() throws(BrokerFailure) -> GroupMetadata {
    if isClosed { throw .fatal(.state) }
    // Without a member id the library writes the metadata of nobody, which a broker takes without a check.
    let memberID = rd_kafka_memberid(reader.client.pointer)
    defer { rd_kafka_mem_free(reader.client.pointer, memberID) }
    guard let memberID, memberID.pointee != 0 else { throw .ownershipLost(.unknownMemberID) }
    guard let metadata = rd_kafka_consumer_group_metadata(reader.client.pointer) else { throw .fatal(.state) }
    defer { rd_kafka_consumer_group_metadata_destroy(metadata) }
    var buffer: UnsafeMutableRawPointer?
    var size = 0
    if let error = rd_kafka_consumer_group_metadata_write(metadata, &buffer, &size) {
      throw LibraryError.failure(consuming: error, of: reader.client.pointer)
    }
    guard let buffer else { throw .fatal(.state) }
    defer { rd_kafka_mem_free(reader.client.pointer, buffer) }
    return GroupMetadata(bytes: [UInt8](UnsafeRawBufferPointer(start: buffer, count: size)))
  }
}
