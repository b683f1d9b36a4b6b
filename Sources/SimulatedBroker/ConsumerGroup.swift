import Broker

/// The coordinator's side of one consumer group: members, generations, offsets.
///
///     empty --join--> preparing --all members joined | rebalance timeout--> stable
///     stable --join, leave, session timeout, new partitions--> preparing --last member gone--> empty
struct ConsumerGroup {
  enum Phase: Equatable {
    case empty
    /// Members are told to give up what they own and to join again.
    case preparing(sinceMillis: Int64, notBeforeMillis: Int64)
    case stable
  }

  struct Member {
    var id: String
    var instanceID: String?
    var process: Int
    var topics: [String]
    var sessionTimeoutMillis: Int64
    var maxPollMillis: Int64
    var lastPollMillis: Int64
    /// Since when no heartbeat comes: its process is dead, frozen or cut off.
    var silentSinceMillis: Int64?
    /// Its handle is gone: nobody will ever send heartbeats for it again.
    var isAbandoned = false
    var hasJoined: Bool
    var assignment: [TopicPartition] = []
  }

  struct PendingOffsets {
    var producerID: Int64
    var offsets: [PartitionOffset]
  }

  let name: String
  var phase = Phase.empty
  var generation: Int32 = 0
  var members: [Member] = []
  /// Ids of static members that another process has replaced.
  var replacedIDs: Set<String> = []
  var committed: [TopicPartition: Int64] = [:]
  /// Offsets in open transactions.
  var pending: [PendingOffsets] = []
  /// How often a generation was completed, for tests of stability.
  var rebalances = 0
  private var nextMember = 1

  init(name: String) { self.name = name }

  func place(of id: String) -> Int? { members.firstIndex { $0.id == id } }

  // MARK: Membership

  /// Takes in a member, new or again. Its id comes back; it is assigned partitions once the generation is complete.
  mutating func join(_ request: Member, nowMillis: Int64, initialDelayMillis: Int64) -> String {
    if let place = place(of: request.id) {
      members[place].topics = request.topics
      members[place].lastPollMillis = nowMillis
      members[place].hasJoined = true
      if phase == .stable { prepare(nowMillis, joiner: request.id) }
      return request.id
    }
    let id = "\(request.instanceID ?? request.id)-\(nextMember)"
    nextMember += 1
    if let instance = request.instanceID, let place = members.firstIndex(where: { $0.instanceID == instance }) {
      return takeOver(place, by: request, id: id, nowMillis)
    }
    var member = request
    member.id = id
    member.hasJoined = true
    member.lastPollMillis = nowMillis
    member.assignment = []
    members.append(member)
    switch phase {
    case .empty:
      phase = .preparing(sinceMillis: nowMillis, notBeforeMillis: nowMillis.saturatingSum(initialDelayMillis))
    case .stable: prepare(nowMillis, joiner: id)
    case .preparing: break
    }
    return id
  }

  /// A static member's new process: same place, same partitions, no rebalance (KIP-345). The old id is fenced.
  private mutating func takeOver(_ place: Int, by request: Member, id: String, _ nowMillis: Int64) -> String {
    let former = members[place]
    replacedIDs.insert(former.id)
    members[place] = request
    members[place].id = id
    members[place].lastPollMillis = nowMillis
    members[place].hasJoined = true
    members[place].assignment = former.assignment
    if phase == .stable, former.topics != request.topics { prepare(nowMillis, joiner: id) }
    return id
  }

  /// Begins a rebalance; every other member must join again.
  mutating func prepare(_ nowMillis: Int64, joiner: String? = nil) {
    phase = .preparing(sinceMillis: nowMillis, notBeforeMillis: nowMillis)
    for place in members.indices { members[place].hasJoined = members[place].id == joiner }
  }

  /// Completes the generation when everybody has joined.
  mutating func completeIfReady(_ nowMillis: Int64, partitionCounts: [String: Int32]) {
    guard case .preparing(_, let notBefore) = phase, nowMillis >= notBefore else { return }
    if members.isEmpty {
      phase = .empty
      generation += 1
      return
    }
    guard members.allSatisfy(\.hasJoined) else { return }
    generation += 1
    rebalances += 1
    phase = .stable
    let assignments = RangeAssignor.assign(
      members.map { RangeAssignor.Subscriber(memberID: $0.id, instanceID: $0.instanceID, topics: $0.topics) },
      partitionCounts: partitionCounts)
    for place in members.indices { members[place].assignment = assignments[place] }
  }

  mutating func remove(_ place: Int, nowMillis: Int64) {
    members.remove(at: place)
    if phase == .stable { prepare(nowMillis) }
  }

  /// Ends sessions and polls that are overdue, and a rebalance that some member does not answer.
  mutating func expire(_ nowMillis: Int64) {
    for place in members.indices.reversed() {
      let pollDue = members[place].lastPollMillis.saturatingSum(members[place].maxPollMillis)
      if members[place].silentSinceMillis == nil, pollDue <= nowMillis {
        // The client notices by itself: a dynamic member leaves, a static one just stops its heartbeats.
        if members[place].instanceID == nil {
          remove(place, nowMillis: nowMillis)
          continue
        }
        members[place].silentSinceMillis = pollDue
      }
      if let silent = members[place].silentSinceMillis,
        silent.saturatingSum(members[place].sessionTimeoutMillis) <= nowMillis
      {
        remove(place, nowMillis: nowMillis)
      }
    }
    if case .preparing(let since, _) = phase {
      let patience = members.map(\.maxPollMillis).max() ?? 0
      if since.saturatingSum(patience) <= nowMillis { members.removeAll { !$0.hasJoined } }
    }
  }

  /// Every time at which ``expire(_:)`` may have something to do.
  func forEachDeadline(_ body: (Int64) -> Void) {
    for member in members {
      if let silent = member.silentSinceMillis {
        body(silent.saturatingSum(member.sessionTimeoutMillis))
      } else {
        body(member.lastPollMillis.saturatingSum(member.maxPollMillis))
      }
    }
    if case .preparing(let since, let notBefore) = phase {
      body(notBefore)
      body(since.saturatingSum(members.map(\.maxPollMillis).max() ?? 0))
    }
  }

  /// What the group says to a member that asks.
  enum Standing: Equatable {
    case current, mustRejoin, waiting, unknown, fenced
    case assigned(generation: Int32, partitions: [TopicPartition])
  }

  func standing(of id: String, generation known: Int32) -> Standing {
    guard let place = place(of: id) else { return replacedIDs.contains(id) ? .fenced : .unknown }
    switch phase {
    case .empty: return .unknown
    case .preparing: return members[place].hasJoined ? .waiting : .mustRejoin
    case .stable:
      if known == generation { return .current }
      return .assigned(generation: generation, partitions: members[place].assignment)
    }
  }
}
