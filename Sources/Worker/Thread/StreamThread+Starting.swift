import Broker
import Messages
import Observability

/// A task's way from assigned to running: stable offsets, restore, seek.
extension StreamThread {
  /// Fixes where new tasks begin. While the former owner's transaction is open the group's offsets are unstable: later again.
  func startTasks() {
    guard let consumer, let endAsker, processor.isReady else { return }
    let created = tasks.values.filter { if case .created = $0.phase { true } else { false } }
    guard !created.isEmpty else { return }
    note.begin("read committed offsets")
    for task in created.sorted(by: { $0.partition < $1.partition }) {
      do throws(BrokerFailure) {
        let inputs = inputPartitions(of: task)
        let offsets = try consumer.committed(inputs, timeout: callTimeout)
        if !duty.hasChangelog {
          guard let start = try starts(inputs, offsets) else { return }
          task.start(at: start, maxIdleMillis: settings.maxTaskIdleMillis)
          task.restoreStartedAt = now
          try run(task)
          continue
        }
        // After the offsets are stable: whatever the former owner committed lies below this end, decided or about to be.
        let changelog = TopicPartition(topic: context.topics.changelogName, partition: task.partition)
        let ends = try endAsker.watermarks(of: changelog, timeout: callTimeout)
        guard let start = try starts(inputs, offsets) else { return }
        task.start(at: start, maxIdleMillis: settings.maxTaskIdleMillis)
        task.restorePosition = ends.low
        task.restoreStartedAt = now
        task.phase = .restoring(target: ends.high)
      } catch {
        if case .retriable(let code) = error {
          context.log.info(
            "waiting for stable offsets", LogField("thread", name), LogField("partition", task.partition),
            LogField("code", code.name))
          return
        }
        return replaceHandles(after: error)
      }
    }
  }

  private func inputPartitions(of task: StreamTask<Processor>) -> [TopicPartition] {
    inputNames.map { TopicPartition(topic: $0, partition: task.partition) }
  }

  /// Where each input begins; nil when the thread ended because a committed offset is no longer in the log.
  private func starts(_ inputs: [TopicPartition], _ committed: [Int64?]) throws(BrokerFailure) -> [PartitionOffset]? {
    var starts: [PartitionOffset] = []
    for (partition, offset) in zip(inputs, committed) {
      guard let ends = try consumer?.watermarks(of: partition, timeout: callTimeout) else { return nil }
      // A group that never committed begins at the log's start.
      let wanted = offset ?? ends.low
      if wanted >= ends.low, wanted <= ends.high {
        starts.append(PartitionOffset(partition, wanted))
        continue
      }
      guard let chosen = reset(partition, from: wanted, ends) else { return nil }
      starts.append(PartitionOffset(partition, chosen))
    }
    return starts
  }

  /// What the policy makes of a position that the log does not have; nil when it ends the thread. Never silent.
  func reset(_ partition: TopicPartition, from position: Int64, _ ends: Watermarks) -> Int64? {
    let isBelow = position < ends.low
    let gap = isBelow ? ends.low - position : position - ends.high
    let cause = isBelow ? "retention" : "truncation"
    context.metrics.counter(WorkerMetrics.offsetResets, [partition.topic, cause]).add()
    context.log.error(
      "offset out of range", LogField("topic", partition.topic), LogField("partition", partition.partition),
      LogField("offset", position), LogField("low", ends.low), LogField("high", ends.high), LogField("missing", gap),
      LogField("cause", cause), LogField("policy", settings.offsetReset.rawValue))
    switch settings.offsetReset {
    case .earliest: return ends.low
    case .latest: return ends.high
    case .halt:
      finish(
        .settings,
        "\(partition) has no offset \(position): \(gap) records are missing by \(cause) "
          + "(restore them, or set offset.reset to earliest or latest to go on without them)")
      return nil
    }
  }

