/// What a simulated cluster and its clients are set to. Times are Kafka's meaning, measured by the simulation's own clock.
public struct SimulationSettings: Sendable {
  /// What a call does that has nothing to give and a timeout to wait.
  public enum Waiting: Sendable {
    /// It returns at once and the clock stands: many clients take turns in one thread.
    case returnsAtOnce
    /// It moves the clock on by its timeout: one client alone.
    case movesTheClock
  }

  /// The clock's first reading, milliseconds since 1970-01-01 UTC.
  public var startMillis: Int64 = 1_700_000_000_000
  public var waiting = Waiting.returnsAtOnce
  /// `transaction.max.timeout.ms`.
  public var maximumTransactionTimeout: Duration = .seconds(900)
  /// How late a decided transaction's markers are written. Until then readers wait and the group's offsets are unstable.
  public var markerDelay: Duration = .zero
  /// How often a consumer asks whether its group still knows it. Between two heartbeats it reads on as before, zombie or not.
  public var heartbeatInterval: Duration = .zero
  /// `group.initial.rebalance.delay.ms`.
  public var initialRebalanceDelay: Duration = .zero
  /// `message.timeout.ms`: a queued record fails after this long without a broker.
  public var messageTimeout: Duration = .seconds(30)
  /// Records a producer queues at most.
  public var queueLimit = 100_000
  /// A producer sends when so many are queued; fewer wait for `poll`, `flush` or the commit.
  public var lingerRecords = 16
  /// When set, polls read the partitions in random order and random pieces: other batchings of the same log.
  public var readOrderSeed: UInt64?
  /// Keep the list of calls (``SimulatedCluster/calls``).
  public var recordsCalls = false

  public init() {}
}

extension Duration {
  /// Whole milliseconds, saturating.
  var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
    if overflow { return seconds < 0 ? .min : .max }
    let (sum, sumOverflow) = product.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
    return sumOverflow ? (seconds < 0 ? .min : .max) : sum
  }

  /// Whole nanoseconds, saturating, never below zero.
  var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    if seconds < 0 || attoseconds < 0 { return 0 }
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if overflow { return .max }
    let (sum, sumOverflow) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
    return sumOverflow ? .max : sum
  }
}

extension Int64 {
  /// The sum, saturating at the ends of the range.
  func saturatingSum(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }
}
