import Broker

/// What ``GroupMetadata`` carries in the simulation.
struct MemberIdentity: Equatable {
  var group: String
  var generation: Int32
  var memberID: String
  var instanceID: String?

  /// As one line of text, its fields apart by a byte that no id holds.
  var metadata: GroupMetadata {
    GroupMetadata(
      bytes: Array([group, String(generation), memberID, instanceID ?? ""].joined(separator: "\u{0}").utf8))
  }

  init(group: String, generation: Int32, memberID: String, instanceID: String?) {
    self.group = group
    self.generation = generation
    self.memberID = memberID
    self.instanceID = instanceID
  }

  init?(_ metadata: GroupMetadata) {
    let parts = String(decoding: metadata.bytes, as: UTF8.self).split(
      separator: "\u{0}", omittingEmptySubsequences: false)
    guard parts.count == 4, let generation = Int32(parts[1]) else { return nil }
    self.init(
      group: String(parts[0]), generation: generation, memberID: String(parts[2]),
      instanceID: parts[3].isEmpty ? nil : String(parts[3]))
  }
}

extension ConsumerGroup {
  /// Whether a commit by this identity is refused (GroupCoordinator.validateOffsetCommit of Kafka 3.5).
  ///
  /// A transactional commit of nobody (no member id, no generation) is *not* refused: older clients send that.
  func refusal(of identity: MemberIdentity, isTransactional: Bool) -> BrokerCode? {
    if identity.generation < 0, phase == .empty { return nil }
    if identity.generation >= 0 || !identity.memberID.isEmpty || identity.instanceID != nil {
      if let instance = identity.instanceID {
        guard let member = members.first(where: { $0.instanceID == instance }) else { return .unknownMemberID }
        if member.id != identity.memberID { return .fencedInstanceID }
      } else if place(of: identity.memberID) == nil {
        return .unknownMemberID
      }
      return identity.generation == generation ? nil : .illegalGeneration
    }
    return isTransactional ? nil : .unknownMemberID
  }

  mutating func commit(_ offsets: [PartitionOffset]) {
    for offset in offsets { committed[offset.partition] = offset.offset }
  }

  mutating func addPending(_ offsets: [PartitionOffset], producerID: Int64) {
    if let place = pending.firstIndex(where: { $0.producerID == producerID }) {
      pending[place].offsets += offsets
    } else {
      pending.append(PendingOffsets(producerID: producerID, offsets: offsets))
    }
  }

  /// The transaction is decided: its offsets count, or never were.
  mutating func resolvePending(producerID: Int64, commits: Bool) {
    guard let place = pending.firstIndex(where: { $0.producerID == producerID }) else { return }
    let resolved = pending.remove(at: place)
    if commits { commit(resolved.offsets) }
  }

  func isUnstable(_ partition: TopicPartition) -> Bool {
    pending.contains { $0.offsets.contains { $0.partition == partition } }
  }
}
