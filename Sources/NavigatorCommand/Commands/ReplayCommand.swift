import Broker
import Messages
import RouteTokens
import Worker

/// `navigator replay`: what a worker would publish for recorded inputs.
struct ReplayCommand: Command {
  let name = "replay"
  let summary = "Publish to standard output what a worker would for recorded inputs; no Kafka."
  let options: [CommandOption] = [
    .required("network", "FILE", "the road network"),
    .value("keys", "FILE", "key ring that opens the route tokens"),
    SpeedTableFile.option,
    SettingsSource.option,
    .value("partitions", "N", "partitions of the topics, where a record names none (6)"),
    .value(
      "until", "MILLIS",
      "event time up to which deadlines fire after the last record (those that the records have left behind)"),
  ]
  let operands = CommandOperands.one("RECORDS.jsonl")
  let notes = """
    A line of the file is {"topic","partition","offset","timestamp","key","headers":{},"value":{} or "valueBase64"}, topics by their short
    names; partition absent: murmur2 of the key; offset absent: a running count. The output has the same form, by topic and partition.
    Events are JSON unless the settings say output.encoding = protobuf.
    """
  let example = "navigator replay --network city.nav --keys keys.json incident.jsonl"

  func run(_ invocation: Invocation) throws(CommandFailure) {
    let effective = try SettingsSource.read(invocation)
    var settings = try SettingsSource.workerSettings(effective)
    if effective.origin("output.encoding") == .default { settings.outputEncoding = .json }
    let network = try NetworkFile.open(try invocation.required("network"))
    var tokens: TokenOpener?
    if let keys = invocation.value("keys") ?? effective.text("keys.file") {
      tokens = TokenOpener(keys: try KeyRingCommands.read(keys))
    }
    let count = try invocation.integer("partitions", in: 1...10_000)
    let until = try invocation.integer("until", in: 0...Int.max)
    let partitions = Int32(count ?? 6)
    let records = try RecordFile.read(invocation.operands[0], partitions: partitions)
    let parts = WorkerParts(
      network: network,
      speeds: try SpeedTableFile.model(invocation.value("speeds") ?? effective.text("speeds.file"), on: network),
      navigatorSettings: effective.navigatorSettings, tokens: tokens, framings: effective.framings,
      version: ProgramVersion.text)
    let highest = records.map(\.partition).max() ?? 0
    if highest >= partitions {
      throw CommandFailure(
        .badData, "a record is of partition \(highest), but there are \(partitions)",
        "give --partitions \(highest + 1) or more")
    }
    let output = StandardOutput()
    let conditions = records.filter { $0.topic == TopicRole.roadConditions.rawValue }.map(\.partition).max() ?? 0
    for record in Replay(parts: parts, settings: settings, partitions: partitions, conditionsPartitions: conditions + 1)
      .run(records, untilMillis: until.map { Int64($0) }, clockMillis: SystemClock().wallMillis)
    {
      output.writeLine(RecordFile.line(record))
    }
    try output.flush()
  }
}
