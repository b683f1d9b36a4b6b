import Broker
import Messages
import Navigator
import Observability
import RoadNetwork
import Routing
import Synchronization
import TestSupport
import Testing

@testable import Worker

/// One fault in a sender reaches every record: the log says so once a minute and not once a record.
@Suite("Faults of every record in the log")
struct FloodTests {
  final class Sink: LogSink {
    private let entries = Mutex<[LogEntry]>([])
    func write(_ entry: LogEntry) { entries.withLock { $0.append(entry) } }
    var all: [LogEntry] { entries.withLock { $0 } }
  }

  let sink = Sink()
  let metrics = MetricRegistry(WorkerMetrics.all)
  let map: RoadMap

  init() throws { map = try RoadMap("A-----B", spacing: 20, roads: ["AB": [:]]) }

  private var log: Log { Log(sink: sink, now: { 0 }) }

  private func text(_ name: String, _ entry: LogEntry?) -> String? {
    guard case .text(let text)? = entry?.fields.first(where: { $0.name == name })?.value else { return nil }
    return text
  }

  private func processor(_ log: Log, check: WorkerSettings.PartitionCheck = .warn) -> NavigatorProcessor {
    var settings = WorkerSettings()
    settings.partitionCheck = check
    let board = ConditionsBoard()
    board.publish(.init(conditions: .none), isComplete: true)
    return NavigatorProcessor(
      navigator: Navigator(network: map.network, router: DijkstraRouter(map.network)),
      surroundings: .init(
        topics: WorkerTopics(
          catalogue: TopicCatalogue(), partitionCount: 64, deadLetterPartitionCount: 1, conditionsPartitionCount: 1),
        settings: settings, tokens: nil, board: board, metrics: metrics, log: log, version: "test"))
  }

  private func fix(_ vehicle: String, partition: Int32, offset: Int64) -> Record {
    Record(
      topic: "navigator.location-updates", partition: partition, offset: offset, timestampMillis: 1_000,
      key: Array(vehicle.utf8), value: Array("{\"vehicleId\":\"\(vehicle)\"}".utf8), headers: [])
  }

  @Test("records in another partition than their key's: one line a partition, with a vehicle and the remedy")
  func mispartitioned() throws {
    let processor = processor(log)
    var sessions = SessionStore<Session>()
    var outputs: [OutgoingRecord] = []
    let wrong = (0..<Int32(64)).filter { $0 != Murmur2.partition(forKey: Array("taxi-17".utf8), count: 64) }.prefix(2)
    for offset in 0..<500 {
      for partition in wrong {
        processor.apply(
          fix("taxi-17", partition: partition, offset: Int64(offset)), rank: 0, to: &sessions, &outputs)
      }
    }
    let lines = sink.all.filter { $0.message.contains("partition") }
    #expect(lines.count == 2)
    #expect(text("vehicle", lines.first) == "taxi-17")
    #expect(text("remedy", lines.first)?.contains("partitioner=murmur2_random") == true)
    #expect(metrics.total(WorkerMetrics.mispartitioned) == 1_000)
    // Those records say nothing of a place: their dead letters too are one line a partition.
    #expect(outputs.count == 1_000 && sink.all.count == 4)
  }

  @Test("road conditions of unknown segments are named, counted, and told once")
  func unknownSegments() throws {
    var builder = ConditionsBuilder(network: map.network, partitionCount: 1, metrics: metrics, log: log)
    for offset in 0..<Int64(200) {
      builder.apply([
        Record(
          topic: "road-conditions", partition: 0, offset: offset, timestampMillis: 0,
          key: Array("\(offset + 1):5:6".utf8), value: Array(#"{"closed":true}"#.utf8), headers: [])
      ])
    }
    #expect(sink.all.count == 1)
    #expect(text("segments", sink.all.first) == "1:5:6")
    #expect(metrics.total(WorkerMetrics.conditionsUnknown) == 200)
    let page = metrics.exposition()
    #expect(page.contains("navigator_conditions_unknown_total 200"))
  }
}
