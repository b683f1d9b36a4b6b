/// A Kafka-like cluster as one client process sees it: the factory of handles.
///
/// The factory may be shared by threads. A handle belongs to the thread that made it; none of its calls may run at the same time as another.
/// Dropping a handle without `close` is a crash: a group notices by its session timeout, a transaction by its own.
public protocol Broker: Sendable {
  func groupConsumer(_ options: GroupConsumerOptions) throws(BrokerFailure) -> any GroupConsumer
  func logReader(_ options: LogReaderOptions) throws(BrokerFailure) -> any LogReader
  /// The handle is unusable until ``TransactionalProducer/initTransactions(timeout:)`` has passed.
  func transactionalProducer(_ options: TransactionalProducerOptions) throws(BrokerFailure) -> any TransactionalProducer
  func plainProducer(_ options: PlainProducerOptions) throws(BrokerFailure) -> any PlainProducer
  func admin() throws(BrokerFailure) -> any BrokerAdmin
}

/// What a reader sees of transactions.
public enum IsolationLevel: Sendable {
  /// Committed data up to the last stable offset; aborted data is passed over.
  case readCommitted
  case readUncommitted
}

public struct GroupConsumerOptions: Sendable {
  public var groupID: String
  /// `group.instance.id`: static membership. `nil`: a dynamic member.
  public var groupInstanceID: String?
  public var clientID: String
  public var isolation: IsolationLevel = .readCommitted
  public var sessionTimeout: Duration = .seconds(45)
  /// Also the time a member has to answer a rebalance.
  public var maxPollInterval: Duration = .seconds(300)

  public init(groupID: String, groupInstanceID: String? = nil, clientID: String = "navigator") {
    self.groupID = groupID
    self.groupInstanceID = groupInstanceID
    self.clientID = clientID
  }
}

public struct LogReaderOptions: Sendable {
  public var clientID: String
  public var isolation: IsolationLevel

  public init(isolation: IsolationLevel = .readCommitted, clientID: String = "navigator") {
    self.isolation = isolation
    self.clientID = clientID
  }
}

public struct TransactionalProducerOptions: Sendable {
  public var transactionalID: String
  public var clientID: String
  /// The coordinator aborts a transaction that is open longer.
  public var transactionTimeout: Duration = .seconds(60)

  public init(transactionalID: String, clientID: String = "navigator") {
    self.transactionalID = transactionalID
    self.clientID = clientID
  }
}

public struct PlainProducerOptions: Sendable {
  public var clientID: String
  public init(clientID: String = "navigator") { self.clientID = clientID }
}
