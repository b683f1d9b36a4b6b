import Broker

extension SimulatedGroupConsumer {
  var memberID: String? {
    switch membership {
    case .waiting(let id), .active(let id, _): id
    case .none, .finished, .closed: nil
    }
  }

  private var generation: Int32 {
    if case .active(_, let generation) = membership { generation } else { -1 }
  }

  var identity: MemberIdentity {
    MemberIdentity(
      group: options.groupID, generation: generation, memberID: memberID ?? "", instanceID: options.groupInstanceID)
  }

  /// Everything between the group and this member that one poll can settle, the listener's calls inside.
  func coordinate(_ entry: CallEntry, _ listener: any RebalanceListener) throws(BrokerFailure) {
    let now = entry.nowMillis
    var thrown: BrokerFailure?
    if let id = memberID, hasOverslept(entry) {
      cluster.abandonMember(id, of: options.groupID)
      membership = .none
      try tellLost(listener)
    }
    lastPollMillis = now
    guard entry.isReachable else { return }
    // Each round settles one change; a poll can see a revoke, a join and an assignment, and an answer to each.
    for _ in 0..<6 {
      let step = try step(now)
      do throws(BrokerFailure) {
        if try !settle(step, listener) { break }
      } catch {
        if error == .fatal(.simulatedKill) { throw error }
        if case .finished = membership { throw error }
        thrown = thrown ?? error
      }
    }
    if let thrown { throw thrown }
  }

  /// The poll interval is over, or the session without an answer from the broker: the client gives up by itself.
  private func hasOverslept(_ entry: CallEntry) -> Bool {
    if let last = lastPollMillis, entry.nowMillis - last >= options.maxPollInterval.wholeMilliseconds { return true }
    guard let since = entry.unreachableSinceMillis else { return false }
    return entry.nowMillis - since >= options.sessionTimeout.wholeMilliseconds
  }

  private enum Step {
    case nothing, joined(memberID: String)
    case standing(ConsumerGroup.Standing)
  }

  /// Asks the group, or joins it.
  private func step(_ now: Int64) throws(BrokerFailure) -> Step {
    if case .active = membership, now < nextHeartbeatMillis {
      let id = memberID ?? ""
      try cluster.proceed(handle) { [options] state in state.notePoll(of: id, in: options.groupID) }
      return .nothing
    }
    nextHeartbeatMillis = now.saturatingSum(cluster.settings.heartbeatInterval.wholeMilliseconds)
    let known = memberID
    let generation = generation
    let request = joinRequest(id: known ?? options.clientID)
    return try cluster.proceed(handle) { [options] state in
      if let known {
        state.notePoll(of: known, in: options.groupID)
        return .standing(state.standing(of: known, generation: generation, in: options.groupID))
      }
      return .joined(memberID: state.join(request, options.groupID))
    }
  }

  /// Acts on the group's answer. `false`: nothing more to settle now.
  private func settle(_ step: Step, _ listener: any RebalanceListener) throws(BrokerFailure) -> Bool {
    switch step {
    case .nothing, .standing(.current), .standing(.waiting): return false
    case .joined(let id):
      membership = .waiting(memberID: id)
      return true
    case .standing(.mustRejoin):
      let id = memberID ?? ""
      defer { rejoin(id) }
      try tellRevoked(listener)
      return true
    case .standing(.assigned(let generation, let partitions)):
      membership = .active(memberID: memberID ?? "", generation: generation)
      positions = partitions.map { ReadPosition(partition: $0) }
      try listener.assigned(partitions, of: self)
      return true
    case .standing(.unknown):
      membership = .none
      try tellLost(listener)
      return true
    case .standing(.fenced):
      membership = .finished(.ownershipLost(.fencedInstanceID))
      try tellLost(listener)
      throw .ownershipLost(.fencedInstanceID)
    }
  }

  /// The generation stays known until the next is complete: what is in flight may still be committed.
  private func rejoin(_ id: String) {
    let request = joinRequest(id: id)
    let outcome = try? cluster.proceed(handle) { [options] state in
      guard state.standing(of: id, generation: -1, in: options.groupID) == .mustRejoin else { return false }
      _ = state.join(request, options.groupID)
      return true
    }
    // Thrown out while it was busy giving up its partitions: the next round hears so.
    if outcome == true { membership = .waiting(memberID: id) }
  }

  private func joinRequest(id: String) -> ConsumerGroup.Member {
    ConsumerGroup.Member(
      id: id, instanceID: options.groupInstanceID, process: handle.process, topics: topics,
      sessionTimeoutMillis: options.sessionTimeout.wholeMilliseconds,
      maxPollMillis: options.maxPollInterval.wholeMilliseconds, lastPollMillis: 0, silentSinceMillis: nil,
      hasJoined: true)
  }

  /// The partitions stay in the assignment while the listener is told, and are gone afterwards, also when it throws.
  func tellRevoked(_ listener: any RebalanceListener) throws(BrokerFailure) {
    let partitions = assignment
    if partitions.isEmpty { return }
    defer { positions.removeAll() }
    try listener.revoked(partitions, of: self)
  }

  func tellLost(_ listener: any RebalanceListener) throws(BrokerFailure) {
    let partitions = assignment
    if partitions.isEmpty { return }
    defer { positions.removeAll() }
    try listener.lost(partitions, of: self)
  }
}

extension ClusterState {
  mutating func join(_ request: ConsumerGroup.Member, _ name: String) -> String {
    let number = group(named: name)
    let id = groups[number].join(
      request, nowMillis: nowMillis, initialDelayMillis: settings.initialRebalanceDelay.wholeMilliseconds)
    groups[number].completeIfReady(nowMillis, partitionCounts: partitionCounts)
    return id
  }

  mutating func standing(of id: String, generation: Int32, in name: String) -> ConsumerGroup.Standing {
    let number = group(named: name)
    groups[number].completeIfReady(nowMillis, partitionCounts: partitionCounts)
    return groups[number].standing(of: id, generation: generation)
  }

  mutating func notePoll(of id: String, in name: String) {
    let number = group(named: name)
    if let place = groups[number].place(of: id) { groups[number].members[place].lastPollMillis = nowMillis }
  }
}

extension SimulatedCluster {
  /// The handle is gone without a goodbye, or given up on its member: heartbeats end for good.
  func abandonMember(_ id: String, of group: String) {
    with { state in
      let number = state.group(named: group)
      guard let place = state.groups[number].place(of: id) else { return }
      let since = state.groups[number].members[place].silentSinceMillis ?? state.nowMillis
      state.groups[number].members[place].silentSinceMillis = since
      state.groups[number].members[place].isAbandoned = true
    }
  }
}
