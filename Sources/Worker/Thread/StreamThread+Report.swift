import Broker
import Messages
import Observability

/// Health and metrics, once a pass.
extension StreamThread {
  func report() {
    let time = now
    let all = tasks.values
    context.health.passed(
      thread: name, at: time, hasAnswered: hasAnsweredAssignment,
      isRestored: hasAnsweredAssignment && all.allSatisfy(\.isRunning))
    instruments.assigned.set(Double(all.count))
    instruments.paused.set(Double(consumer?.paused.count ?? 0))
    instruments.buffered.set(Double(all.reduce(0) { $0 + $1.merge.waitingBytes }))
    instruments.sessions.set(Double(all.reduce(0) { $0 + $1.sessions.count }))
    noteStateBytes(all.reduce(0) { $0 + $1.sessions.byteCount })
    instruments.transactionAge.set(machine.openSince.map { Double(time - $0) / 1_000 } ?? 0)
    instruments.restoreRemaining.set(
      Double(all.reduce(0) { $0 + max(0, ($1.restoreTarget ?? 0) - $1.restorePosition) }))
    postStatus(at: time)
    let paused = consumer?.paused ?? []
    for task in all where task.isRunning {
      var hasLag = false
      for source in task.merge.sources {
        let applied = source.oldest?.offset ?? max(source.taken, source.position)
        let lag = max(0, (source.end ?? applied) - applied)
        if lag > 0 { hasLag = true }
        instruments.lag(source.partition).set(Double(lag))
        context.health.progress(
          thread: name, partition: source.partition.description, position: applied, hasWaiting: lag > 0,
          isPaused: paused.contains(source.partition) && source.oldest == nil, at: time)
      }
      instruments.lagSeconds(task.partition).set(hasLag ? age(of: task) ?? 0 : 0)
    }
  }

  /// Tells the process's budget what this thread's sessions take now.
  func noteStateBytes(_ bytes: Int64) {
    instruments.stateBytes.set(Double(bytes))
    context.sessionBudget.add(bytes - toldStateBytes)
    toldStateBytes = bytes
  }

  /// Posts a status when something changed, at least four times a second.
  func postStatus(at time: Int64) {
    guard let statuses else { return }
    let summary = "\(ownedPartitions) \(isRestored)"
    guard summary != lastStatusSummary || time - lastStatusAt >= 250 else { return }
    lastStatusSummary = summary
    lastStatusAt = time
    var status = ThreadStatus()
    status.hasAnswered = hasAnsweredAssignment
    status.isRestored = isRestored
    for task in tasks.values.sorted(by: { $0.partition < $1.partition }) {
      status.sessions += task.sessions.count
      status.restoreRemaining += max(0, (task.restoreTarget ?? 0) - task.restorePosition)
      status.restoredRecords += Int64(task.restored.recordCount)
      for source in task.merge.sources {
        let applied = source.oldest?.offset ?? max(source.taken, source.position)
        let lag = max(0, (source.end ?? applied) - applied)
        status.partitions.append(
          .init(
            topic: source.partition.topic, partition: source.partition.partition, lagRecords: lag,
            lagSeconds: lag > 0 ? age(of: task) : nil, isRestored: task.isRunning, position: applied))
      }
    }
    statuses.post(status, of: name)
  }

  /// Seconds since the timestamp of the record applied last. A sender may have written any number there.
  private func age(of task: StreamTask<Processor>) -> Double? {
    task.lastAppliedTimestamp.map { max(0, Double(context.clock.wallMillis) - Double($0)) / 1_000 }
  }

  /// Records that are stable in the log and not applied, over all tasks.
  public var lagRecords: Int64 {
    tasks.values.filter(\.isRunning).reduce(0) { sum, task in
      task.merge.sources.reduce(sum) { sum, source in
        let applied = source.oldest?.offset ?? max(source.taken, source.position)
        return sum + max(0, (source.end ?? applied) - applied)
      }
    }
  }

  /// Bytes of the records read and not applied.
  public var waitingBytes: Int64 { tasks.values.reduce(0) { $0 + Int64($1.merge.waitingBytes) } }

  /// Partition numbers owned, in order.
  public var ownedPartitions: [Int32] { tasks.keys.sorted() }
  public var isRestored: Bool { hasAnsweredAssignment && tasks.values.allSatisfy(\.isRunning) }
}

