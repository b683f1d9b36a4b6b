import Broker
import Foundation
import KafkaBroker
import Messages
import RoadNetwork
import RouteTokens
import Worker

/// `navigator simulate`: simulated vehicles into the topics, or into a record file.
struct SimulateCommand: Command {
  let name = "simulate"
  let summary = "Drive simulated vehicles into the topics, or into a record file for replay."
  let options: [CommandOption] = [
    .required("network", "FILE", "the road network to drive on"),
    SettingsSource.option,
    .value("vehicles", "N", "how many vehicles, each with a trip of one to three stops (10)"),
    .value(
      "rate", "R",
      "location updates a second of real time, all vehicles together (one a second for each vehicle; 0: as fast as possible)"
    ),
    .value("jitter", "M", "noise of the reported positions, metres (4)"),
    .value("detour", "P", "share of the vehicles that leave their plan, 0 to 1 (0)"),
    .value("seed", "N", "the same seed, network and start give the same trips (1)"),
    .value(
      "keys", "FILE", "key ring that seals the tokens; without one (here or as keys.file) vehicles get destinations"),
    SpeedTableFile.option,
    .value("start", "MILLIS", "event time of the first record, milliseconds since 1970 (now; for --out 2026-01-01)"),
    .value("out", "FILE.jsonl", "write a record file instead of producing; - is standard output"),
  ]
  let example = "navigator simulate --network city.nav --config worker.properties --vehicles 500 --rate 500"

  /// 2026-01-01T00:00:00Z: a record file is the same whenever it is made.
  private static let fileStartMillis = 1_767_225_600_000

  func run(_ invocation: Invocation) throws(CommandFailure) {
    let settings = try SettingsSource.read(invocation)
    if let out = invocation.value("out"), out != "-" { try OutputFile.refuseLoss(of: out, unless: .records) }
    let network = try NetworkFile.open(try invocation.required("network"))
    let keysPath = invocation.value("keys") ?? settings.text("keys.file")
    let keys: KeyRing? = if let keysPath { try KeyRingCommands.read(keysPath) } else { nil }
    let out = invocation.value("out")
    let vehicles = try invocation.integer("vehicles", in: 1...1_000_000) ?? 10
    let rate = try invocation.number("rate", in: 0...10_000_000) ?? Double(vehicles)
    let now = Int(Date().timeIntervalSince1970 * 1_000)
    let start = try invocation.integer("start", in: 0...4_102_444_800_000) ?? (out == nil ? now : Self.fileStartMillis)
    var options = Fleet.Options(startMillis: Int64(start))
    options.vehicles = vehicles
    options.jitterMeters = try invocation.number("jitter", in: 0...1_000) ?? 4
    options.detourShare = try invocation.number("detour", in: 0...1) ?? 0
    options.seed = UInt64(try invocation.integer("seed", in: 0...Int.max) ?? 1)
    options.staggerSeconds = min(1, 600 / Double(vehicles))

    let speeds = try SpeedTableFile.model(invocation.value("speeds") ?? settings.text("speeds.file"), on: network)
    let fleet = Fleet(options, planner: TripPlanner(network: network, keys: keys, speeds: speeds)) { number in
      if number % 50 == 0 { StandardError.progress("planning trip \(number) of \(vehicles)") }
    }
    StandardError.endProgress()
    guard fleet.vehicleCount > 0 else {
      throw CommandFailure(.badData, "no trip could be planned on this network", "build it from a larger extract")
    }
    let sink = try sink(out, settings, invocation)
    let counts = try drive(fleet, into: sink, rate: out == nil ? rate : 0)
    try sink.finish()
    StandardError.write(counts.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\n" }.joined())
  }

  private func sink(
    _ out: String?, _ settings: EffectiveSettings, _ invocation: Invocation
  ) throws(CommandFailure) -> any RecordSink {
    if let out { return RecordFileSink(out == "-" ? StandardOutput() : try StandardOutput.creating(out)) }
    // Asked first: a producer without a broker would only wait.
    let cluster = try TopicCluster(invocation)
    let described = try cluster.describe()
    cluster.close()
    for role in [TopicRole.routeAssignments, .locationUpdates] where described[role] == nil {
      throw CommandFailure(
        .settings, "the topic \(settings.catalogue.name(of: role)) is missing", "make it: navigator topics create")
    }
    let bootstrap = try SettingsSource.required("bootstrap", settings)
    return try TopicSink(
      broker: KafkaBroker(settings.kafkaSettings(bootstrap: bootstrap)), topics: settings.catalogue,
      clientID: "navigator-simulate")
  }

  /// Sends second after second, held to the rate; returns the count by message.
  private func drive(_ fleet: Fleet, into sink: any RecordSink, rate: Double) throws(CommandFailure) -> [String: Int] {
    var fleet = fleet
    var counts: [String: Int] = [:]
    var fixes = 0
    let begun = ContinuousClock.now
    while !fleet.isFinished {
      for message in fleet.nextSecond() {
        try sink.send(message)
        counts[message.type.rawValue, default: 0] += 1
        if message.role == .locationUpdates { fixes += 1 }
      }
      guard rate > 0 else { continue }
      let ahead = Duration.seconds(Double(fixes) / rate) - (ContinuousClock.now - begun)
      if ahead > .zero { Thread.sleep(forTimeInterval: ahead / .seconds(1)) }
    }
    return counts
  }
}

extension StandardOutput {
  /// A new file, or an old one emptied.
  static func creating(_ path: String) throws(CommandFailure) -> StandardOutput {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw CommandFailure(
        .inputOutput, "cannot write \(path): \(String(cString: strerror(errno)))", "check the path and its permissions")
    }
    return StandardOutput(descriptor: descriptor)
  }
}
