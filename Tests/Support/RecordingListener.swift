public import Broker

/// A rebalance listener that writes down what it is told and starts partitions at the committed offset, else at the log's start.
public final class RecordingListener: RebalanceListener {
  public enum Event: Equatable, Sendable {
    case assigned([TopicPartition])
    case revoked([TopicPartition])
    case lost([TopicPartition])
  }

  public private(set) var events: [Event] = []
  /// Whether assigned partitions are sent to their start.
  public var seeksOnAssigned = true
  /// How long the committed offsets may take.
  public var timeout: Duration = .seconds(10)
  /// Run inside `revoked`.
  public var onRevoked: ((any GroupConsumer) throws(BrokerFailure) -> Void)?

  public init() {}

  public func assigned(_ partitions: [TopicPartition], of consumer: any GroupConsumer) throws(BrokerFailure) {
    events.append(.assigned(partitions))
    if seeksOnAssigned && !partitions.isEmpty {
      try consumer.seekToCommittedOrEarliest(partitions, timeout: timeout)
    }
  }

  public func revoked(_ partitions: [TopicPartition], of consumer: any GroupConsumer) throws(BrokerFailure) {
    events.append(.revoked(partitions))
    try onRevoked?(consumer)
  }

  public func lost(_ partitions: [TopicPartition], of consumer: any GroupConsumer) throws(BrokerFailure) {
    events.append(.lost(partitions))
  }

  public func forget() { events.removeAll() }
}
