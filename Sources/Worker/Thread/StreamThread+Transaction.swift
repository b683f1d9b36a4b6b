import Broker
import Messages
import Observability

/// The transaction's way to its end: the machine decides, this does.
extension StreamThread {
  /// Opens the transaction unless it is open; false when that has to wait.
  func beginIfNeeded() -> Bool {
    if machine.isOpen { return true }
    guard machine.isIdle, let producer else { return false }
    do throws(BrokerFailure) {
      try producer.beginTransaction()
      machine.began(at: now)
      transactionBeganAt = now
      applied.removeAll(keepingCapacity: true)
      return true
    } catch {
      _ = obey(machine.failed(error, in: .begin, at: now))
      return false
    }
  }

  /// Hands a record to the producer, waiting while its queue is full; false when the transaction cannot go on.
  func produce(_ record: OutgoingRecord) -> Bool {
    guard let producer else { return false }
    let since = now
    while true {
      do throws(BrokerFailure) {
        try producer.produce(record)
        return true
      } catch {
        if case .retriable = error, now - since < settings.commitBoundMillis {
          // Queue full: the same record again, so that none passes another (rust-rdkafka#468).
          note.begin("wait for the producer")
          producer.poll(timeout: .milliseconds(10))
          continue
        }
        context.log.error(
          "record cannot be produced", LogField("thread", name), LogField("topic", record.topic),
          LogField("bytes", (record.key?.count ?? 0) + (record.value?.count ?? 0)), LogField("code", error.code.name))
        let failure: BrokerFailure = if case .retriable(let code) = error { .abortTransaction(code) } else { error }
        lastFailure = failure
        if obey(machine.failed(failure, in: nil, at: now)) { _ = settle() }
        return false
      }
    }
  }

  /// Commits when the interval has passed.
  func commitIfDue() {
    guard let since = machine.openSince, now - since >= settings.commitIntervalMillis else { return }
    startCommit()
    _ = settle()
  }

  /// Adds the changelog and closes the transaction to further records.
  func startCommit() {
    note.begin("write the changelog")
    for task in tasks.values.filter(\.isRunning).sorted(by: { $0.partition < $1.partition }) where duty.hasChangelog {
      for (key, value) in task.changelog() {
        let record = OutgoingRecord(
          topic: context.topics.changelogName, partition: task.partition, key: key, value: value)
        if !produce(record) { return }
      }
    }
    machine.startCommit(at: now)
    commitStartedAt = now
  }

  /// Goes on with an ending transaction; false when it has to wait for a later pass.
  @discardableResult
  func settle() -> Bool {
    while let step = machine.dueStep {
      let effect: TransactionMachine.Effect
      do throws(BrokerFailure) {
        try run(step)
        effect = machine.succeeded(step, at: now)
      } catch {
        context.log.warning(
          "transaction step failed", LogField("thread", name), LogField("step", step.rawValue),
          LogField("code", error.code.name))
        effect = machine.failed(error, in: step, at: now)
        lastFailure = error
      }
      if !obey(effect) { return false }
    }
    return true
  }

  private func run(_ step: TransactionMachine.Step) throws(BrokerFailure) {
    guard let producer, let consumer else { throw .fatal(.state) }
    switch step {
    case .begin: try producer.beginTransaction()
    case .flush:
      note.begin("flush")
      try producer.flush(timeout: callTimeout)
    case .sendOffsets:
      note.begin("send offsets")
      // Afresh each time: an old generation's metadata is how a zombie is told.
      try producer.sendOffsets(committableOffsets, group: try consumer.groupMetadata(), timeout: callTimeout)
    case .commit:
      note.begin("commit")
      try producer.commitTransaction(timeout: callTimeout)
    case .abort:
      note.begin("abort")
      try producer.abortTransaction(timeout: callTimeout)
    }
  }

  private var committableOffsets: [PartitionOffset] {
    tasks.values.filter(\.isRunning).sorted { $0.partition < $1.partition }.flatMap(\.merge.committable)
  }

  /// Carries out what a step means for the state; false when the pass cannot go on with the transaction.
  func obey(_ effect: TransactionMachine.Effect) -> Bool {
    switch effect {
    case .proceed: return true
    case .tryLater: return false
    case .committed:
      for task in tasks.values where task.isRunning { task.commit() }
      consecutiveAborts = 0
      lastFailure = nil
      if let since = transactionBeganAt { instruments.transactionSeconds.observe(Double(now - since) / 1_000) }
      transactionBeganAt = nil
      // A service's answer takes as long as it takes; what is told is how fresh the vehicles' events are.
      if duty.hasChangelog { context.latencies.committed(records: applied, startedAt: commitStartedAt, at: now) }
      instruments.committed.add()
      return true
    case .rolledBack:
      instruments.aborted.add()
      return rollBack()
    case .rebuild(let failure):
      instruments.rebuilt.add()
      replaceHandles(after: failure)
      return false
    }
  }

  /// Puts every task back to the last commit and reads again from there.
  private func rollBack() -> Bool {
    // What passes by itself, such as a partition without a leader, is waited for.
    let code = lastFailure?.code ?? .state
    if code != .messageTimedOut, !BrokerCode.transient.contains(code) { consecutiveAborts += 1 }
    if consecutiveAborts >= 20 {
      finish(
        .internalError,
        "\(consecutiveAborts) transactions in a row were aborted, the last by \(code.name); nothing is skipped, so the worker stops "
          + "(the log names the topics and codes)"
      )
      return false
    }
    let running = tasks.values.filter(\.isRunning)
    for task in running { task.rollBack(maxIdleMillis: settings.maxTaskIdleMillis) }
    do throws(BrokerFailure) {
      try consumer?.seek(to: running.flatMap(\.committed))
      return true
    } catch {
      pendingFailure = error
      return false
    }
  }
}
