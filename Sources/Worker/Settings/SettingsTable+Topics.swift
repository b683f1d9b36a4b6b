extension SettingsTable {
  /// Names of the topics, one setting a role; a name that is not set is the prefix and the role.
  static let topics: [SettingDefinition] =
    [
      .init("topics.prefix", .topics, .text, default: "navigator.", "begins every topic name that is not set by itself")
    ]
    + topicRoles.map {
      .init("topics.\($0)", .topics, .text, "name of the \($0) topic; without it topics.prefix and \($0)")
    }
    + framedRoles.map {
      .init(
        "topics.\($0).framing", .topics, .choice(["bare", "confluent"]), default: "bare",
        "confluent: values of \($0) carry a schema registry's framing")
    } + [
      .init(
        "topics.partitions", .topics, .integer(1...10_000), default: "6",
        "partitions of the topics that navigator topics create makes"),
      .init(
        "topics.replication", .topics, .integer(-1...32), default: "-1",
        "replicas of the topics that navigator topics create makes; -1 takes the broker's default"),
    ]

  static let topicRoles = [
    "route-assignments", "location-updates", "road-conditions", "service-requests", "route-status", "execution-details",
    "arrivals", "trip-progress", "service-responses", "dead-letters", "worker-status", "sessions-changelog",
  ]
  static let framedRoles = ["route-assignments", "location-updates", "road-conditions", "service-requests"]
}
