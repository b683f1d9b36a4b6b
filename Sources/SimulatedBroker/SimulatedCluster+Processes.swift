public import Broker

// What can befall processes. A name stands for its latest process.
extension SimulatedCluster {
  /// Ends a process without a goodbye: SIGKILL. Every later call of its handles throws `fatal(_SIMULATED_KILL)` and does nothing.
  ///
  /// - Parameter sendingQueued: whether what its producers had queued was sent just before.
  public func kill(_ name: String, sendingQueued: Bool = false) {
    withProcess(name) { $0.kill($1, sendingQueued: sendingQueued) }
  }

  /// Kills the process at its `step`-th call, counted from 1, before the call is carried out.
  ///
  /// To kill at every call boundary: run once for ``steps(of:)``, then once for each number up to that and one more.
  public func kill(_ name: String, atStep step: Int, sendingQueued: Bool = false) {
    withProcess(name) { state, process in
      state.processes[process].killAtStep = step
      state.processes[process].killSendsQueued = sendingQueued
    }
  }

  public func isKilled(_ name: String) -> Bool { withProcess(name) { $0.processes[$1].isKilled } ?? false }

  /// How many calls the process has made.
  public func steps(of name: String) -> Int { withProcess(name) { $0.processes[$1].steps } ?? 0 }

  /// SIGSTOP: no heartbeats. The scenario must not run the process until it thaws.
  public func freeze(_ name: String) {
    withProcess(name) { state, process in
      state.processes[process].isFrozen = true
      state.silence(process)
    }
  }

  public func thaw(_ name: String) {
    withProcess(name) { state, process in
      state.processes[process].isFrozen = false
      state.unsilence(process)
    }
  }

  /// Cuts the process's connections: it runs on, but reaches no broker.
  public func disconnect(_ name: String) {
    withProcess(name) { state, process in
      state.processes[process].cutSinceMillis = state.processes[process].cutSinceMillis ?? state.nowMillis
      state.silence(process)
    }
  }

  public func reconnect(_ name: String) {
    withProcess(name) { state, process in
      state.processes[process].cutSinceMillis = nil
      state.unsilence(process)
    }
  }

  @discardableResult
  private func withProcess<Result: Sendable>(_ name: String, _ body: (inout ClusterState, Int) -> Result) -> Result? {
    with { state in
      guard let number = state.processes.lastIndex(where: { $0.name == name }) else { return nil }
      return body(&state, number)
    }
  }

  // MARK: Groups and transactions, looked into and acted upon

  /// A group's committed offsets, in ``TopicPartition`` order.
  public func committedOffsets(of group: String) -> [PartitionOffset] {
    with { state in
      guard let number = state.groupNumbers[group] else { return [] }
      return state.groups[number].committed.sorted { $0.key < $1.key }.map { PartitionOffset($0.key, $0.value) }
    }
  }

  /// Commits offsets as an operator would, outside of membership.
  public func setCommittedOffsets(_ offsets: [PartitionOffset], of group: String) {
    with { state in
      let number = state.group(named: group)
      state.groups[number].commit(offsets)
    }
  }

  /// Generations completed so far.
  public func rebalances(of group: String) -> Int {
    with { state in state.groupNumbers[group].map { state.groups[$0].rebalances } ?? 0 }
  }

  /// Which process owns which partitions in the group's present generation, by process name.
  public func assignments(of group: String) -> [(process: String, partitions: [TopicPartition])] {
    with { state in
      guard let number = state.groupNumbers[group] else { return [] }
      return state.groups[number].members.map { (state.processes[$0.process].name, $0.assignment) }
        .sorted { $0.0 < $1.0 }
    }
  }

  /// How long the transaction of an id is open; `nil`: none is.
  public func openTransactionAge(_ transactionalID: String) -> Duration? {
    with { state in
      guard let number = state.transactionNumbers[transactionalID],
        case .ongoing(let since) = state.transactions[number].phase
      else { return nil }
      return .milliseconds(state.nowMillis - since)
    }
  }

  /// Another process initialises this transactional id, here and now.
  public func fence(_ transactionalID: String) {
    with { state in
      guard let number = state.transactionNumbers[transactionalID] else { return }
      state.fence(number)
    }
  }
}
