public import Broker
public import Messages

/// Checks at the start that the topics are there and fit together.
public enum TopicCheck {
  /// Roles that a worker cannot do without.
  static func needed(serviceThreads: Int) -> [TopicRole] {
    TopicRole.allCases.filter { role in
      role != .serviceRequests && role != .serviceResponses || serviceThreads > 0
    }
  }

  /// Describes the topics.
  ///
  /// - Throws: `SettingsFailure` with one line that names every missing topic, or the two that differ.
  public static func run(
    _ admin: any BrokerAdmin, _ catalogue: TopicCatalogue, serviceThreads: Int, timeout: Duration
  ) throws -> WorkerTopics {
    let roles = needed(serviceThreads: serviceThreads)
    let names = roles.map { catalogue.name(of: $0) }
    let descriptions = try admin.describeTopics(names, timeout: timeout)
    return try judge(catalogue, Dictionary(zip(roles, descriptions), uniquingKeysWith: { first, _ in first }))
  }

  /// The decision, apart from the broker.
  static func judge(_ catalogue: TopicCatalogue, _ found: [TopicRole: TopicDescription?]) throws(SettingsFailure)
    -> WorkerTopics
  {
    let roles = TopicRole.allCases.filter { found[$0] != nil }
    let missing = roles.filter { (found[$0] ?? nil) == nil }.map { catalogue.name(of: $0) }
    if !missing.isEmpty {
      throw SettingsFailure(
        "missing topic\(missing.count == 1 ? "" : "s") \(missing.joined(separator: ", ")) (make them with navigator topics create)"
      )
    }
    func count(_ role: TopicRole) -> Int32 { (found[role] ?? nil)?.partitionCount ?? 1 }
    let first = WorkerTopics.inputs[0]
    for role in roles where role.isCopartitioned && count(role) != count(first) {
      throw SettingsFailure(
        "\(catalogue.name(of: role)) has \(count(role)) partitions and \(catalogue.name(of: first)) has \(count(first)); "
          + "they must be equal (recreate one of them; a vehicle's records would meet no session otherwise)")
    }
    return WorkerTopics(
      catalogue: catalogue, partitionCount: count(first), deadLetterPartitionCount: count(.deadLetters),
      conditionsPartitionCount: count(.roadConditions))
  }
}
