public import Broker
import CRdKafka

/// The requests that faults can be injected into, by their numbers in Kafka's protocol.
public enum BrokerRequest: Int16, Sendable, CaseIterable {
  case produce = 0
  case fetch = 1
  case metadata = 3
  case offsetCommit = 8
  case findCoordinator = 10
  case joinGroup = 11
  case heartbeat = 12
  case initProducerID = 22
  case addPartitionsToTransaction = 24
  case addOffsetsToTransaction = 25
  case endTransaction = 26
  case transactionOffsetCommit = 28
}

extension EmbeddedCluster {
  /// The next requests of this kind fail with `codes`, one each; `_TRANSPORT` cuts the connection.
  ///
  /// A code that the library does not know is left out.
  public func fail(_ request: BrokerRequest, with codes: [BrokerCode]) {
    let errors = codes.compactMap { LibraryCodes.byName[$0.name] }
    rd_kafka_mock_push_request_errors_array(cluster, request.rawValue, errors.count, errors)
  }

  /// Takes back faults that have not been used.
  public func clearFaults(of request: BrokerRequest) { rd_kafka_mock_clear_request_errors(cluster, request.rawValue) }

  /// Brokers are numbered from 1. A broker that is down answers nothing and takes no connection.
  public func setDown(_ isDown: Bool, broker: Int32) {
    _ = isDown ? rd_kafka_mock_broker_set_down(cluster, broker) : rd_kafka_mock_broker_set_up(cluster, broker)
  }

  /// Every answer of the broker waits this long.
  public func setRoundTripTime(_ time: Duration, broker: Int32) {
    rd_kafka_mock_broker_set_rtt(cluster, broker, Int32(clamping: ClientProperties.milliseconds(time)))
  }

  /// Moves the coordinator of a group, or of a transactional id.
  public func moveCoordinator(group: String? = nil, transactionalID: String? = nil, to broker: Int32) {
    if let group { rd_kafka_mock_coordinator_set(cluster, "group", group, broker) }
    if let transactionalID { rd_kafka_mock_coordinator_set(cluster, "transaction", transactionalID, broker) }
  }

  /// Moves the leader of a partition; nil leaves it without one.
  public func moveLeader(of partition: TopicPartition, to broker: Int32?) {
    rd_kafka_mock_partition_set_leader(cluster, partition.topic, partition.partition, broker ?? -1)
  }
}

/// The codes that the loaded library knows, as it lists them itself.
enum LibraryCodes {
  static let all: [(name: String, code: rd_kafka_resp_err_t, text: String)] = {
    var descriptions: UnsafePointer<rd_kafka_err_desc>?
    var count = 0
    rd_kafka_get_err_descs(&descriptions, &count)
    return UnsafeBufferPointer(start: descriptions, count: count).compactMap { description in
      // The list is an array over the whole number range; holes have no name.
      guard let name = description.name else { return nil }
      return (String(cString: name), description.code, description.desc.map { String(cString: $0) } ?? "")
    }
  }()

  static let byName = Dictionary(all.map { ($0.name, $0.code) }, uniquingKeysWith: { first, _ in first })
}
