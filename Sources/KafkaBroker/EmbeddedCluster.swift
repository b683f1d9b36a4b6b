public import Broker
import CRdKafka

/// librdkafka's mock cluster in this process: the real protocol over TCP on a loopback port, nothing to install.
///
/// It promises no exactly-once: it hides no aborted data, keeps no offsets of transactions and fences nobody. Nothing outlives the process, and
/// a partition holds 5 MB. For the demo and for tests of error paths.
///
/// Unchecked Sendable: the pointers never change, and every call of the mock goes through its own thread or lock.
public final class EmbeddedCluster: @unchecked Sendable {
  let handle: OpaquePointer
  let cluster: OpaquePointer
  public let brokerCount: Int
  /// For any client, also of other processes while this one lives.
  public let bootstrapServers: String

  /// Starts `brokerCount` brokers on ports of the system's choice.
  public init(brokerCount: Int = 1) throws(BrokerFailure) {
    let configuration = rd_kafka_conf_new()
    // The handle that owns the cluster is not a client of it: what it says about missing brokers is no news.
    rd_kafka_conf_set_log_cb(configuration, { _, _, _, _ in })
    var made: OpaquePointer?
    _ = withErrorText {
      made = rd_kafka_new(RD_KAFKA_PRODUCER, configuration, $0, $1)
      return made != nil
    }
    guard let made else { throw .fatal(.invalidArgument) }
    guard let cluster = rd_kafka_mock_cluster_new(made, Int32(clamping: max(1, brokerCount))) else {
      rd_kafka_destroy(made)
      throw .fatal(BrokerCode("_CRIT_SYS_RESOURCE"))
    }
    handle = made
    self.cluster = cluster
    self.brokerCount = max(1, brokerCount)
    bootstrapServers = rd_kafka_mock_cluster_bootstraps(cluster).map { String(cString: $0) } ?? ""
  }

  deinit {
    rd_kafka_mock_cluster_destroy(cluster)
    rd_kafka_destroy(handle)
  }

  /// A client of this cluster, which lives as long as the client's handles. `settings` says the rest; its addresses are replaced.
  public func broker(_ settings: KafkaBrokerSettings? = nil) -> KafkaBroker {
    var settings = settings ?? KafkaBrokerSettings(bootstrapServers: "")
    settings.bootstrapServers = bootstrapServers
    // An empty fetch waits its whole time here, even when a record comes meanwhile.
    settings.consumerProperties.insert((name: "fetch.wait.max.ms", value: "10"), at: 0)
    return KafkaBroker(settings, embedded: self)
  }

  /// Makes a topic; the broker's code when it refuses (`TOPIC_ALREADY_EXISTS`).
  public func createTopic(_ name: String, partitionCount: Int32) -> BrokerCode? {
    let error = rd_kafka_mock_topic_create(cluster, name, partitionCount, Int32(clamping: brokerCount))
    return error == RD_KAFKA_RESP_ERR_NO_ERROR ? nil : LibraryError.code(error)
  }
}
