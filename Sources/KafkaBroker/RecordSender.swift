import Broker
import CRdKafka

/// What both producers share: topics known by name, and one record given to the library.
final class RecordSender {
  private struct Topic {
    let handle: OpaquePointer
    var partitionCount: Int32
  }

  let client: NativeClient
  private var topics: [String: Topic] = [:]
  private static let metadataMilliseconds: Int32 = 5000
  private let empty = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)

  init(_ client: NativeClient) { self.client = client }

  deinit { empty.deallocate() }

  /// To be called before the client is closed: topic handles keep it from ending.
  func releaseTopics() {
    for topic in topics.values { rd_kafka_topic_destroy(topic.handle) }
    topics.removeAll()
  }

  /// Queues `record`. A partition that does not exist is refused before the library sees it: with headers it frees them twice
  /// (librdkafka before 2.12.0, #4628).
  func send(_ record: OutgoingRecord) throws(BrokerFailure) {
    let topic = try topic(record.topic)
    if let partition = record.partition, partition < 0 || partition >= topic.partitionCount {
      let refreshed = try refreshed(record.topic)
      guard partition >= 0, partition < refreshed.partitionCount else { throw .fatal(.unknownPartition) }
    }
    let headers = try headers(record.headers)
    let error = withBytes(record.key) { key in
      withBytes(record.value) { value in produce(record, topic.handle, key, value, headers) }
    }
    guard let error else { return }
    // The library leaves the list to us when it does not take the record.
    if let headers { rd_kafka_headers_destroy(headers) }
    throw LibraryError.failure(consuming: error, of: client.pointer)
  }

  private func produce(
    _ record: OutgoingRecord, _ topic: OpaquePointer, _ key: (UnsafeMutableRawPointer?, Int),
    _ value: (UnsafeMutableRawPointer?, Int), _ headers: OpaquePointer?
  ) -> OpaquePointer? {
    withUnsafeTemporaryAllocation(of: rd_kafka_vu_t.self, capacity: 8) { units in
      var count = 0
      func add(_ type: rd_kafka_vtype_t, _ fill: (inout rd_kafka_vu_t) -> Void) {
        var unit = rd_kafka_vu_t()
        unit.vtype = type
        fill(&unit)
        units[count] = unit
        count += 1
      }
      add(RD_KAFKA_VTYPE_RKT) { $0.u.rkt = topic }
      add(RD_KAFKA_VTYPE_MSGFLAGS) { $0.u.i = Int32(RD_KAFKA_MSG_F_COPY) }
      let transaction = UnsafeMutableRawPointer(bitPattern: client.context.transaction)
      add(RD_KAFKA_VTYPE_OPAQUE) { $0.u.ptr = transaction }
      if let partition = record.partition { add(RD_KAFKA_VTYPE_PARTITION) { $0.u.i32 = partition } }
      add(RD_KAFKA_VTYPE_KEY) { ($0.u.mem.ptr, $0.u.mem.size) = key }
      add(RD_KAFKA_VTYPE_VALUE) { ($0.u.mem.ptr, $0.u.mem.size) = value }
      // The library takes 0 for "now"; the first millisecond of 1970 would then differ from run to run.
      if let timestamp = record.timestampMillis {
        add(RD_KAFKA_VTYPE_TIMESTAMP) { $0.u.i64 = timestamp == 0 ? 1 : timestamp }
      }
      if let headers { add(RD_KAFKA_VTYPE_HEADERS) { $0.u.headers = headers } }
      return rd_kafka_produceva(client.pointer, units.baseAddress, count)
    }
  }

  private func headers(_ headers: [RecordHeader]) throws(BrokerFailure) -> OpaquePointer? {
    guard !headers.isEmpty else { return nil }
    guard let list = rd_kafka_headers_new(headers.count) else { throw .fatal(BrokerCode("_CRIT_SYS_RESOURCE")) }
    for header in headers {
      var name = header.name
      let error = name.withUTF8 { name in
        name.withMemoryRebound(to: CChar.self) { name in
          withBytes(header.value) { value in
            rd_kafka_header_add(list, name.baseAddress, name.count, value.0, value.1)
          }
        }
      }
      if error != RD_KAFKA_RESP_ERR_NO_ERROR {
        rd_kafka_headers_destroy(list)
        throw LibraryError.failure(error, of: client.pointer)
      }
    }
    return list
  }

  /// Null stays null; empty gets an address, so that the two differ in C as well.
  private func withBytes<Result>(
    _ bytes: [UInt8]?, _ body: ((UnsafeMutableRawPointer?, Int)) -> Result
  ) -> Result {
    guard let bytes else { return body((nil, 0)) }
    guard !bytes.isEmpty else { return body((empty, 0)) }
    return bytes.withUnsafeBytes { body((UnsafeMutableRawPointer(mutating: $0.baseAddress), $0.count)) }
  }

  private func topic(_ name: String) throws(BrokerFailure) -> Topic {
    if let known = topics[name] { return known }
    guard !name.utf8.contains(0), let handle = rd_kafka_topic_new(client.pointer, name, nil) else {
      throw .fatal(.unknownTopic)
    }
    do throws(BrokerFailure) {
      let topic = Topic(handle: handle, partitionCount: try partitionCount(handle))
      topics[name] = topic
      return topic
    } catch {
      rd_kafka_topic_destroy(handle)
      throw error
    }
  }

  private func refreshed(_ name: String) throws(BrokerFailure) -> Topic {
    var topic = try topic(name)
    topic.partitionCount = try partitionCount(topic.handle)
    topics[name] = topic
    return topic
  }

  private func partitionCount(_ topic: OpaquePointer) throws(BrokerFailure) -> Int32 {
    var metadata: UnsafePointer<rd_kafka_metadata>?
    let error = rd_kafka_metadata(client.pointer, 0, topic, &metadata, Self.metadataMilliseconds)
    guard error == RD_KAFKA_RESP_ERR_NO_ERROR, let metadata else {
      throw LibraryError.failure(error, of: client.pointer)
    }
    defer { rd_kafka_metadata_destroy(metadata) }
    guard metadata.pointee.topic_cnt > 0, let told = metadata.pointee.topics?.pointee else {
      throw .fatal(.unknownTopic)
    }
    if told.err != RD_KAFKA_RESP_ERR_NO_ERROR { throw LibraryError.failure(told.err, of: client.pointer) }
    guard told.partition_cnt > 0 else { throw .retriable(BrokerCode("LEADER_NOT_AVAILABLE")) }
    return told.partition_cnt
  }
}
