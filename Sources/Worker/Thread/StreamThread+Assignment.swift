public import Broker
import Observability

/// Rebalances, answered inside the poll that brings them.
extension StreamThread: RebalanceListener {
  public func assigned(_ partitions: [TopicPartition], of consumer: any GroupConsumer) throws(BrokerFailure) {
    if isClosing { return }
    isInsideRebalance = true
    defer { isInsideRebalance = false }
    note.begin("take partitions")
    hasAnsweredAssignment = true
    instruments.rebalances("assigned").add()
    // Eager rebalances revoke everything first; whatever is left belongs to a generation that is over.
    dropTasks()
    for number in Set(partitions.map(\.partition)) { tasks[number] = StreamTask(partition: number) }
    context.log.info("partitions assigned", LogField("thread", name), LogField("partitions", partitionList))
  }

  /// Commits what was applied, under a bound below the rebalance timeout, then lets go.
  public func revoked(_ partitions: [TopicPartition], of consumer: any GroupConsumer) throws(BrokerFailure) {
    if isClosing { return }
    isInsideRebalance = true
    defer { isInsideRebalance = false }
    note.begin("commit before partitions go")
    instruments.rebalances("revoked").add()
    if machine.isOpen { startCommit() }
    let deadline = now + settings.maxPollIntervalMillis / 3
    // A bound on the tries too: a clock that stands still must not keep the group waiting.
    for _ in 0..<20 where machine.isEnding && now < deadline && pendingFailure == nil {
      if !settle(), machine.isEnding { producer?.poll(timeout: .milliseconds(50)) }
    }
    if machine.isEnding, pendingFailure == nil {
      // The commit's outcome stays open. A new producer of the same id settles it; the new owner waits for that.
      pendingFailure = .retriable(.timedOut)
    }
    context.log.info("partitions revoked", LogField("thread", name), LogField("partitions", partitionList))
    dropTasks()
  }

  /// The partitions may be another's already: nothing of the open transaction may become visible.
  public func lost(_ partitions: [TopicPartition], of consumer: any GroupConsumer) throws(BrokerFailure) {
    if isClosing { return }
    isInsideRebalance = true
    defer { isInsideRebalance = false }
    note.begin("abort after partitions were lost")
    instruments.rebalances("lost").add()
    context.log.warning("partitions lost", LogField("thread", name), LogField("partitions", partitionList))
    dropTasks()
    machine.startAbort(at: now)
    for _ in 0..<3 where machine.isEnding && pendingFailure == nil && isAborting { _ = settle() }
    if machine.isEnding, pendingFailure == nil { pendingFailure = .retriable(.timedOut) }
  }

  private var isAborting: Bool { machine.dueStep == .abort }

  private var partitionList: String { tasks.keys.sorted().map(String.init).joined(separator: ",") }

  /// Forgets every task: its state is in the log.
  func dropTasks() {
    for task in tasks.values {
      instruments.forget(partition: task.partition, topics: inputNames, context)
    }
    tasks.removeAll()
    restoring.removeAll()
  }
}
