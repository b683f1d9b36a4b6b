import Broker

// What time brings.
extension ClusterState {
  /// Moves the clock on, stopping wherever something falls due, so that a long step is the same as many short ones.
  mutating func advance(by duration: Duration) {
    tick()
    let target = nowNanoseconds.saturatingSum(duration.wholeNanoseconds)
    while let due = nextDueMillis() {
      let nanoseconds = (due - settings.startMillis).multipliedReportingOverflow(by: 1_000_000)
      if nanoseconds.overflow || nanoseconds.partialValue >= target { break }
      nowNanoseconds = nanoseconds.partialValue
      tick()
    }
    nowNanoseconds = target
    tick()
  }

  /// Carries out everything that is due: outages, late requests, markers, timeouts of transactions and sessions.
  mutating func tick() {
    let now = nowMillis
    guard now != tickedMillis else { return }
    tickedMillis = now
    applyOutages(now)
    guard downSinceMillis == nil else { return }
    decideTravelled(now)
    for number in transactions.indices {
      switch transactions[number].phase {
      case .completing(_, let due) where due <= now: writeMarkers(number)
      case .ongoing(let since) where since.saturatingSum(transactions[number].timeoutMillis) <= now:
        abortByCoordinator(number)
      default: break
      }
    }
    for number in groups.indices {
      groups[number].expire(now)
      groups[number].completeIfReady(now, partitionCounts: partitionCounts)
    }
  }

  /// The earliest time after now at which ``tick()`` has something to do.
  private func nextDueMillis() -> Int64? {
    let now = nowMillis
    var earliest: Int64?
    func consider(_ due: Int64) {
      if due > now { earliest = min(earliest ?? due, due) }
    }
    for outage in injector.plan.outages {
      consider(settings.startMillis.saturatingSum(outage.from.wholeMilliseconds))
      consider(settings.startMillis.saturatingSum(outage.until.wholeMilliseconds))
    }
    if downSinceMillis != nil { return earliest }
    for decision in travelling { consider(decision.dueMillis) }
    for transaction in transactions {
      switch transaction.phase {
      case .ongoing(let since): consider(since.saturatingSum(transaction.timeoutMillis))
      case .completing(_, let due): consider(due)
      case .empty, .completed: break
      }
    }
    for group in groups { group.forEachDeadline(consider) }
    return earliest
  }

  private mutating func applyOutages(_ now: Int64) {
    guard !injector.plan.outages.isEmpty else { return }
    let isDown = injector.plan.outages.contains { outage in
      let from = settings.startMillis.saturatingSum(outage.from.wholeMilliseconds)
      let until = settings.startMillis.saturatingSum(outage.until.wholeMilliseconds)
      return from <= now && now < until
    }
    if isDown { stop() } else if downSinceMillis != nil { start() }
  }
}