  /// A partition of a running task cannot be read on.
  func handle(_ failure: PartitionFailure) {
    guard let consumer, let task = tasks[failure.partition.partition], task.isRunning else { return }
    do throws(BrokerFailure) {
      var position = failure.position
      if failure.reason == .offsetOutOfRange {
        let ends = try consumer.watermarks(of: failure.partition, timeout: callTimeout)
        if position < ends.low || position > ends.high {
          guard let chosen = reset(failure.partition, from: position, ends) else { return }
          position = chosen
        }
      } else {
        context.log.warning(
          "partition unavailable", digestedBy: "\(failure.partition) \(failure.code.name)",
          LogField("topic", failure.partition.topic),
          LogField("partition", failure.partition.partition), LogField("code", failure.code.name))
      }
      task.merge.move(failure.partition, to: position)
      try consumer.seek(to: [PartitionOffset(failure.partition, position)])
    } catch {
      if case .retriable = error { return }
      pendingFailure = error
    }
  }

  /// Reads a bounded slice of the changelog for the tasks that are restoring; those that are complete begin to run.
  func restoreSlice() {
    let waiting = tasks.values.filter { $0.restoreTarget != nil }.sorted { $0.partition < $1.partition }
    guard !waiting.isEmpty, let restorer else { return }
    note.begin("restore sessions")
    do throws(BrokerFailure) {
      if restoring != Set(waiting.map(\.partition)) {
        try restorer.assign(waiting.map { PartitionOffset(changelogPartition($0), $0.restorePosition) })
        restoring = Set(waiting.map(\.partition))
      }
      // An empty poll waits a little: the end may lie behind an open transaction.
      try restorer.poll(into: &batch, maxRecords: settings.restoreRecords, timeout: .milliseconds(10))
      for place in 0..<batch.count {
        batch.withView(at: place) { view in
          tasks[view.partition]?.restored.add(key: view.key.map(Array.init), value: view.value.map(Array.init))
        }
      }
      for failure in batch.partitionFailures { restartRestore(failure) }
      for task in waiting {
        task.restorePosition = restorer.position(of: changelogPartition(task)) ?? task.restorePosition
        if let target = task.restoreTarget, task.restorePosition >= target { try run(task) }
      }
    } catch {
      if case .retriable = error { return }
      replaceHandles(after: error)
    }
  }

  private func changelogPartition(_ task: StreamTask<Processor>) -> TopicPartition {
    TopicPartition(topic: context.topics.changelogName, partition: task.partition)
  }

  /// Compaction moved the log's start past the position: what was collected may lack its tombstones, so all of it is read again.
  private func restartRestore(_ failure: PartitionFailure) {
    guard let task = tasks[failure.partition.partition], task.restoreTarget != nil else { return }
    context.log.warning(
      "restore begins again", LogField("partition", task.partition), LogField("code", failure.code.name))
    task.restored = RestoredRecords()
    task.phase = .created
    restoring.removeAll()
  }

  /// The sessions are complete: from now on the inputs are read.
  private func run(_ task: StreamTask<Processor>) throws(BrokerFailure) {
    guard let consumer else { return }
    for (vehicle, records) in task.restored.values.sorted(by: { $0.key < $1.key }) {
      if let session = processor.restore(vehicle, from: records) {
        task.sessions.restore(vehicle, session, from: records)
      } else {
        context.metrics.counter(WorkerMetrics.restoreUnreadable).add()
        context.log.error(
          "session cannot be read from the changelog", digestedBy: "\(task.partition)",
          LogField("partition", task.partition))
      }
    }
    task.conditions = task.restored.conditions
    task.committedConditions = task.restored.conditions
    task.time = task.restored.time
    task.committedTime = task.restored.time
    // The end as it is now: nothing may be applied before what lies below it in the other topic.
    for start in task.committed {
      let ends = try consumer.watermarks(of: start.partition, timeout: callTimeout)
      task.merge.note(start.partition, position: start.offset, end: ends.lastStable)
    }
    try consumer.seek(to: task.committed)
    if duty.hasChangelog {
      instruments.restoreSeconds.observe(Double(now - task.restoreStartedAt) / 1_000)
      context.log.info(
        "sessions restored", LogField("thread", name), LogField("partition", task.partition),
        LogField("sessions", task.sessions.count), LogField("records", task.restored.recordCount),
        LogField("milliseconds", now - task.restoreStartedAt))
    } else {
      context.log.info("requests are answered", LogField("thread", name), LogField("partition", task.partition))
    }
    task.restored = RestoredRecords()
    task.phase = .running
  }
}
