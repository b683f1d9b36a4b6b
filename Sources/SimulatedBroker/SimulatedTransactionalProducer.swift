import Broker

/// The handle; all state is the cluster's.
final class SimulatedTransactionalProducer: TransactionalProducer {
  private let cluster: SimulatedCluster
  private let handle: HandleIdentity
  private let producer: Int

  init(_ cluster: SimulatedCluster, _ handle: HandleIdentity) {
    self.cluster = cluster
    self.handle = handle
    producer = handle.producer ?? 0
  }

  func initTransactions(timeout: Duration) throws(BrokerFailure) {
    try cluster.call(handle, .initTransactions, timeout: timeout) { [producer] (state, entry) throws(BrokerFailure) in
      try state.producers[producer].require(.made)
      try entry.check()
      try state.initTransactions(producer)
      if entry.failAfter == nil { state.producers[producer].phase = .ready }
    }
  }

  func beginTransaction() throws(BrokerFailure) {
    try cluster.call(handle, .beginTransaction) { [producer] (state, entry) throws(BrokerFailure) in
      try state.producers[producer].require(.ready)
      if let failure = entry.failBefore { throw failure }
      state.producers[producer].begin()
    }
  }

  func produce(_ record: OutgoingRecord) throws(BrokerFailure) {
    try cluster.call(handle, .produce) { [producer] (state, entry) throws(BrokerFailure) in
      if case .abortOnly(let code) = state.producers[producer].phase {
        throw BrokerFailure(classifying: code, LibraryVerdict(requiresAbort: true))
      }
      try state.producers[producer].require(.open)
      if let failure = entry.failBefore { throw failure }
      try state.produce(record, by: producer, isReachable: entry.isReachable && entry.failDelivery == nil)
      if let code = entry.failDelivery { state.failQueued(producer, state.producers[producer].queue.count, code) }
    }
  }

  func poll(timeout: Duration) {
    cluster.serve(handle)
  }

  func flush(timeout: Duration) throws(BrokerFailure) {
    try cluster.call(handle, .flush, timeout: timeout) { [producer] (state, entry) throws(BrokerFailure) in
      if case .abortOnly = state.producers[producer].phase {} else { try state.producers[producer].require(.open) }
      if let failure = entry.failBefore { throw failure }
      try state.flush(producer, entry)
    }
  }

  func sendOffsets(
    _ offsets: [PartitionOffset], group: GroupMetadata, timeout: Duration
  ) throws(BrokerFailure) {
    guard let identity = MemberIdentity(group) else { throw .fatal(.invalidArgument) }
    try cluster.call(handle, .sendOffsets, timeout: timeout) { [producer] (state, entry) throws(BrokerFailure) in
      if case .abortOnly(let code) = state.producers[producer].phase {
        throw BrokerFailure(classifying: code, LibraryVerdict(requiresAbort: true))
      }
      try state.producers[producer].require(.open)
      try entry.check()
      try state.sendOffsets(producer, offsets, identity: identity)
    }
  }

  func commitTransaction(timeout: Duration) throws(BrokerFailure) {
    try end(.commitTransaction, commits: true, timeout)
  }

  func abortTransaction(timeout: Duration) throws(BrokerFailure) {
    try end(.abortTransaction, commits: false, timeout)
  }

  private func end(_ call: Call, commits: Bool, _ timeout: Duration) throws(BrokerFailure) {
    try cluster.call(handle, call, timeout: timeout) { [producer] (state, entry) throws(BrokerFailure) in
      try state.prepareEnd(producer, commits: commits, entry)
      if let delay = entry.arrivesAfterMillis {
        try state.sendLate(producer, commits: commits, afterMillis: delay)
        throw .retriable(.timedOut)
      }
      try state.endTransaction(producer, commits: commits)
      if entry.failAfter == nil { state.producers[producer].phase = .ready }
    }
  }

  func close(timeout: Duration) throws(BrokerFailure) {
    try cluster.call(handle, .closeTransactionalProducer, timeout: timeout) { [producer] (state, _) in
      state.producers[producer].queue.removeAll()
      state.producers[producer].phase = .closed
    }
  }

  deinit { cluster.drop(handle) }
}

extension ClusterState {
  /// Brings a producer to where its transaction can be decided: queue sent, or dropped for an abort.
  mutating func prepareEnd(_ producer: Int, commits: Bool, _ entry: CallEntry) throws(BrokerFailure) {
    if commits {
      if case .abortOnly(let code) = producers[producer].phase {
        throw BrokerFailure(classifying: code, LibraryVerdict(requiresAbort: true))
      }
      try producers[producer].require(.open, .committing)
      try entry.check()
      try flush(producer, entry)
    } else {
      if case .abortOnly = producers[producer].phase {} else { try producers[producer].require(.open, .aborting) }
      producers[producer].queue.removeAll()
      try entry.check()
    }
  }
}

extension SimulatedCluster {
  /// Serves a producer's queue, as far as the broker can be reached. No step.
  func serve(_ handle: HandleIdentity) {
    guard let producer = handle.producer else { return }
    with { state in
      guard !state.processes[handle.process].isKilled else { return }
      guard state.isReachable(handle.process) else { return state.expireQueued(producer) }
      do throws(BrokerFailure) {
        try state.send(producer)
      } catch {
        state.producers[producer].note(error, in: .flush)
      }
    }
  }

  /// A producer's handle is gone without `close`: what it had queued goes with it.
  func drop(_ handle: HandleIdentity) {
    guard let producer = handle.producer else { return }
    with { state in
      state.producers[producer].queue.removeAll()
      state.producers[producer].phase = .closed
    }
  }
}
