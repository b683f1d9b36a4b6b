import Broker
import Messages
import Navigator
import Observability
import Routing

/// Publishes `worker-status` at intervals and at every change of state, by a plain producer of its own, outside of the transactions.
///
/// A broker that is away costs heartbeats and nothing else.
final class Heartbeat {
  private let context: ThreadContext
  private let parts: WorkerParts
  private let statuses: ThreadStatusBoard
  private let board: ConditionsBoard
  private let encoder: MessageEncoder
  private let startedAt: Int64
  private var producer: (any PlainProducer)?
  private var sequence: Int64 = 0
  private var lastState: WorkerStatusReport.State?
  private var lastSentAt: Int64 = .min
  private var lastTotals: [UInt64] = []

  init(context: ThreadContext, parts: WorkerParts, statuses: ThreadStatusBoard, board: ConditionsBoard) {
    self.context = context
    self.parts = parts
    self.statuses = statuses
    self.board = board
    encoder = MessageEncoder(
      applicationID: context.settings.applicationID,
      encoding: context.settings.outputEncoding == .json ? .json : .protobuf)
    startedAt = context.clock.wallMillis
  }

  /// Sends one when it is due.
  func step(isDraining: Bool) {
    let state = currentState(isDraining: isDraining)
    let now = context.clock.steadyMillis
    let isDue = lastSentAt == .min || now - lastSentAt >= context.settings.heartbeatIntervalMillis
    if isDue || state != lastState { send(state, at: now) }
    producer?.poll(timeout: .zero)
  }

  /// The last one of a worker that stops in order.
  func finish() {
    send(.stopped, at: context.clock.steadyMillis)
    try? producer?.flush(timeout: .seconds(2))
    try? producer?.close(timeout: .seconds(2))
    producer = nil
  }

  private func currentState(isDraining: Bool) -> WorkerStatusReport.State {
    if isDraining { return .draining }
    let all = statuses.all
    if !board.isComplete || all.isEmpty || all.allSatisfy({ !$0.hasAnswered }) { return .starting }
    if all.contains(where: { !$0.hasAnswered }) { return .rebalancing }
    return all.allSatisfy(\.isRestored) ? .running : .restoring
  }

  private func send(_ state: WorkerStatusReport.State, at now: Int64) {
    let elapsed = lastSentAt == .min ? 0 : Double(now - lastSentAt) / 1_000
    lastState = state
    lastSentAt = now
    sequence += 1
    let record = encoder.encode(report(state, elapsed: elapsed))
    do throws(BrokerFailure) {
      let producer = try openProducer()
      try producer.produce(OutgoingRecord(record, in: context.topics))
    } catch {
      context.log.warning("heartbeat not sent", LogField("code", error.code.name))
    }
  }

  private func openProducer() throws(BrokerFailure) -> any PlainProducer {
    if let producer { return producer }
    let made = try context.broker.plainProducer(PlainProducerOptions(clientID: "\(context.settings.instanceID)-status"))
    producer = made
    return made
  }

  private func report(_ state: WorkerStatusReport.State, elapsed: Double) -> WorkerStatusReport {
    let all = statuses.all
    let remaining = all.reduce(0) { $0 + $1.restoreRemaining }
    return WorkerStatusReport(
      workerID: context.settings.instanceID, applicationID: context.settings.applicationID, state: state,
      reportedAtMillis: context.clock.wallMillis, sequence: sequence, startedAtMillis: startedAt,
      version: parts.version,
      networkFingerprint: parts.fingerprintText, networkName: parts.networkName,
      conditionsVersion: board.current.conditions.version.text,
      partitions: all.flatMap(\.partitions).sorted { ($0.topic, $0.partition) < ($1.topic, $1.partition) },
      restore: state == .restoring
        ? .init(restoredRecords: all.reduce(0) { $0 + $1.restoredRecords }, remainingRecords: remaining) : nil,
      rates: rates(elapsed), latencies: latencies(), sessions: Int64(all.reduce(0) { $0 + $1.sessions }),
      streamThreads: Int32(clamping: context.settings.streamThreads),
      heartbeatIntervalMillis: context.settings.heartbeatIntervalMillis)
  }

  /// nil when nothing was committed since the former heartbeat.
  private func latencies() -> WorkerStatusReport.Latencies? {
    let window = context.latencies.take()
    func seconds(_ counts: LatencyCounts, _ share: Double) -> Double { Double(counts.quantile(share) ?? 0) / 1_000 }
    guard window.commits.total > 0 else { return nil }
    return .init(
      recordMedian: seconds(window.records, 0.5), record99th: seconds(window.records, 0.99),
      commitMedian: seconds(window.commits, 0.5), commit99th: seconds(window.commits, 0.99))
  }

  private func rates(_ elapsed: Double) -> WorkerStatusReport.Rates? {
    let metrics = context.metrics
    let totals = [
      WorkerMetrics.consumed, WorkerMetrics.published, WorkerMetrics.deadLetters, WorkerMetrics.transactions,
    ]
    .map { metrics.total($0) }
    defer { lastTotals = totals }
    guard elapsed > 0, lastTotals.count == totals.count else { return nil }
    let perSecond = zip(totals, lastTotals).map { (Double($0 &- $1) / elapsed * 1_000).rounded() / 1_000 }
    return .init(records: perSecond[0], events: perSecond[1], deadLetters: perSecond[2], transactions: perSecond[3])
  }
}
