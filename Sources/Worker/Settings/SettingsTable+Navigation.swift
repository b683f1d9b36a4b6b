extension SettingsTable {
  /// The navigator core's tunables; their meaning stands with `NavigatorSettings`, and a test holds the defaults equal.
  static let navigation: [SettingDefinition] = positions + assigning + leaving + arriving + progress

  private static let positions: [SettingDefinition] = [
    .init(
      "skew.limit", .navigation, .duration(0...day), default: "5 min",
      "a fix dated further ahead of its record is refused"),
    .init(
      "fix.max_age", .navigation, .duration(1_000...day), default: "30 s",
      "an assignment waits when the last fix is older"),
    .init(
      "fix.timeout", .navigation, .duration(1_000...day), default: "60 s", "how long an assignment waits for a fix"),
    .init(
      "accuracy.default", .navigation, .number(0.1...1_000), default: "10",
      "metres of accuracy assumed where a fix does not say"),
    .init(
      "idle.keep_interval", .navigation, .duration(0...day), default: "10 s",
      "a vehicle without a trip keeps a new position after this time, or after idle.keep_distance"),
    .init(
      "idle.keep_distance", .navigation, .number(0...100_000), default: "20",
      "metres after which a vehicle without a trip keeps a new position"),
    .init(
      "session.keep", .navigation, .duration(60_000...(365 * day)), default: "24 h",
      "idle sessions are forgotten after this"),
  ]

  private static let assigning: [SettingDefinition] = [
    .init(
      "snap.max_distance", .navigation, .number(1...100_000), default: "1000",
      "metres within which a stop must have a road"),
    .init(
      "stops.max", .navigation, .integer(1...500), default: "25",
      "most stops of an assignment; more are a waypoint error"),
    .init(
      "token.origin_distance", .navigation, .number(0...100_000), default: "25",
      "metres from a token's origin beyond which its plan cannot be joined there"),
    .init(
      "token.ttl", .navigation, .duration(1_000...(3_650 * day)),
      "tokens older than this are expired; without it by their own expiry only"),
    .init(
      "rebuild.connector", .navigation, .number(0...10_000), default: "60",
      "metres of legal connector onto a planned route"),
    .init(
      "search.budget", .navigation, .integer(1_000...1_000_000_000), default: "5000000",
      "most directed edges settled by one route search"),
  ]

  private static let leaving: [SettingDefinition] = [
    .init(
      "offroute.distance", .navigation, .number(1...1_000), default: "35",
      "metres beside the route that may be off route"),
    .init(
      "offroute.accuracy_factor", .navigation, .number(0...100), default: "2",
      "accuracies beside the route that may be off route"),
    .init(
      "offroute.fixes", .navigation, .integer(1...100), default: "3", "fixes in a row that make a vehicle off route"),
    .init(
      "offroute.heading", .navigation, .number(1...180), default: "60",
      "degrees off the road's direction that speak of another road"),
    .init(
      "offroute.min_speed", .navigation, .number(0...50), default: "2",
      "metres a second below which a vehicle has not moved"),
    .init(
      "offroute.sparse", .navigation, .duration(0...3_600_000), default: "15 s",
      "fixes this far apart may hide a drive between two stands: a jump counts as moved though no speed is reported"),
    .init(
      "reroute.min_interval", .navigation, .duration(0...3_600_000), default: "5 s",
      "least event time between two reroutes; after a search without a route at least 1 s"),
    .init(
      "reroute.max_interval", .navigation, .duration(1_000...day), default: "60 s",
      "where the doubling of reroute.min_interval ends"),
    .init("faster.tolerance", .navigation, .duration(0...day), default: "120 s", "time that a faster route must save"),
    .init(
      "faster.share", .navigation, .number(0...1), default: "0.1", "share of the time that a faster route must save"),
  ]

  private static let arriving: [SettingDefinition] = [
    .init(
      "arrival.distance", .navigation, .number(1...1_000), default: "30",
      "metres of remaining route at which a stop is reached"),
    .init(
      "arrival.radius", .navigation, .number(1...1_000), default: "50", "metres around a stop for arrival by standing"),
    .init(
      "arrival.dwell", .navigation, .duration(0...3_600_000), default: "10 s",
      "standing time that makes an arrival within arrival.radius"),
    .init(
      "arrival.dwell_speed", .navigation, .number(0...50), default: "2", "metres a second below which a vehicle stands"),
    .init(
      "stop.approach_distance", .navigation, .number(1...100_000), default: "300",
      "metres of remaining route at which a stop is approached"),
    .init(
      "stop.depart_distance", .navigation, .number(1...100_000), default: "60",
      "metres from a stop at which it was left"),
  ]

  private static let progress: [SettingDefinition] = [
    .init(
      "progress.time", .navigation, .number(0...86_400), default: "5",
      "seconds of remaining time whose change publishes progress"),
    .init(
      "progress.distance", .navigation, .number(0...1_000_000), default: "25",
      "metres of remaining distance whose change publishes progress"),
    .init(
      "delay.medium", .navigation, .number(1...100), default: "1.25",
      "travel time over free flow from which a delay is medium"),
    .init(
      "delay.heavy", .navigation, .number(1...100), default: "1.6",
      "travel time over free flow from which a delay is heavy"),
  ]
}
