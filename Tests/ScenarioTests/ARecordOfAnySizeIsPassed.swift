import Broker
import SimulatedBroker
import TestSupport
import Testing
import Worker

/// A record as large as the broker takes, in whichever of its parts, cannot stand in the way: its dead letter, which would be larger still,
/// leaves out what does not fit, and the records behind it are applied.
@Suite("A record of any size is passed")
struct ARecordOfAnySizeIsPassed {
  static let parts = ["value", "headers", "key"]

  /// A record of nearly a megabyte, all of it in one part.
  func flood(_ part: String) -> OutgoingRecord {
    let size = 1_040_000
    var record = OutgoingRecord(
      topic: "navigator.location-updates", key: Array("v0".utf8), value: Array("{nonsense".utf8),
      timestampMillis: DrivingTown.start + 5_000)
    switch part {
    case "value": record.value = Array(repeating: 0xFF, count: size)
    case "headers":
      record.headers = (0..<(size / 60)).map { RecordHeader("flood-\($0)", Array(repeating: 0xFF, count: 40)) }
    default: record.key = Array(repeating: 0x61, count: size)
    }
    return record
  }

  @Test("whichever part is large", arguments: parts)
  func passed(part: String) throws {
    let town = try DrivingTown()
    var records = try town.trip(0, wandering: false)
    records.insert(flood(part), at: 6)
    let fleet = town.fleet(seed: 1, records: records, partitions: 1)
    fleet.start("w-0")
    #expect(fleet.run())
    #expect(fleet.ends.isEmpty)
    let letters = fleet.cluster.records(of: "navigator.dead-letters")
    #expect(letters.count == 1)
    let omitted = letters.first?.headers.last { $0.name == "navigator.dlt.omitted" }?.value
    let expected = ["value": "value", "headers": "value,headers", "key": "value,headers,key"][part]
    #expect(omitted.map { String(decoding: $0, as: UTF8.self) } == expected)
    let arrivals = fleet.cluster.records(of: "navigator.arrivals").filter {
      String(decoding: $0.value ?? [], as: UTF8.self).contains("arrivedAt")
    }
    #expect(arrivals.count == 2)
  }

  @Test("a large record that is well-formed is applied, header flood and all")
  func applied() throws {
    let town = try DrivingTown()
    var records = try town.trip(0, wandering: false)
    let plain = town.fleet(seed: 1, records: records, partitions: 1)
    plain.start("w-0")
    #expect(plain.run())
    records[5].headers += flood("headers").headers
    let fleet = town.fleet(seed: 1, records: records, partitions: 1)
    fleet.start("w-0")
    #expect(fleet.run())
    Invariants.expectEqual(fleet.published, plain.published, "header flood")
  }

  /// Members of an assignment that make its events or its session larger than a record may be.
  static let swollen: [(name: String, member: String)] = [
    ("a title that JSON escapes", "\"stops\":[{\"title\":\"" + String(repeating: "\\u0001", count: 120_000) + "\"}]"),
    (
      "many labels",
      "\"stops\":[{\"labels\":{"
        + (0..<3_000).map { "\"l\($0)\":\"" + String(repeating: "x", count: 200) + "\"" }.joined(separator: ",") + "}}]"
    ),
    ("a long assignment id", "\"assignmentId\":\"" + String(repeating: "a", count: 500_000) + "\""),
    ("a long trip id", "\"tripId\":\"" + String(repeating: "t", count: 2_000) + "\""),
  ]

  @Test(
    "what would not fit the events or the changelog is one dead letter, and leaves no trace in the session",
    arguments: swollen.map(\.name))
  func swollenAssignment(name: String) throws {
    let member = try #require(Self.swollen.first { $0.name == name }).member
    let town = try DrivingTown()
    var records = try town.trip(0, wandering: false)
    let plain = town.fleet(seed: 1, records: records, partitions: 1)
    plain.start("w-0")
    #expect(plain.run())
    // The same assignment with the member, ahead of the good one.
    let good = try #require(records.firstIndex { $0.topic == "navigator.route-assignments" })
    var bad = records[good]
    var text = String(decoding: bad.value ?? [], as: UTF8.self)
    if member.hasPrefix("\"assignmentId\"") {
      text = text.replacing("\"assignmentId\":\"a0\"", with: member)
    } else {
      text = text.replacing("\"assignmentId\":\"a0\"", with: "\"assignmentId\":\"swollen\"," + member)
    }
    bad.value = Array(text.utf8)
    bad.timestampMillis = (bad.timestampMillis ?? 0) - 1
    records.insert(bad, at: good)
    let fleet = town.fleet(seed: 1, records: records, partitions: 1)
    fleet.start("w-0")
    #expect(fleet.run())
    #expect(fleet.ends.isEmpty)
    let letters = fleet.cluster.records(of: "navigator.dead-letters")
    #expect(letters.count == 1)
    let reason = letters.first?.headers.last { $0.name == "navigator.dlt.reason" }?.value
    #expect(reason.map { String(decoding: $0, as: UTF8.self) } == "TOO_LARGE")
    func values(_ fleet: Fleet<NavigatorProcessor>, _ topic: String) -> [[UInt8]?] {
      fleet.cluster.records(of: topic).map(\.value)
    }
    #expect(values(fleet, "navigator.arrivals") == values(plain, "navigator.arrivals"))
    #expect(values(fleet, "navigator.route-status") == values(plain, "navigator.route-status"))
  }

  @Test(
    "a record dated at either end of time stops no worker, and changes nothing for another vehicle's trip",
    arguments: [Int64.min, -1, 0, Int64.max])
  func anyTimestamp(millis: Int64) throws {
    let town = try DrivingTown()
    var records = try town.trip(0, wandering: false)
    let place = try town.map.coordinate("K")
    records.insert(town.fix("v1", place, at: millis), at: 6)
    let fleet = town.fleet(seed: 1, records: records, partitions: 1)
    fleet.start("w-0")
    #expect(fleet.run())
    for _ in 0..<200 { fleet.step(advancing: 200) }
    #expect(fleet.ends.isEmpty)
    let arrivals = fleet.cluster.records(of: "navigator.arrivals").filter {
      String(decoding: $0.value ?? [], as: UTF8.self).contains("arrivedAt")
    }
    // Behind one from the end of time the topic's later records wait for all others: the order is by timestamp.
    if millis < .max { #expect(arrivals.count == 2) }
  }
}
