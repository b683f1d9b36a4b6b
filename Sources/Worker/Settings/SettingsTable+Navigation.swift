extension SettingsTable {
  /// The navigator core's tunables; their meaning stands with `NavigatorSettings`.
  static let navigation: [SettingDefinition] = [
    .init("skew.limit", .navigation, .duration(0...day), default: "5 min", "a fix dated further ahead of its record is refused"),
    .init("fix.max_age", .navigation, .duration(1_000...day), default: "30 s", "an assignment waits when the last fix is older"),
    .init("fix.timeout", .navigation, .duration(1_000...day), default: "60 s", "how long an assignment waits for a fix"),
    .init("snap.max_distance", .navigation, .number(1...10_000), default: "200", "metres within which a stop must have a road"),
    .init("offroute.distance", .navigation, .number(1...1_000), default: "35", "metres beside the route that may be off route"),
    .init("offroute.fixes", .navigation, .integer(1...100), default: "3", "fixes in a row that make a vehicle off route"),
    .init("reroute.min_interval", .navigation, .duration(0...3_600_000), default: "5 s", "least event time between two reroutes"),
    .init("arrival.distance", .navigation, .number(1...1_000), default: "30", "metres of remaining route at which a stop is reached"),
    .init("arrival.dwell", .navigation, .duration(0...3_600_000), default: "10 s", "standing time that makes an arrival within arrival.radius"),
    .init("arrival.radius", .navigation, .number(1...1_000), default: "50", "metres around a stop for arrival by standing"),
    .init("session.keep", .navigation, .duration(60_000...(365 * day)), default: "24 h", "idle sessions are forgotten after this"),
    .init("progress.seconds", .navigation, .number(0...86_400), default: "5", "change of remaining time that publishes progress"),
    .init("progress.meters", .navigation, .number(0...1_000_000), default: "25", "change of remaining distance that publishes progress"),
    .init("delay.medium_ratio", .navigation, .number(1...100), default: "1.25", "travel time over free flow from which a delay is medium"),
    .init("delay.heavy_ratio", .navigation, .number(1...100), default: "1.6", "travel time over free flow from which a delay is heavy"),
    .init("rebuild.connector", .navigation, .number(0...10_000), default: "60", "metres of legal connector onto a planned route"),
    .init("search.budget", .navigation, .integer(1_000...1_000_000_000), default: "5000000", "most nodes settled by one route search"),
  ]
}
