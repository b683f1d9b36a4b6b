import Broker
import Messages
import Observability

extension StreamThread {
  /// Milliseconds that a call which must not block the polls may take.
  var callTimeout: Duration { .milliseconds(callTimeoutMillis) }
  private var callTimeoutMillis: Int64 { min(settings.maxPollIntervalMillis / 10, 5_000) }

  /// Has the handles, or opens them; false when they are not there yet.
  func openHandles() -> Bool {
    if consumer != nil { return true }
    guard now >= openAfter else {
      idle()
      return false
    }
    do throws(BrokerFailure) {
      try openProducer()
      try openConsumer()
      consecutiveFailures = 0
      return true
    } catch {
      opened(failing: error)
      return false
    }
  }

  private func openProducer() throws(BrokerFailure) {
    note.begin("initialise transactions")
    let producer: any TransactionalProducer
    if let known = self.producer {
      producer = known
    } else {
      producer = try makeProducer()
      self.producer = producer
    }
    // Fences the former process of this identity and resolves its transaction before anything is read.
    try producer.initTransactions(timeout: callTimeout)
    machine.reset()
  }

  private func makeProducer() throws(BrokerFailure) -> any TransactionalProducer {
    switch settings.guarantee {
    case .exactlyOnce:
      var options = TransactionalProducerOptions(
        transactionalID: duty.transactionalID(settings, thread: index), clientID: clientID)
      options.transactionTimeout = .milliseconds(settings.transactionTimeoutMillis)
      return try context.broker.transactionalProducer(options)
    case .atLeastOnce:
      return UntransactionalProducer(
        try context.broker.plainProducer(PlainProducerOptions(clientID: clientID)),
        commitOffsets: { [weak self] offsets, timeout throws(BrokerFailure) in
          guard let consumer = self?.consumer else { throw .ownershipLost(.unknownMemberID) }
          try consumer.commit(offsets, timeout: timeout)
        })
    }
  }

  private func openConsumer() throws(BrokerFailure) {
    note.begin("join the group")
    restorer = try context.broker.logReader(LogReaderOptions(isolation: .readCommitted, clientID: clientID))
    endAsker = try context.broker.logReader(LogReaderOptions(isolation: .readUncommitted, clientID: clientID))
    var options = GroupConsumerOptions(
      groupID: settings.applicationID + duty.groupSuffix, groupInstanceID: settings.groupInstanceID(thread: index),
      clientID: clientID)
    options.sessionTimeout = .milliseconds(settings.sessionTimeoutMillis)
    options.maxPollInterval = .milliseconds(settings.maxPollIntervalMillis)
    let consumer = try context.broker.groupConsumer(options)
    try consumer.subscribe(to: inputNames, listener: self)
    self.consumer = consumer
    context.log.info(
      "thread joins the group", LogField("thread", name), LogField("group", settings.applicationID + duty.groupSuffix))
  }

  private var clientID: String { "\(settings.applicationID)-\(settings.instanceID)-\(name)" }

  /// A handle could not be opened: later again, or with new ones.
  private func opened(failing failure: BrokerFailure) {
    if case .retriable = failure {
      consecutiveFailures += 1
      openAfter = now + backoff
      context.log.warning(
        "broker not ready", LogField("thread", name), LogField("code", failure.code.name), LogField("step", note.step))
      return
    }
    replaceHandles(after: failure)
  }

  /// Doubling from 100 ms to 5 s.
  var backoff: Int64 { min(5_000, 100 << Int64(min(consecutiveFailures, 6))) }

  /// Drops state and handles; the next pass opens new ones, which rebuild the state from the log.
  ///
  /// Inside a rebalance, where a consumer cannot be closed, it is put off until the poll returns.
  func replaceHandles(after failure: BrokerFailure) {
    if isInsideRebalance {
      pendingFailure = failure
      return
    }
    pendingFailure = nil
    context.log.warning(
      "handles replaced", LogField("thread", name), LogField("code", failure.code.name), LogField("step", note.step),
      LogField("remedy", advice(failure.code)))
    context.metrics.counter(WorkerMetrics.replacements, [failure.code.name]).add()
    closeHandles(withinMillis: callTimeoutMillis)
    switch FailureDuty(failure) {
    case .leaveToTheOther:
      finish(
        .ownershipLost,
        "another worker has taken over \(identity) (give every worker an instance.id of its own; if there is no other, this one "
          + "stood still for longer than session.timeout: start it again)")
    case .replaceCounted where !budget.take(at: now):
      finish(
        .ownershipLost,
        "lost its transactional id or its handles more than \(budget.allowed) times in \(budget.window / 60_000) minutes, last by "
          + "\(failure.code.name) (\(advice(failure.code)))")
    case .replaceCounted, .rejoin:
      consecutiveFailures += 1
      openAfter = now + backoff
    }
  }

  /// What a second worker must not share, and where it comes from.
  private var identity: String {
    "instance.id \(settings.instanceID)"
      + (settings.isInstanceNamedByHost ? ", this host's name because it is not set" : "")
  }

  private func advice(_ code: BrokerCode) -> String {
    if BrokerCode.takeover.contains(code) {
      return "is there another worker with \(identity)? Give every worker an instance.id of its own"
    }
    if code.name.hasSuffix("AUTHORIZATION_FAILED") { return "check what the broker allows this worker" }
    return "see the log before this line"
  }

  /// Closes everything without committing; open transactions are left to the successor.
  ///
  /// - Parameter limit: of all handles together, but for a moment that each is given.
  func closeHandles(withinMillis limit: Int64) {
    let deadline = now + limit
    var rest: Duration { .milliseconds(max(250, deadline - now)) }
    isClosing = true
    defer { isClosing = false }
    dropTasks()
    machine.reset()
    // The outcome of a close changes nothing here: the handle is given up all the same.
    note.begin("close the producer")
    try? producer?.close(timeout: rest)
    note.begin("leave the group")
    try? consumer?.close(timeout: rest)
    note.begin("close the readers")
    try? restorer?.close(timeout: rest)
    try? endAsker?.close(timeout: rest)
    abandonHandles()
  }

  /// The orderly stop: commit or abort what is open, leave the group, close.
  func drain() {
    if machine.isOpen {
      note.begin("commit before the stop")
      startCommit()
    }
    if machine.isEnding, consumer != nil, producer != nil, !settle() {
      // Its outcome is open: the same call again in the next pass, until the process's deadline.
      report()
      return
    }
    closeHandles(withinMillis: settings.shutdownTimeoutMillis / 2)
    context.health.stopped(thread: name)
    noteStateBytes(0)
    instruments.remove()
    context.log.info("thread stopped", LogField("thread", name))
    finish(.drained, "")
  }

  /// Nothing to do until later: keeps the pass from spinning where the broker has no call to wait in.
  func idle() {
    note.begin("wait")
    context.clock.pause(milliseconds: 20)
  }
}
