import Broker

extension SimulatedGroupConsumer {
  func committed(_ partitions: [TopicPartition], timeout: Duration) throws(BrokerFailure) -> [Int64?] {
    try cluster.call(handle, .committed, timeout: timeout) { [options] (state, entry) throws(BrokerFailure) in
      try entry.check()
      let number = state.group(named: options.groupID)
      let isUnstable = partitions.contains { state.groups[number].isUnstable($0) }
      if isUnstable && options.isolation == .readCommitted {
        state.waitInPoll(timeout)
        throw .retriable(.unstableOffsetCommit)
      }
      return partitions.map { state.groups[number].committed[$0] }
    }
  }

  func commit(_ offsets: [PartitionOffset], timeout: Duration) throws(BrokerFailure) {
    let identity = identity
    try cluster.call(handle, .commitOffsets, timeout: timeout) { [options] (state, entry) throws(BrokerFailure) in
      try entry.check()
      let number = state.group(named: options.groupID)
      if let code = state.groups[number].refusal(of: identity, isTransactional: false) {
        throw BrokerFailure(classifying: code)
      }
      state.groups[number].commit(offsets)
    }
  }

  func watermarks(of partition: TopicPartition, timeout: Duration) throws(BrokerFailure) -> Watermarks {
    try cluster.call(handle, .watermarks, timeout: timeout) { (state, entry) throws(BrokerFailure) in
      try entry.check()
      return try state.watermarks(of: partition)
    }
  }

  func groupMetadata() throws(BrokerFailure) -> GroupMetadata {
    try cluster.call(handle, .groupMetadata) { (_, entry) throws(BrokerFailure) in
      if let failure = entry.failBefore { throw failure }
    }
    guard case .active = membership else { throw .ownershipLost(.unknownMemberID) }
    return identity.metadata
  }

  func close(timeout: Duration) throws(BrokerFailure) {
    let entry = try cluster.call(handle, .closeConsumer, timeout: timeout) { (_, entry) in entry }
    var thrown: BrokerFailure?
    if let listener, let id = memberID {
      do throws(BrokerFailure) {
        try giveUp(id, entry, listener)
      } catch {
        thrown = error
      }
      leave(id, entry)
    }
    membership = .closed
    positions.removeAll()
    listener = nil
    if let thrown { throw thrown }
    if let failure = entry.failBefore { throw failure }
  }

  private func giveUp(_ id: String, _ entry: CallEntry, _ listener: any RebalanceListener) throws(BrokerFailure) {
    let generation = identity.generation
    let standing = try cluster.proceed(handle) { [options] state in
      entry.isReachable ? state.standing(of: id, generation: generation, in: options.groupID) : .current
    }
    switch standing {
    case .unknown, .fenced: try tellLost(listener)
    case .current, .mustRejoin, .waiting, .assigned: try tellRevoked(listener)
    }
  }

  /// A dynamic member says goodbye; a static one just goes, and its session runs on for its return.
  private func leave(_ id: String, _ entry: CallEntry) {
    if options.groupInstanceID != nil || !entry.isReachable {
      cluster.abandonMember(id, of: options.groupID)
      return
    }
    cluster.with { [options] state in
      let number = state.group(named: options.groupID)
      guard let place = state.groups[number].place(of: id) else { return }
      state.groups[number].remove(place, nowMillis: state.nowMillis)
      state.groups[number].completeIfReady(state.nowMillis, partitionCounts: state.partitionCounts)
    }
  }
}
