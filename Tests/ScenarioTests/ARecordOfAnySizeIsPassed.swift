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
