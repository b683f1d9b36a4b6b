import Broker
import Messages
import Navigator
import SimulatedBroker
import TestSupport
import Testing
import Worker

/// A replay of the records publishes what the worker publishes for them, per topic and partition, and the same bytes on every run.
@Suite("A replay equals the worker")
struct ReplayEqualsTheWorker {
  /// The input log as a replay takes it: short topic names.
  func inputs(_ fleet: Fleet<NavigatorProcessor>) -> [Record] {
    WorkerTopics.inputs.flatMap { role in
      fleet.cluster.records(of: fleet.topics.catalogue.name(of: role)).map { record in
        var short = record
        short.topic = role.rawValue
        return short
      }
    }
  }

  func replay(_ town: DrivingTown, _ records: [Record]) -> [TopicPartition: [Record]] {
    var settings = WorkerSettings.scenario
    settings.outputEncoding = .json
    let published = Replay(parts: town.parts, settings: settings, partitions: 2)
      .run(records, clockMillis: .max)
    var lanes: [TopicPartition: [Record]] = [:]
    for record in published {
      lanes[TopicPartition(topic: "navigator." + record.topic, partition: record.partition), default: []].append(record)
    }
    return lanes
  }

  @Test("for trips as planned, detours, arrivals, commands and bad records", arguments: Seeds.fromEnvironment(count: 2))
  func equal(seed: UInt64) throws {
    let town = try DrivingTown()
    let fleet = town.fleet(seed: seed, records: try town.traffic(8))
    fleet.start("w-0")
    #expect(fleet.run())
    for _ in 0..<50 { fleet.step() }
    let published = fleet.published
    let types = Set(
      published.values.joined().compactMap { record in
        record.headers.first { $0.name == "ce_type" }?.value.map { String(decoding: $0, as: UTF8.self) }
      })
    #expect(
      types.isSuperset(
        of: ["RouteStatus", "RouteTokenExecutionDetails", "Arrival", "TripProgress"].map { "navigator.v1.\($0)" }))
    let records = inputs(fleet)
    let replayed = replay(town, records)
    // The source topic's name stands in a dead letter's headers; on a cluster it has the prefix.
    func withoutSource(_ lanes: [TopicPartition: [Record]]) -> [TopicPartition: [Record]] {
      lanes.mapValues { lane in
        lane.map { record in
          var other = record
          other.headers.removeAll { $0.name == "navigator.dlt.source-topic" }
          return other
        }
      }
    }
    Invariants.expectEqual(withoutSource(published), withoutSource(replayed), "SEED=\(seed)")
    Invariants.expectEqual(replay(town, records.reversed()), replayed, "order of the lines")
  }
}
