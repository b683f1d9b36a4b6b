/// How to reach a cluster and what to tell the library.
public struct KafkaBrokerSettings: Sendable {
  /// `host:port`, comma separated.
  public var bootstrapServers: String
  /// Names the group under which log readers look up a coordinator; they never join it.
  public var applicationID: String
  /// librdkafka properties for every handle, then for consumers and for producers; each checked by ``ClientProperties/complaint(property:value:)``.
  public var properties: [(name: String, value: String)]
  public var consumerProperties: [(name: String, value: String)]
  public var producerProperties: [(name: String, value: String)]
  /// Takes the library's own log lines; called on any thread.
  public var log: @Sendable (LibraryLogLine) -> Void
  /// Takes the library's statistics (JSON, STATISTICS.md) every `interval`; called on the handle's thread while it polls.
  public var statistics: LibraryStatistics?

  public init(
    bootstrapServers: String, applicationID: String = "navigator", properties: [(name: String, value: String)] = [],
    consumerProperties: [(name: String, value: String)] = [], producerProperties: [(name: String, value: String)] = [],
    statistics: LibraryStatistics? = nil, log: @escaping @Sendable (LibraryLogLine) -> Void = { _ in }
  ) {
    self.bootstrapServers = bootstrapServers
    self.applicationID = applicationID
    self.properties = properties
    self.consumerProperties = consumerProperties
    self.producerProperties = producerProperties
    self.statistics = statistics
    self.log = log
  }
}

/// One line of librdkafka's log.
public struct LibraryLogLine: Hashable, Sendable {
  /// syslog(3): 0 emergency … 3 error, 4 warning, 6 info, 7 debug.
  public var level: Int
  /// The library's facility, e.g. `FAIL`, `REBALANCE`.
  public var facility: String
  public var message: String
  /// The handle's name, e.g. `navigator#consumer-1`.
  public var client: String

  public init(level: Int, facility: String, message: String, client: String) {
    self.level = level
    self.facility = facility
    self.message = message
    self.client = client
  }
}

/// A wish for the library's statistics.
public struct LibraryStatistics: Sendable {
  public var interval: Duration
  public var receive: @Sendable (_ json: String) -> Void

  public init(interval: Duration = .seconds(5), receive: @escaping @Sendable (_ json: String) -> Void) {
    self.interval = interval
    self.receive = receive
  }
}
