import Broker
import Geometry
import Messages
import Navigator
import SimulatedBroker
import TestSupport
import Testing
import Worker

/// Statement 9: stale, future, doubled, burst and shuffled fixes end in the newest state with one arrival; a burst of 10,000 fixes equals
/// the same spread out.
@Suite("Stale, future, doubled and shuffled fixes end in the newest state")
struct StaleFutureDoubledAndShuffledFixes {
  func arrivals(_ fleet: Fleet<NavigatorProcessor>) -> [String] {
    fleet.cluster.records(of: "navigator.arrivals").compactMap { record in
      guard
        record.headers.contains(where: {
          $0.name == "ce_type" && $0.value.map { String(decoding: $0, as: UTF8.self) } == "navigator.v1.Arrival"
        })
      else { return nil }
      return record.headers.first { $0.name == "ce_id" }?.value.map { String(decoding: $0, as: UTF8.self) }
    }
  }

  func run(_ town: DrivingTown, _ records: [OutgoingRecord], passRecords: Int = 40) -> Fleet<NavigatorProcessor> {
    let fleet = town.fleet(seed: 1, records: records, partitions: 1)
    fleet.settings.passRecords = passRecords
    fleet.start("w-0")
    #expect(fleet.run(maxSteps: 60_000))
    for _ in 0..<20 { fleet.step() }
    return fleet
  }

  @Test("doubled and late fixes change nothing of what is published but the refusals")
  func doubledAndLate() throws {
    let town = try DrivingTown()
    let trip = try town.trip(0, wandering: false)
    var noisy: [OutgoingRecord] = []
    for (index, record) in trip.enumerated() {
      noisy.append(record)
      let isFix = record.topic.hasSuffix("location-updates")
      if isFix { noisy.append(record) }
      if isFix, index > 4, let late = trip[..<(index - 2)].last(where: { $0.topic.hasSuffix("location-updates") }) {
        noisy.append(late)
      }
    }
    let clean = run(town, trip)
    let stressed = run(town, noisy)
    #expect(arrivals(clean).count == 2)
    #expect(arrivals(stressed).count == 2)
    func values(_ fleet: Fleet<NavigatorProcessor>, _ topic: String) -> [[UInt8]?] {
      fleet.cluster.records(of: "navigator.\(topic)").map(\.value)
    }
    for topic in ["arrivals", "trip-progress", "execution-details"] {
      #expect(values(stressed, topic) == values(clean, topic))
    }
  }

  @Test("a fix from next year is refused, changes nothing, and the next good fix is applied")
  func future() throws {
    let town = try DrivingTown()
    var records = try town.trip(0, wandering: false)
    let year: Int64 = 365 * 86_400_000
    let place = try town.map.coordinate("K")
    records.insert(
      town.record(
        .locationUpdates, "v0", "LocationUpdate", at: records[5].timestampMillis ?? 0,
        "\"location\":{\"latitude\":\(place.latitude),\"longitude\":\(place.longitude)},\"takenAt\":\"2027-01-01T00:00:00Z\""
      ), at: 6)
    _ = year
    let fleet = run(town, records)
    #expect(arrivals(fleet).count == 2)
    let refusals = fleet.cluster.records(of: "navigator.route-status").filter { record in
      record.headers.contains {
        $0.name == "ce_type" && $0.value.map { String(decoding: $0, as: UTF8.self) } == "navigator.v1.Refusal"
      }
    }
    #expect(refusals.count == 1)
  }

  @Test("a burst applied in one pass equals the same records applied a few at a time")
  func burst() throws {
    let town = try DrivingTown()
    let records = try town.traffic(6)
    let burst = run(town, records, passRecords: 100_000)
    let spread = run(town, records, passRecords: 3)
    Invariants.expectEqual(spread.published, burst.published, "burst")
  }

  @Test(
    "fixes of one vehicle delivered in any order end in the newest, with no more arrivals than stops",
    arguments: Seeds.fromEnvironment(count: 5))
  func shuffled(seed: UInt64) throws {
    let town = try DrivingTown()
    var random = SeededRandom(seed: seed)
    let trip = try town.trip(0, wandering: false)
    let head = Array(trip[..<2])
    // Delivery is shuffled, and each record's own timestamp with it: the log's order is what the broker saw.
    let body = trip[2...].filter { $0.topic.hasSuffix("location-updates") }.shuffled(using: &random)
    let last = trip.last { $0.topic.hasSuffix("location-updates") }
    let delivered = (head + body + [last].compactMap { $0 }).enumerated().map { index, record in
      var late = record
      late.value = record.value.map { value in
        let text = String(decoding: value, as: UTF8.self).dropLast()
        return Array("\(text),\"takenAt\":\"\(Self.time(record.timestampMillis ?? 0))\"}".utf8)
      }
      if record.topic.hasSuffix("route-assignments") { late.value = record.value }
      late.timestampMillis = DrivingTown.start + 200_000 + Int64(index)
      return late
    }
    let fleet = run(town, delivered)
    #expect(arrivals(fleet).count <= 2, "SEED=\(seed)")
    Invariants.expectNoDoubles(fleet.published, "SEED=\(seed)")
  }

  /// Seconds of the first hours of 2026 as RFC 3339.
  static func time(_ millis: Int64) -> String {
    let seconds = (millis - DrivingTown.start) / 1_000
    func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return "2026-01-01T\(two(seconds / 3_600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))Z"
  }
}
