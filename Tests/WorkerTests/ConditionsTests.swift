import Broker
import Messages
import Observability
import RoadNetwork
import Routing
import Synchronization
import TestSupport
import Testing

@testable import Worker

@Suite("Road conditions that are refused, and what is in force")
struct ConditionsTests {
  let sink = FloodTests.Sink()
  let metrics = MetricRegistry(WorkerMetrics.all)
  let map: RoadMap
  let segment: SegmentReference

  init() throws {
    map = try RoadMap("A-----B", spacing: 20, roads: ["AB": [:]])
    segment = SegmentReference(try map.edge("A", "B"), on: map.network)
  }

  private var builder: ConditionsBuilder {
    ConditionsBuilder(
      network: map.network, partitionCount: 1, metrics: metrics, log: Log(sink: sink, now: { 0 }))
  }

  private func record(_ key: String, _ value: String?, offset: Int64 = 0) -> Record {
    Record(
      topic: "road-conditions", partition: 0, offset: offset, timestampMillis: 0, key: Array(key.utf8),
      value: value.map { Array($0.utf8) }, headers: [])
  }

  private func text(_ name: String) -> String? {
    guard case .text(let text)? = sink.all.first?.fields.first(where: { $0.name == name })?.value else { return nil }
    return text
  }

  private var closed: String { "{\"closed\":true}" }
  private var place: String {
    "\"segment\":{\"wayId\":\"\(segment.wayID)\",\"fromNodeId\":\"\(segment.fromNodeID)\",\"toNodeId\":\"\(segment.toNodeID)\"}"
  }

  @Test("what cannot be read is counted by a name of its own, with a remedy in the log, and is no dead letter")
  func unreadable() throws {
    var builder = builder
    for (offset, value) in ["not json", "{}", #"{"segment":{"wayId":"1"},"speedKph":-3}"#].enumerated() {
      builder.apply([record("x", value, offset: Int64(offset))])
    }
    let page = metrics.exposition()
    for reason in ["BAD_PROTOBUF", "MISSING_FIELD", "OUT_OF_RANGE"] {
      #expect(page.contains("navigator_conditions_unreadable_total{reason=\"\(reason)\"} 1"))
    }
    #expect(metrics.total(WorkerMetrics.deadLetters) == 0)
    #expect(sink.all.count == 3)
    #expect(text("detail")?.contains("read as protobuf because content-type is absent") == true)
    #expect(text("remedy")?.contains("content-type") == true)
  }

  @Test(
    "a report that contradicts itself or says nothing is refused: counted, logged with a remedy, out of force",
    arguments: [
      ("\"speedKph\":900", "CONDITION_SPEED_OUT_OF_RANGE"),
      (
        "\"closed\":true,\"validFrom\":\"2026-05-02T00:00:00Z\",\"validUntil\":\"2026-05-01T00:00:00Z\"",
        "CONDITION_VALIDITY_REVERSED"
      ),
      ("\"source\":\"nobody\"", "CONDITION_WITHOUT_EFFECT"),
    ])
  func refused(_ members: String, _ reason: String) throws {
    var builder = builder
    builder.apply([record(segment.key, "{\(place),\"closed\":true}")])
    #expect(!builder.snapshot.conditions.isEmpty && sink.all.isEmpty)
    builder.apply([record(segment.key, "{\(place),\(members)}", offset: 1)])
    #expect(builder.snapshot.conditions.isEmpty)
    #expect(metrics.exposition().contains("navigator_records_refused_total{reason=\"\(reason)\"} 1"))
    #expect(sink.all.count == 1)
    #expect(text("reason") == reason && text("remedy")?.isEmpty == false)
  }

  @Test("a key that names another segment than the value is refused; a key of the sender's own is not")
  func keyOfOtherSegment() throws {
    var builder = builder
    let reversed = "\(segment.wayID):\(segment.toNodeID):\(segment.fromNodeID)"
    builder.apply([record(reversed, "{\(place),\"closed\":true}")])
    #expect(builder.snapshot.conditions.isEmpty)
    #expect(
      metrics.exposition().contains("navigator_records_refused_total{reason=\"CONDITION_KEY_OF_OTHER_SEGMENT\"} 1"))
    builder.apply([record("works-17", "{\(place),\"closed\":true}", offset: 1)])
    builder.apply([record(segment.key, closed, offset: 2)])
    #expect(!builder.snapshot.conditions.isEmpty)
    #expect(metrics.total(WorkerMetrics.refused) == 1 && sink.all.count == 1)
  }

  @Test("closures and speeds are counted by their keys while they are valid")
  func tally() throws {
    var builder = builder
    builder.apply([
      record("a", "{\(place),\"speedKph\":30,\"validUntil\":\"1970-01-01T00:00:10Z\"}"),
      record("b", "{\(place),\"speedKph\":0}", offset: 1),
      record("c", "{\(place),\"closed\":true,\"speedKph\":12}", offset: 2),
      record("d", "{\(place),\"speedKph\":900}", offset: 3), record("1:2:3", closed, offset: 4),
    ])
    #expect(builder.tally.inForce(atMillis: 9_999) == (2, 1))
    #expect(builder.tally.inForce(atMillis: 10_000) == (2, 0))
    builder.apply([record("b", nil, offset: 5), record("c", "{\(place),\"speedKph\":12}", offset: 6)])
    #expect(builder.tally.inForce(atMillis: 0) == (0, 2))
  }

  @Test("arriving records are told at once after a quiet minute, then once a minute with their number")
  func arrivals() {
    var notice = ArrivalNotice()
    #expect(notice.due(atMillis: 0) == nil)
    notice.note(1)
    #expect(notice.due(atMillis: 1_000) == 1)
    notice.note(4_000)
    notice.note(1_999)
    #expect(notice.due(atMillis: 60_999) == nil)
    #expect(notice.due(atMillis: 61_000) == 5_999)
    #expect(notice.due(atMillis: 200_000) == nil)
    notice.note(2)
    #expect(notice.due(atMillis: 200_001) == 2)
  }
}
