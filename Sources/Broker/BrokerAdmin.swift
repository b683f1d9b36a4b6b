/// Creates and describes topics.
public protocol BrokerAdmin: AnyObject {
  /// One result a topic, in order: `nil` when it was created, else the broker's code (`TOPIC_ALREADY_EXISTS` …).
  func createTopics(_ topics: [NewTopic], timeout: Duration) throws(BrokerFailure) -> [BrokerCode?]
  /// In the order asked; `nil` for a topic that does not exist. Never creates one.
  func describeTopics(_ names: [String], timeout: Duration) throws(BrokerFailure) -> [TopicDescription?]
  /// Names of all topics, sorted, the broker's internal ones (`__…`) left out.
  func listTopics(timeout: Duration) throws(BrokerFailure) -> [String]
  func close(timeout: Duration) throws(BrokerFailure)
}

public struct NewTopic: Hashable, Sendable {
  public var name: String
  public var partitionCount: Int32
  /// -1: the broker's default.
  public var replicationFactor: Int16
  /// Topic settings by Kafka's names (`cleanup.policy`, `retention.ms` …).
  public var configuration: [String: String]

  public init(
    _ name: String, partitionCount: Int32, replicationFactor: Int16 = -1, configuration: [String: String] = [:]
  ) {
    self.name = name
    self.partitionCount = partitionCount
    self.replicationFactor = replicationFactor
    self.configuration = configuration
  }
}

public struct TopicDescription: Hashable, Sendable {
  public var name: String
  public var partitionCount: Int32
  /// Effective topic settings by Kafka's names; empty when the broker does not tell (librdkafka's mock).
  public var configuration: [String: String]

  public init(name: String, partitionCount: Int32, configuration: [String: String]) {
    self.name = name
    self.partitionCount = partitionCount
    self.configuration = configuration
  }
}
