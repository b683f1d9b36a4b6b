/// What a worker tells of itself: the content of its heartbeat.
public struct WorkerStatusReport: Hashable, Sendable {
  public enum State: UInt8, CaseIterable, Hashable, Sendable {
    case starting = 1
    case restoring = 2
    case running = 3
    case rebalancing = 4
    case draining = 5
    case stopped = 6
  }

  public struct Partition: Hashable, Sendable {
    public var topic: String
    public var partition: Int32
    /// Records between the position and the last stable offset.
    public var lagRecords: Int64
    /// Age of the last applied record when behind; nil when not known.
    public var lagSeconds: Double?
    public var isRestored: Bool
    public var position: Int64

    public init(
      topic: String, partition: Int32, lagRecords: Int64, lagSeconds: Double? = nil, isRestored: Bool, position: Int64
    ) {
      self.topic = topic
      self.partition = partition
      self.lagRecords = lagRecords
      self.lagSeconds = lagSeconds
      self.isRestored = isRestored
      self.position = position
    }
  }

  /// Records of the changelog read, and still to be read; while restoring.
  public struct Restore: Hashable, Sendable {
    public var restoredRecords: Int64
    public var remainingRecords: Int64

    public init(restoredRecords: Int64, remainingRecords: Int64) {
      self.restoredRecords = restoredRecords
      self.remainingRecords = remainingRecords
    }
  }

  /// Each a second, since the former heartbeat.
  public struct Rates: Hashable, Sendable {
    public var records: Double
    public var events: Double
    public var deadLetters: Double
    public var transactions: Double

    public init(records: Double = 0, events: Double = 0, deadLetters: Double = 0, transactions: Double = 0) {
      self.records = records
      self.events = events
      self.deadLetters = deadLetters
      self.transactions = transactions
    }
  }

  /// In seconds, since the former heartbeat.
  public struct Latencies: Hashable, Sendable {
    /// Of an input record, from being read to being committed.
    public var recordMedian: Double
    public var record99th: Double
    /// From the decision to commit to its outcome.
    public var commitMedian: Double
    public var commit99th: Double

    public init(recordMedian: Double = 0, record99th: Double = 0, commitMedian: Double = 0, commit99th: Double = 0) {
      self.recordMedian = recordMedian
      self.record99th = record99th
      self.commitMedian = commitMedian
      self.commit99th = commit99th
    }
  }

  public var workerID: String
  public var applicationID: String
  public var state: State
  public var reportedAtMillis: Int64
  /// Counts the worker's heartbeats, so that two of one millisecond differ in their ids.
  public var sequence: Int64
  public var startedAtMillis: Int64
  public var version: String
  public var networkFingerprint: String
  public var networkName: String
  public var conditionsVersion: String
  /// By topic, then partition.
  public var partitions: [Partition]
  public var restore: Restore?
  public var rates: Rates?
  public var latencies: Latencies?
  public var sessions: Int64
  public var streamThreads: Int32
  public var heartbeatIntervalMillis: Int64

  public init(
    workerID: String, applicationID: String, state: State, reportedAtMillis: Int64, sequence: Int64 = 0,
    startedAtMillis: Int64, version: String = "", networkFingerprint: String = "", networkName: String = "",
    conditionsVersion: String = "", partitions: [Partition] = [], restore: Restore? = nil, rates: Rates? = nil,
    latencies: Latencies? = nil, sessions: Int64 = 0, streamThreads: Int32 = 0, heartbeatIntervalMillis: Int64 = 0
  ) {
    self.workerID = workerID
    self.applicationID = applicationID
    self.state = state
    self.reportedAtMillis = reportedAtMillis
    self.sequence = sequence
    self.startedAtMillis = startedAtMillis
    self.version = version
    self.networkFingerprint = networkFingerprint
    self.networkName = networkName
    self.conditionsVersion = conditionsVersion
    self.partitions = partitions
    self.restore = restore
    self.rates = rates
    self.latencies = latencies
    self.sessions = sessions
    self.streamThreads = streamThreads
    self.heartbeatIntervalMillis = heartbeatIntervalMillis
  }
}
