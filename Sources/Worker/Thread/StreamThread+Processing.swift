import Broker
import Messages
import Observability

/// Reading, applying, timers.
extension StreamThread {
  func poll() {
    guard let consumer else { return }
    note.begin("poll")
    let polledAt = now
    if let last = lastPollAt { instruments.pollInterval.observe(Double(polledAt - last) / 1_000) }
    lastPollAt = polledAt
    do throws(BrokerFailure) {
      try consumer.poll(into: &batch, maxRecords: settings.passRecords, timeout: pollTimeout)
    } catch {
      if case .retriable(let code) = error {
        context.log.warning(
          "poll failed", digestedBy: "\(name) \(code.name)", LogField("thread", name), LogField("code", code.name))
        return idle()
      }
      return replaceHandles(after: error)
    }
    let arrivedAt = now
    for place in 0..<batch.count {
      let record = batch[place]
      guard let task = tasks[record.partition], task.isRunning else {
        instruments.foreign.add()
        continue
      }
      if !task.merge.add(record, at: arrivedAt) { instruments.repeated.add() }
    }
    for failure in batch.partitionFailures { handle(failure) }
    noteEnds()
  }

  /// As long as nothing is due: until the commit, until the next record may be applied, or a short while.
  private var pollTimeout: Duration {
    let time = now
    var until = time + 100
    for task in tasks.values {
      switch task.phase {
      case .restoring: return .zero
      // Waits for road conditions or for stable offsets: neither comes faster by asking without a pause.
      case .created: until = min(until, time + 20)
      case .running: break
      }
      switch task.merge.choice(at: time) {
      case .apply: return .zero
      case .wait(let untilMillis): until = min(until, untilMillis ?? until)
      case .caughtUp, .starved: break
      }
    }
    if let openSince = machine.openSince { until = min(until, openSince + settings.commitIntervalMillis) }
    return .milliseconds(max(0, until - time))
  }

  private func noteEnds() {
    guard let consumer else { return }
    for task in tasks.values where task.isRunning {
      for source in task.merge.sources {
        task.merge.note(
          source.partition, position: consumer.position(of: source.partition),
          end: consumer.cachedWatermarks(of: source.partition)?.lastStable)
      }
    }
  }

  /// Applies records of all tasks in turn, until the pass budget is spent or nothing may be applied.
  func applyRecords() {
    var left = settings.passRecords
    let running = tasks.values.filter(\.isRunning).sorted { $0.partition < $1.partition }
    for task in running {
      if !bringConditions(to: task) { return }
      // Each task gets its share, so that a full one does not starve the others.
      var share = max(1, left / max(1, running.count))
      while share > 0, left > 0, case .apply(let source) = task.merge.choice(at: now) {
        note.begin("apply records")
        let arrivedAt = task.merge.arrival(source: source) ?? now
        guard beginIfNeeded(), let record = task.merge.take(source: source) else { return }
        noteApplied(arrivedAt: arrivedAt)
        outputs.removeAll(keepingCapacity: true)
        task.time.note(
          timestampMillis: record.timestampMillis, ceilingMillis: context.clock.wallMillis + settings.skewLimitMillis)
        task.sessions.taskMillis = task.time.recordMillis
        processor.apply(record, rank: source, to: &task.sessions, &outputs)
        task.lastAppliedTimestamp = record.timestampMillis
        task.idleSince = nil
        instruments.consumed(source).add()
        if !publish() { return }
        share -= 1
        left -= 1
      }
    }
  }

  /// For the latency of the records: those of one poll are counted together.
  private func noteApplied(arrivedAt: Int64) {
    if let last = applied.indices.last, applied[last].arrivedAt == arrivedAt {
      applied[last].count += 1
    } else {
      applied.append((arrivedAt, 1))
    }
  }

  /// False when the transaction cannot go on.
  private func publish() -> Bool {
    for record in outputs {
      if !produce(record) { return false }
      instruments.published(record.topic).add()
    }
    return true
  }

  private func bringConditions(to task: StreamTask<Processor>) -> Bool {
    guard duty.hasChangelog, processor.conditionsInForce != task.conditions else { return true }
    guard beginIfNeeded() else { return false }
    outputs.removeAll(keepingCapacity: true)
    task.conditions = processor.applyConditions(since: task.conditions, to: &task.sessions, &outputs)
    return publish()
  }

  /// Fires what no record will fire: only in tasks that are read to their end, and a grace after the deadline.
  func fireTimers() {
    for task in tasks.values.sorted(by: { $0.partition < $1.partition }) where task.isRunning {
      guard task.merge.isCaughtUp(at: now) else {
        task.idleSince = nil
        continue
      }
      let idleSince = task.idleSince ?? now
      task.idleSince = idleSince
      guard
        let due = task.time.dueMillis(
          graceMillis: settings.timerGraceMillis, idleMillis: now - idleSince, clockMillis: context.clock.wallMillis)
      else { continue }
      var budget = settings.passRecords
      while budget > 0, let next = task.sessions.nextDeadline(), next.millis <= due {
        note.begin("fire timers")
        guard beginIfNeeded() else { return }
        outputs.removeAll(keepingCapacity: true)
        // By its own deadline, not by the clock: all that is due fires in order of deadlines.
        processor.fireTimers(of: next.vehicle, dueBy: next.millis, in: &task.sessions, &outputs)
        if !publish() { return }
        budget -= 1
      }
    }
  }

  /// Stops reading partitions whose records wait here, above the bound; reads on below half of it.
  ///
  /// A partition of which nothing waits is always read on: the merge may be waiting for it, and then nothing else can make room. So what
  /// waits is bounded by the setting and one poll more for each partition.
  func throttle() {
    guard let consumer else { return }
    let waiting = Int64(tasks.values.reduce(0) { $0 + $1.merge.waitingBytes })
    let full = Set(tasks.values.flatMap(\.merge.fullPartitions))
    do throws(BrokerFailure) {
      let starved = consumer.paused.subtracting(full)
      if !starved.isEmpty { try consumer.resume(starved.sorted()) }
      if waiting > settings.bufferBytes {
        let reading = full.subtracting(consumer.paused)
        if !reading.isEmpty { try consumer.pause(reading.sorted()) }
      } else if waiting < settings.bufferBytes / 2, !consumer.paused.isEmpty {
        try consumer.resume(consumer.paused.sorted())
      }
    } catch {
      pendingFailure = error
    }
  }
}
