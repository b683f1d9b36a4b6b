import Broker
import Messages

/// The topics that the settings ask for, and how those of a cluster differ from them.
struct TopicPlan {
  let catalogue: TopicCatalogue
  /// Of every topic that is spread over the workers.
  let partitionCount: Int32
  /// -1: the broker's default.
  let replicationFactor: Int16

  /// Read whole by everyone, so that more partitions would only lose the order between records.
  static let singlePartition: Set<TopicRole> = [.roadConditions, .workerStatus]

  /// The topics to make. Co-partitioned ones follow those of them that exist already, whatever the settings say.
  func missing(_ found: [TopicRole: TopicDescription]) -> [(role: TopicRole, topic: NewTopic)] {
    let existing = TopicRole.allCases.first { $0.isCopartitioned && found[$0] != nil }.flatMap {
      found[$0]?.partitionCount
    }
    return TopicRole.allCases.filter { found[$0] == nil }.map { role in
      let count =
        Self.singlePartition.contains(role) ? 1 : role.isCopartitioned ? existing ?? partitionCount : partitionCount
      return (
        role,
        NewTopic(
          catalogue.name(of: role), partitionCount: count, replicationFactor: replicationFactor,
          configuration: ["cleanup.policy": role.cleanup.rawValue])
      )
    }
  }

  /// One finding a topic, in the order of the roles.
  func findings(_ found: [TopicRole: TopicDescription]) -> [TopicFinding] {
    TopicRole.allCases.map { role in
      let name = catalogue.name(of: role)
      guard let topic = found[role] else { return TopicFinding(name: name, state: .missing) }
      let differences = [
        copartitioning(role, topic, found), cleanup(role, topic), timestamps(topic),
      ].compactMap { $0 }
      return TopicFinding(name: name, state: differences.isEmpty ? .fits(topic) : .differs(differences))
    }
  }

  private func copartitioning(
    _ role: TopicRole, _ topic: TopicDescription, _ found: [TopicRole: TopicDescription]
  ) -> String? {
    guard role.isCopartitioned,
      let first = TopicRole.allCases.first(where: { $0.isCopartitioned && found[$0] != nil }),
      let other = found[first], other.partitionCount != topic.partitionCount
    else { return nil }
    return "has \(topic.partitionCount) partitions and \(other.name) has \(other.partitionCount): "
      + "they must be equal, or a vehicle's records would meet no session (recreate one of them)"
  }

  private func cleanup(_ role: TopicRole, _ topic: TopicDescription) -> String? {
    guard let told = topic.configuration["cleanup.policy"] else { return nil }
    let policies = Set(told.split(separator: ",").map { $0.filter { $0 != " " } })
    let wanted = Set(role.cleanup.rawValue.split(separator: ",").map { String($0) })
    guard policies != wanted else { return nil }
    let loss =
      wanted.contains("compact")
      ? "its records would go with their age" : "events of one vehicle would replace each other"
    return "cleanup.policy is \(told), must be \(role.cleanup.rawValue): \(loss) (alter the topic's configuration)"
  }

  private func timestamps(_ topic: TopicDescription) -> String? {
    guard topic.configuration["message.timestamp.type"] == "LogAppendTime" else { return nil }
    return "message.timestamp.type is LogAppendTime, must be CreateTime: the times of the events would be overwritten "
      + "(alter the topic's configuration)"
  }
}

/// What was found about one topic.
struct TopicFinding: Equatable {
  enum State: Equatable {
    case fits(TopicDescription)
    case missing
    case differs([String])
  }

  let name: String
  let state: State

  /// As `topics check` prints it.
  var lines: [String] {
    switch state {
    case .fits(let topic):
      let cleanup =
        topic.configuration["cleanup.policy"].map { ", cleanup \($0)" } ?? ", settings not told by the broker"
      return ["ok       \(name): \(Self.partitions(topic.partitionCount))\(cleanup)"]
    case .missing: return ["missing  \(name)"]
    case .differs(let differences): return differences.map { "differs  \(name): \($0)" }
    }
  }

  /// As `topics create` prints a topic that it made.
  static func created(_ topic: NewTopic) -> String {
    let cleanup = topic.configuration["cleanup.policy"].map { ", cleanup \($0)" } ?? ""
    return "created  \(topic.name): \(partitions(topic.partitionCount))\(cleanup)"
  }

  private static func partitions(_ count: Int32) -> String { "\(count) partition\(count == 1 ? "" : "s")" }

  var fits: Bool { if case .fits = state { true } else { false } }
}
