import Broker
import SimulatedBroker
import TestSupport
import Testing
import Worker

/// Live records of a task's topics that are on their way for less than `max.task.idle` give every vehicle the events that the same records
/// give when they were there before the start.
@Suite("Live input keeps its order within max.task.idle")
struct LiveInputKeepsItsOrder {
  /// What each vehicle's followers see, topic by topic; which of two vehicles comes first is a matter of when timers fire.
  func byVehicle(_ fleet: Fleet<NavigatorProcessor>) -> [String: [Record]] {
    var events: [String: [Record]] = [:]
    for (place, records) in fleet.published {
      for var record in records {
        record.offset = 0
        events["\(place.topic) \(String(decoding: record.key ?? [], as: UTF8.self))", default: []].append(record)
      }
    }
    return events
  }

  @Test("whatever each record's delay", arguments: Seeds.fromEnvironment(count: 3))
  func live(seed: UInt64) throws {
    let town = try DrivingTown()
    let records = try town.traffic(5)
    let before = town.fleet(seed: seed, records: records, partitions: 1)
    before.start("w-0")
    #expect(before.run())
    before.letTimersPass()

    let fleet = town.fleet(seed: seed, records: [], partitions: 1)
    fleet.settings.maxTaskIdleMillis = 300
    fleet.start("w-0")
    for _ in 0..<100 { fleet.step() }
    // Twenty times as fast as they were driven, each up to 250 ms late, each topic in its own order.
    var random = SeededRandom(seed: seed)
    var latest: [String: Int64] = [:]
    let begin = fleet.cluster.nowMillis
    let arrivals = records.map { record in
      let sent = begin + ((record.timestampMillis ?? 0) - DrivingTown.start) / 20
      let arrival = max(latest[record.topic] ?? 0, sent + Int64(random.number(in: 0...250)))
      latest[record.topic] = arrival
      return (at: arrival, record: record)
    }.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
    for (at, record) in arrivals {
      while fleet.cluster.nowMillis < at { fleet.step() }
      fleet.cluster.append(record)
    }
    #expect(fleet.run())
    fleet.letTimersPass()
    let (expected, got) = (byVehicle(before), byVehicle(fleet))
    #expect(expected.keys.sorted() == got.keys.sorted())
    for (vehicle, events) in expected { #expect(got[vehicle] == events, "\(vehicle) SEED=\(seed)") }
  }
}
