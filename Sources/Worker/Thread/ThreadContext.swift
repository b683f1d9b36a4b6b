public import Broker
public import Observability

/// What the threads of a worker share. Everything in it may be used from any thread.
public struct ThreadContext: Sendable {
  public var broker: any Broker
  public var settings: WorkerSettings
  public var topics: WorkerTopics
  public var clock: any WorkerClock
  public var log: Log
  public var metrics: MetricRegistry
  public var health: HealthBoard
  /// Of all threads together; by default of the size that the settings say.
  public let sessionBudget: SessionBudget
  let latencies = LatencyBoard()

  public init(
    broker: any Broker, settings: WorkerSettings, topics: WorkerTopics, clock: any WorkerClock, log: Log = .silent,
    metrics: MetricRegistry = MetricRegistry(WorkerMetrics.all),
    health: HealthBoard = HealthBoard(threadTimeoutMillis: 60_000, partitionTimeoutMillis: 120_000),
    sessionBudget: SessionBudget? = nil
  ) {
    self.broker = broker
    self.settings = settings
    self.topics = topics
    self.clock = clock
    self.log = log
    self.metrics = metrics
    self.health = health
    self.sessionBudget = sessionBudget ?? SessionBudget(limitBytes: settings.sessionsBytes)
  }
}
