import Broker
import KafkaBroker
import Messages

/// The cluster that the demo runs on: librdkafka's mock inside the process, or a real one with topics of the demo's own.
struct DemoCluster {
  let broker: KafkaBroker
  let topics: TopicCatalogue
  /// Held while clients of it live; nil for a real cluster.
  private let embedded: EmbeddedCluster?
  private static let partitions: Int32 = 2

  var isEmbedded: Bool { embedded != nil }

  /// - Parameters:
  ///   - bootstrap: a real cluster; nil makes an embedded one.
  ///   - run: sets this run's topics apart from those of others on a real cluster.
  init(bootstrap: String?, run: String) throws(CommandFailure) {
    do {
      if let bootstrap {
        embedded = nil
        broker = KafkaBroker(KafkaBrokerSettings(bootstrapServers: bootstrap, applicationID: "navigator-demo-\(run)"))
        topics = TopicCatalogue(prefix: "navigator-demo-\(run).")
      } else {
        let cluster = try EmbeddedCluster()
        embedded = cluster
        broker = cluster.broker()
        topics = TopicCatalogue()
      }
      try createTopics()
    } catch {
      throw BrokerTrouble.failure(error, during: "starting the demo's cluster")
    }
  }

  private func createTopics() throws(BrokerFailure) {
    let admin = try broker.admin()
    let new = TopicRole.allCases.map { role in
      NewTopic(
        topics.name(of: role), partitionCount: Self.partitions, replicationFactor: -1,
        configuration: role.cleanup == .compact ? ["cleanup.policy": "compact"] : [:])
    }
    for code in try admin.createTopics(new, timeout: .seconds(20)) {
      if let code, code.name != "TOPIC_ALREADY_EXISTS" { throw .fatal(code) }
    }
    try admin.close(timeout: .seconds(5))
  }

  /// A reader of every event topic from its start, committed events only.
  func eventReader() throws(CommandFailure) -> any LogReader {
    do {
      let reader = try broker.logReader(LogReaderOptions(isolation: .readCommitted, clientID: "navigator-demo"))
      try reader.assign(
        TopicRole.allCases.filter { $0.direction == .output }.flatMap { role in
          (0..<Self.partitions).map { PartitionOffset(TopicPartition(topic: topics.name(of: role), partition: $0), 0) }
        })
      return reader
    } catch {
      throw BrokerTrouble.failure(error, during: "reading the events")
    }
  }
}
