import Broker
import Messages
import Navigator
import SimulatedBroker
import TestSupport
import Testing
import Worker

/// A vehicle whose records come minutes late has as long for its first fix as any other: the event time of its task, which
/// others have carried on, does not end the wait.
@Suite("A lagging vehicle is not timed out by others")
struct ALaggingVehicleIsNotTimedOutByOthers {
  private let town: DrivingTown
  private static let lag: Int64 = 240_000

  init() throws { town = try DrivingTown() }

  /// A command for one vehicle, then an assignment of another one, dated minutes before, without a fix.
  private func records() throws -> [OutgoingRecord] {
    let place = try town.map.coordinate("A")
    return [
      town.record(
        .routeAssignments, "ahead", "ContinueToNextDestination", at: DrivingTown.start + Self.lag,
        "\"requestId\":\"r\",\"stopIndex\":0"),
      try town.assignment("late", "a1", from: place, to: [town.map.coordinate("E")], at: DrivingTown.start),
    ]
  }

  private func replayed(_ records: [OutgoingRecord], untilMillis: Int64? = nil) -> [String] {
    var settings = WorkerSettings.scenario
    settings.outputEncoding = .json
    var offsets: [String: Int64] = [:]
    let taken = records.map { record in
      let role = TopicCatalogue().role(ofTopic: record.topic)?.rawValue ?? ""
      defer { offsets[role, default: 0] += 1 }
      return Record(
        topic: role, partition: 0, offset: offsets[role] ?? 0, timestampMillis: record.timestampMillis ?? 0,
        key: record.key, value: record.value, headers: record.headers)
    }
    return Replay(parts: town.parts, settings: settings, partitions: 1)
      .run(taken, untilMillis: untilMillis, clockMillis: .max - 1_000_000)
      .filter { $0.topic == TopicRole.routeStatus.rawValue }
      .map { String(decoding: $0.value ?? [], as: UTF8.self) }
  }

  private func timeouts(_ statuses: [String]) -> Int { statuses.filter { $0.contains("LOCATION_TIMEOUT") }.count }

  @Test("at the log's end it waits on, and its fix, when it comes, is used")
  func waits() throws {
    #expect(timeouts(replayed(try records())) == 0)
    let later =
      try records() + [
        town.fix("ahead", try town.map.coordinate("B"), at: DrivingTown.start + Self.lag + 5_000),
        town.fix("late", try town.map.coordinate("A"), at: DrivingTown.start + 5_000),
      ]
    let statuses = replayed(later)
    #expect(timeouts(statuses) == 0)
    #expect(statuses.last?.contains(#""status":"OK""#) == true)
  }

  @Test("without a fix it ends when the task's time has gone on by as much as the wait, dated by its own deadline")
  func ends() throws {
    let end = DrivingTown.start + Self.lag + 60_000
    #expect(timeouts(replayed(try records(), untilMillis: end - 1)) == 0)
    let statuses = replayed(try records(), untilMillis: end)
    #expect(timeouts(statuses) == 1)
    #expect(statuses.last?.contains(#""eventTime":"2026-01-01T00:01:00Z""#) == true)
  }

  @Test("a running worker does not end the wait either, also when it is started again in between")
  func runningWorker() throws {
    let fleet = town.fleet(seed: 1, records: try records(), partitions: 1)
    func statuses() -> [String] {
      fleet.cluster.records(of: "navigator.route-status").map { String(decoding: $0.value ?? [], as: UTF8.self) }
    }
    fleet.start("w-0")
    #expect(fleet.run())
    for _ in 0..<100 { fleet.step() }
    fleet.cluster.kill("w-0")
    fleet.restartKilled()
    for _ in 0..<1_000 { fleet.step() }
    #expect(timeouts(statuses()) == 0)
    fleet.cluster.append(town.fix("late", try town.map.coordinate("A"), at: DrivingTown.start + 5_000))
    #expect(fleet.run())
    #expect(statuses().last?.contains(#""status":"OK""#) == true)
    #expect(timeouts(statuses()) == 0)
  }
}