/// The metric series of one thread, looked up once.
final class ThreadInstruments {
  private let context: ThreadContext
  private let thread: String
  let committed: Counter
  let aborted: Counter
  let rebuilt: Counter
  let repeated: Counter
  let foreign: Counter
  let pollInterval: Histogram
  let transactionSeconds: Histogram
  let restoreSeconds: Histogram
  let assigned: Gauge
  let paused: Gauge
  let buffered: Gauge
  let sessions: Gauge
  let stateBytes: Gauge
  let transactionAge: Gauge
  let restoreRemaining: Gauge
  private let consumedByRank: [Counter]
  private var publishedByTopic: [String: Counter] = [:]
  private var lags: [TopicPartition: Gauge] = [:]
  private var lagTimes: [Int32: Gauge] = [:]

  init(_ context: ThreadContext, thread: String, inputNames: [String]) {
    self.context = context
    self.thread = thread
    let metrics = context.metrics
    committed = metrics.counter(WorkerMetrics.transactions, ["committed"])
    aborted = metrics.counter(WorkerMetrics.transactions, ["aborted"])
    rebuilt = metrics.counter(WorkerMetrics.transactions, ["rebuilt"])
    repeated = metrics.counter(WorkerMetrics.staleRecords, ["read_again"])
    foreign = metrics.counter(WorkerMetrics.staleRecords, ["not_assigned"])
    pollInterval = metrics.histogram(WorkerMetrics.pollSeconds)
    transactionSeconds = metrics.histogram(WorkerMetrics.transactionSeconds)
    restoreSeconds = metrics.histogram(WorkerMetrics.restoreSeconds)
    assigned = metrics.gauge(WorkerMetrics.assigned, [thread])
    paused = metrics.gauge(WorkerMetrics.paused, [thread])
    buffered = metrics.gauge(WorkerMetrics.bufferedBytes, [thread])
    sessions = metrics.gauge(WorkerMetrics.sessions, [thread])
    stateBytes = metrics.gauge(WorkerMetrics.stateBytes, [thread])
    transactionAge = metrics.gauge(WorkerMetrics.openTransactionAge, [thread])
    restoreRemaining = metrics.gauge(WorkerMetrics.restoreRemaining, [thread])
    consumedByRank = inputNames.map { metrics.counter(WorkerMetrics.consumed, [$0]) }
  }

  func published(_ topic: String) -> Counter {
    if let known = publishedByTopic[topic] { return known }
    let counter = context.metrics.counter(WorkerMetrics.published, [topic])
    publishedByTopic[topic] = counter
    return counter
  }

  func rebalances(_ kind: String) -> Counter { context.metrics.counter(WorkerMetrics.rebalances, [kind]) }
  func consumed(_ rank: Int) -> Counter { consumedByRank[min(rank, consumedByRank.count - 1)] }

  func lag(_ partition: TopicPartition) -> Gauge {
    if let known = lags[partition] { return known }
    let gauge = context.metrics.gauge(WorkerMetrics.lagRecords, [partition.topic, "\(partition.partition)"])
    lags[partition] = gauge
    return gauge
  }

  func lagSeconds(_ partition: Int32) -> Gauge {
    if let known = lagTimes[partition] { return known }
    let gauge = context.metrics.gauge(WorkerMetrics.lagSeconds, ["\(partition)"])
    lagTimes[partition] = gauge
    return gauge
  }

  /// The partition is another's from now on, who reports it.
  func forget(partition: Int32, topics: [String], _ context: ThreadContext) {
    for topic in topics {
      lags[TopicPartition(topic: topic, partition: partition)] = nil
      context.metrics.remove(WorkerMetrics.lagRecords, [topic, "\(partition)"])
      context.health.forget(thread: thread, partition: "\(topic)-\(partition)")
    }
    lagTimes[partition] = nil
    context.metrics.remove(WorkerMetrics.lagSeconds, ["\(partition)"])
  }

  /// The thread has ended.
  func remove() {
    for metric in [
      WorkerMetrics.assigned, WorkerMetrics.paused, WorkerMetrics.bufferedBytes, WorkerMetrics.sessions,
      WorkerMetrics.stateBytes, WorkerMetrics.openTransactionAge, WorkerMetrics.restoreRemaining,
    ] {
      context.metrics.remove(metric, [thread])
    }
  }
}
