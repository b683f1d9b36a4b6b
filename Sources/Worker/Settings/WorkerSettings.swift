import Messages

/// The worker's settings with their types: what the rest of the worker reads.
public struct WorkerSettings: Sendable {
  public enum Guarantee: String, Sendable { case exactlyOnce = "exactly_once_v2", atLeastOnce = "at_least_once" }
  public enum OffsetReset: String, Sendable { case halt, earliest, latest }
  public enum PartitionCheck: String, Sendable { case warn, refuse }
  public enum DeadLetterHeaders: String, Sendable { case navigator, connect, spring }
  public enum OutputEncoding: String, Sendable { case protobuf, json }

  public var applicationID = "navigator"
  public var instanceID = "0"
  /// `instance.id` is not set, and the host's name stands for it.
  public var isInstanceNamedByHost = false
  public var isStaticMember = true
  public var streamThreads = 1
  public var serviceThreads = 0
  public var sessionTimeoutMillis: Int64 = 45_000
  public var maxPollIntervalMillis: Int64 = 300_000
  public var guarantee = Guarantee.exactlyOnce
  public var commitIntervalMillis: Int64 = 100
  public var transactionTimeoutMillis: Int64 = 60_000
  public var commitBoundMillis: Int64 = 30_000
  public var maxTaskIdleMillis: Int64 = 0
  public var partitionCheck = PartitionCheck.warn
  public var offsetReset = OffsetReset.halt
  public var passRecords = 2_000
  public var restoreRecords = 20_000
  public var timerGraceMillis: Int64 = 10_000
  public var heartbeatIntervalMillis: Int64 = 5_000
  public var outputEncoding = OutputEncoding.protobuf
  public var deadLetterHeaders = DeadLetterHeaders.navigator
  public var bufferBytes: Int64 = 32 << 20
  public var sessionsBytes: Int64 = 256 << 20
  public var metricsBytes: Int64 = 256 << 20
  public var skewLimitMillis: Int64 = 300_000
  public var shutdownTimeoutMillis: Int64 = 20_000
  /// The largest record that the producers take, the client library's `message.max.bytes`.
  public var maxRecordBytes = 1_000_000

  public init() {}

  /// Reads the typed values and checks those that must fit together.
  ///
  /// - Parameters:
  ///   - hostName: the default of `instance.id`.
  ///   - processorCount: the default of `worker.threads`.
  public init(_ effective: EffectiveSettings, hostName: String, processorCount: Int) throws(SettingsFailure) {
    self.init(unchecked: effective, hostName: hostName, processorCount: processorCount)
    if let failure = SettingsFailure(firstOf: disagreements(effective)) { throw failure }
  }

  /// Everything that does not fit together; each names the two that disagree.
  public static func problems(
    _ effective: EffectiveSettings, hostName: String, processorCount: Int
  ) -> [SettingsFailure] {
    WorkerSettings(unchecked: effective, hostName: hostName, processorCount: processorCount).disagreements(effective)
  }

  private init(unchecked effective: EffectiveSettings, hostName: String, processorCount: Int) {
    applicationID = effective.text("application.id") ?? applicationID
    instanceID = effective.text("instance.id") ?? hostName
    isInstanceNamedByHost = effective.text("instance.id") == nil
    isStaticMember = effective.text("membership") == "static"
    let threads = Int(effective.integer("worker.threads"))
    streamThreads = threads == 0 ? max(1, processorCount) : threads
    serviceThreads = Int(effective.integer("service.threads"))
    sessionTimeoutMillis = effective.milliseconds("session.timeout")
    maxPollIntervalMillis = effective.milliseconds("max.poll.interval")
    guarantee = effective.text("processing.guarantee").flatMap(Guarantee.init) ?? guarantee
    commitIntervalMillis = effective.milliseconds("commit.interval")
    transactionTimeoutMillis = effective.milliseconds("transaction.timeout")
    commitBoundMillis = effective.milliseconds("commit.bound")
    maxTaskIdleMillis = effective.milliseconds("max.task.idle")
    partitionCheck = effective.text("partition.check").flatMap(PartitionCheck.init) ?? partitionCheck
    offsetReset = effective.text("offset.reset").flatMap(OffsetReset.init) ?? offsetReset
    passRecords = Int(effective.integer("pass.records"))
    restoreRecords = Int(effective.integer("restore.records"))
    timerGraceMillis = effective.milliseconds("timer.grace")
    heartbeatIntervalMillis = effective.milliseconds("heartbeat.interval")
    outputEncoding = effective.text("output.encoding").flatMap(OutputEncoding.init) ?? outputEncoding
    deadLetterHeaders = effective.text("dead-letters.headers").flatMap(DeadLetterHeaders.init) ?? deadLetterHeaders
    bufferBytes = effective.bytes("buffer.bytes")
    sessionsBytes = effective.bytes("sessions.bytes")
    metricsBytes = effective.bytes("metrics.bytes")
    skewLimitMillis = effective.milliseconds("skew.limit")
    shutdownTimeoutMillis = effective.milliseconds("shutdown.timeout")
    let properties = effective.clientProperties
    let told = (properties.producer + properties.common).first { $0.0 == "message.max.bytes" }.flatMap { Int($0.1) }
    maxRecordBytes = told ?? maxRecordBytes
  }

  /// Bounds that hold between settings.
  private func disagreements(_ effective: EffectiveSettings) -> [SettingsFailure] {
    var found: [SettingsFailure] = []
    func require(_ holds: Bool, _ text: @autoclosure () -> String) {
      if !holds { found.append(SettingsFailure(text())) }
    }
    require(!instanceID.isEmpty, "instance.id is missing and the host has no name (set instance.id)")
    require(
      commitIntervalMillis * 2 <= transactionTimeoutMillis,
      "commit.interval must be at most half of transaction.timeout")
    require(
      commitBoundMillis <= maxPollIntervalMillis / 3, "commit.bound must be at most a third of max.poll.interval")
    require(sessionTimeoutMillis <= maxPollIntervalMillis, "session.timeout must be at most max.poll.interval")
    require(
      maxTaskIdleMillis <= effective.milliseconds("liveness.partition.timeout") / 2,
      "max.task.idle must be at most half of liveness.partition.timeout, or waiting looks like being stuck")
    require(
      effective.catalogue.isUnambiguous, "two topics have the same name (give each topics. setting a name of its own)")
    require(streamThreads >= 1, "worker.threads must be at least 1")
    let limit = effective.bytes("memory.limit")
    if limit > 0 {
      let perThread = bufferBytes + effective.bytes("prefetch.bytes") + effective.bytes("produce.bytes")
      let (threads, overflow) = perThread.multipliedReportingOverflow(by: Int64(streamThreads + serviceThreads))
      let sum = threads.addingReportingOverflow(sessionsBytes)
      require(
        !overflow && !sum.overflow && sum.partialValue <= limit,
        "memory.limit (\(limit) bytes) is less than sessions.bytes and \(streamThreads + serviceThreads) threads of buffer.bytes, prefetch.bytes and "
          + "produce.bytes together (\(sum.partialValue) bytes); raise it or lower one of them")
    }
    return found
  }

  /// The transactional id of a stream thread: stable over restarts, unlike every other's.
  public func transactionalID(thread: Int) -> String { "\(applicationID)-\(instanceID)-\(thread)" }

  /// The group instance id of a stream thread, nil for dynamic membership.
  public func groupInstanceID(thread: Int) -> String? { isStaticMember ? "\(instanceID)-\(thread)" : nil }
}
