import Broker
import CRdKafka

/// Creates and describes topics through the Admin API.
final class KafkaAdmin: BrokerAdmin {
  private let client: NativeClient

  init(_ client: NativeClient) { self.client = client }

  func createTopics(_ topics: [NewTopic], timeout: Duration) throws(BrokerFailure) -> [BrokerCode?] {
    guard !topics.isEmpty else { return [] }
    var natives: [OpaquePointer?] = []
    defer { natives.forEach { rd_kafka_NewTopic_destroy($0) } }
    for topic in topics {
      var native: OpaquePointer?
      let reason = withErrorText {
        native = rd_kafka_NewTopic_new(topic.name, topic.partitionCount, Int32(topic.replicationFactor), $0, $1)
        return native != nil
      }
      if let reason {
        client.context.log(LibraryLogLine(level: 3, facility: "ADMIN", message: reason, client: topic.name))
        throw .fatal(.invalidArgument)
      }
      natives.append(native)
      for (name, value) in topic.configuration.sorted(by: { $0.key < $1.key }) {
        rd_kafka_NewTopic_set_config(native, name, value)
      }
    }
    let event = try request(RD_KAFKA_ADMIN_OP_CREATETOPICS, timeout) { options, queue in
      rd_kafka_CreateTopics(client.pointer, &natives, natives.count, options, queue)
    }
    defer { rd_kafka_event_destroy(event) }
    var count = 0
    let results = rd_kafka_CreateTopics_result_topics(rd_kafka_event_CreateTopics_result(event), &count)
    var codes: [String: BrokerCode] = [:]
    for index in 0..<count {
      guard let result = results?[index], let name = rd_kafka_topic_result_name(result) else { continue }
      let error = rd_kafka_topic_result_error(result)
      if error != RD_KAFKA_RESP_ERR_NO_ERROR { codes[String(cString: name)] = LibraryError.code(error) }
    }
    return topics.map { codes[$0.name] }
  }

  func describeTopics(_ names: [String], timeout: Duration) throws(BrokerFailure) -> [TopicDescription?] {
    let counts = try TopicMetadata.partitionCounts(client, timeout)
    let known = names.filter { counts[$0] != nil }
    let configurations = try configurations(of: known, timeout)
    return names.map { name in
      counts[name].map { TopicDescription(name: name, partitionCount: $0, configuration: configurations[name] ?? [:]) }
    }
  }

  func listTopics(timeout: Duration) throws(BrokerFailure) -> [String] {
    try TopicMetadata.partitionCounts(client, timeout).keys.filter { !$0.hasPrefix("__") }.sorted()
  }

  func close(timeout: Duration) throws(BrokerFailure) { try client.close(timeout: timeout) }

  private func configurations(
    of names: [String], _ timeout: Duration
  ) throws(BrokerFailure) -> [String: [String: String]] {
    guard !names.isEmpty else { return [:] }
    var resources: [OpaquePointer?] = names.map { rd_kafka_ConfigResource_new(RD_KAFKA_RESOURCE_TOPIC, $0) }
    defer { resources.forEach { rd_kafka_ConfigResource_destroy($0) } }
    let event = try request(RD_KAFKA_ADMIN_OP_DESCRIBECONFIGS, timeout) { options, queue in
      rd_kafka_DescribeConfigs(client.pointer, &resources, resources.count, options, queue)
    }
    defer { rd_kafka_event_destroy(event) }
    var count = 0
    let results = rd_kafka_DescribeConfigs_result_resources(rd_kafka_event_DescribeConfigs_result(event), &count)
    var configurations: [String: [String: String]] = [:]
    for index in 0..<count {
      guard let resource = results?[index], let name = rd_kafka_ConfigResource_name(resource) else { continue }
      let error = rd_kafka_ConfigResource_error(resource)
      if error != RD_KAFKA_RESP_ERR_NO_ERROR { throw LibraryError.failure(error, of: client.pointer) }
      var entryCount = 0
      let entries = rd_kafka_ConfigResource_configs(resource, &entryCount)
      var settings: [String: String] = [:]
      for entry in 0..<entryCount {
        guard let key = rd_kafka_ConfigEntry_name(entries?[entry]) else { continue }
        settings[String(cString: key)] = rd_kafka_ConfigEntry_value(entries?[entry]).map { String(cString: $0) } ?? ""
      }
      configurations[String(cString: name)] = settings
    }
    return configurations
  }

  /// Sends one request and waits for its event, which the caller destroys.
  private func request(
    _ operation: rd_kafka_admin_op_t, _ timeout: Duration, _ send: (OpaquePointer?, OpaquePointer) -> Void
  ) throws(BrokerFailure) -> OpaquePointer {
    let limit = Int32(clamping: ClientProperties.milliseconds(timeout))
    let options = rd_kafka_AdminOptions_new(client.pointer, operation)
    defer { rd_kafka_AdminOptions_destroy(options) }
    _ = withErrorText {
      rd_kafka_AdminOptions_set_request_timeout(options, max(1, limit), $0, $1) == RD_KAFKA_RESP_ERR_NO_ERROR
    }
    guard let queue = rd_kafka_queue_new(client.pointer) else { throw .fatal(.state) }
    defer { rd_kafka_queue_destroy(queue) }
    send(options, queue)
    // The library ends the request by itself at the limit; a little later nobody waits for it.
    guard let event = rd_kafka_queue_poll(queue, limit.addingReportingOverflow(500).partialValue) else {
      throw .retriable(.timedOut)
    }
    let error = rd_kafka_event_error(event)
    guard error == RD_KAFKA_RESP_ERR_NO_ERROR else {
      rd_kafka_event_destroy(event)
      throw LibraryError.failure(error, of: client.pointer)
    }
    return event
  }
}

/// Partition counts by topic, from the cluster's metadata; asking for all topics creates none.
enum TopicMetadata {
  static func partitionCounts(_ client: NativeClient, _ timeout: Duration) throws(BrokerFailure) -> [String: Int32] {
    var metadata: UnsafePointer<rd_kafka_metadata>?
    let limit = Int32(clamping: ClientProperties.milliseconds(timeout))
    let error = rd_kafka_metadata(client.pointer, 1, nil, &metadata, limit)
    guard error == RD_KAFKA_RESP_ERR_NO_ERROR, let metadata else {
      throw LibraryError.failure(error, of: client.pointer)
    }
    defer { rd_kafka_metadata_destroy(metadata) }
    var counts: [String: Int32] = [:]
    for index in 0..<Int(metadata.pointee.topic_cnt) {
      guard let topic = metadata.pointee.topics?[index], let name = topic.topic, topic.partition_cnt > 0 else {
        continue
      }
      counts[String(cString: name)] = topic.partition_cnt
    }
    return counts
  }
}
