import Broker

/// Topics of an embedded cluster, which knows no Admin API: they are made by calls into it.
final class EmbeddedAdmin: BrokerAdmin {
  private let client: NativeClient
  private let cluster: EmbeddedCluster

  init(_ client: NativeClient, _ cluster: EmbeddedCluster) {
    self.client = client
    self.cluster = cluster
  }

  func createTopics(_ topics: [NewTopic], timeout: Duration) throws(BrokerFailure) -> [BrokerCode?] {
    topics.map { cluster.createTopic($0.name, partitionCount: $0.partitionCount) }
  }

  func describeTopics(_ names: [String], timeout: Duration) throws(BrokerFailure) -> [TopicDescription?] {
    let counts = try TopicMetadata.partitionCounts(client, timeout)
    return names.map { name in
      counts[name].map { TopicDescription(name: name, partitionCount: $0, configuration: [:]) }
    }
  }

  func listTopics(timeout: Duration) throws(BrokerFailure) -> [String] {
    try TopicMetadata.partitionCounts(client, timeout).keys.filter { !$0.hasPrefix("__") }.sorted()
  }

  func close(timeout: Duration) throws(BrokerFailure) { try client.close(timeout: timeout) }
}
