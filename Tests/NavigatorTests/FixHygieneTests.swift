import Geometry
import Navigator
import TestSupport
import Testing

@Suite("Which fixes count")
struct FixHygieneTests {
  let town: TestTown
  let vehicle: Vehicle

  init() throws {
    town = try TestTown()
    vehicle = Vehicle(town)
  }

  @Test("a fix of an unknown vehicle makes an idle session and no event")
  func idleSession() throws {
    #expect(vehicle.fix(try town.place("A")).isEmpty)
    #expect(vehicle.session?.state == .idle)
    #expect(vehicle.changes == .progress)
  }

  @Test("an idle vehicle that stands is kept every ten seconds, one that drives more often")
  func idleKeeping() throws {
    vehicle.fix(try town.place("A"))
    for second in 1..<10 {
      vehicle.clock = Double(second)
      vehicle.fix(try town.place("A"))
      #expect(vehicle.changes == [])
    }
    vehicle.clock = 10
    vehicle.fix(try town.place("A"))
    #expect(vehicle.changes == .progress)
    vehicle.clock = 11
    vehicle.fix(try town.place("A", "B", 0.2))
    #expect(vehicle.changes == .progress)
    #expect(vehicle.counters[.fixesNotKept] == 9)
  }

  @Test("a fix as old as the last or older changes nothing", arguments: [0, -1, -60_000] as [Int64])
  func stale(_ difference: Int64) throws {
    vehicle.fix(try town.place("A"))
    vehicle.setDestinations([town.stop(try town.place("E"))])
    try vehicle.drive("AB")
    let before = vehicle.session
    let taken = vehicle.millis + difference
    #expect(vehicle.fix(try town.place("E"), takenAt: taken).isEmpty)
    #expect(vehicle.session == before)
    #expect(vehicle.counters[.fixesStale] == 1)
    vehicle.clock += 1
    vehicle.fix(try town.place("B"))
    #expect(vehicle.session != before)
  }

  @Test(
    "a fix at the skew limit is taken, one a millisecond beyond is refused and changes nothing",
    arguments: [0, 1] as [Int64])
  func future(_ over: Int64) throws {
    vehicle.fix(try town.place("A"))
    let before = vehicle.session
    vehicle.clock += 20
    let events = vehicle.fix(try town.place("B"), takenAt: vehicle.millis + 300_000 + over)
    #expect((vehicle.session == before) == (over == 1))
    #expect(events.refusals.map(\.reason) == (over == 1 ? [.fromFuture] : []))
    #expect(vehicle.counters[.fixesFromFuture] == UInt64(over))
  }

  // kafka F1, F4: a year ahead, 1,024 weeks back, a day ahead; and the ends of the integer range.
  @Test(
    "one bad clock does not freeze a vehicle",
    arguments: [86_400_000 * 365, -1_024 * 7 * 86_400_000, 86_400_000, .max / 2] as [Int64])
  func badClock(_ difference: Int64) throws {
    vehicle.fix(try town.place("A"))
    vehicle.setDestinations([town.stop(try town.place("E"))])
    vehicle.clock += 1
    vehicle.fix(try town.place("B"), takenAt: vehicle.millis.addingReportingOverflow(difference).partialValue)
    vehicle.clock += 1
    #expect(!(try vehicle.drive("ABC").progress.isEmpty))
    #expect(vehicle.session?.state == .enroute)
  }

  @Test(
    "times at the ends of the integer range trap nothing",
    arguments: [.min, .min + 1, -1, 0, .max - 1, .max] as [Int64])
  func extremes(_ taken: Int64) throws {
    vehicle.fix(try town.place("A"))
    vehicle.setDestinations([town.stop(try town.place("E"))]) { $0.header.issuedAtMillis = taken }
    vehicle.fix(try town.place("B"), takenAt: taken)
    vehicle.send(.locationUpdate(LocationUpdate(coordinate: try town.place("B"), takenAtMillis: taken)), recordedAt: -1)
    vehicle.send(.timer(.idleEviction))
  }

  // kafka F5: a record timestamp of −1 means unknown.
  @Test("without a record timestamp the skew is not checked and the fix judged by the trip alone")
  func unknownRecordTime() throws {
    vehicle.fix(try town.place("A"))
    let taken = vehicle.millis + 86_400_000
    vehicle.send(
      .locationUpdate(LocationUpdate(coordinate: try town.place("B"), takenAtMillis: taken)), topic: .locationUpdates,
      recordedAt: -1)
    #expect(vehicle.session?.lastPositionMillis == taken)
    #expect(vehicle.counters[.recordsWithoutTime] == 1)
    vehicle.send(
      .locationUpdate(LocationUpdate(coordinate: try town.place("C"))), topic: .locationUpdates, recordedAt: -1)
    #expect(vehicle.counters[.fixesWithoutTime] == 1)
  }

  @Test("a fix without a time is taken at its record's timestamp")
  func recordTime() throws {
    vehicle.send(.locationUpdate(LocationUpdate(coordinate: try town.place("A"))), topic: .locationUpdates)
    #expect(vehicle.session?.lastPositionMillis == vehicle.millis)
  }

  // kafka F2: any order of delivery ends in the state of the newest fix.
  @Test("shuffled fixes end with the newest position", arguments: Seeds.fromEnvironment(count: 5))
  func shuffled(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    vehicle.fix(try town.place("A"))
    vehicle.setDestinations([town.stop(try town.place("E"))])
    let times = (1...40).map { vehicle.millis + Int64($0) * 1_000 }.shuffled(using: &random)
    let start = vehicle.millis
    vehicle.clock += 60
    for time in times {
      vehicle.fix(try town.place("A", "E", Double(time - start) / 80_000), speed: 10, bearing: 90, takenAt: time)
    }
    #expect(vehicle.session?.lastPositionMillis == start + 40_000, "seed \(seed)")
    #expect(vehicle.session?.lastPosition == (try town.place("A", "E", 0.5)), "seed \(seed)")
  }

  // kafka F6: a backlog with doubles after a tunnel.
  @Test("a burst of ten thousand fixes gives the same events as the same fixes spread out, and one arrival")
  func burst() throws {
    let spread = Vehicle(town)
    for driver in [vehicle, spread] {
      driver.fix(try town.place("A"))
      driver.setDestinations([town.stop(try town.place("E"))])
    }
    let start = vehicle.millis
    let fixes = try (1...10_000).map { step in
      (time: start + Int64(step / 2) * 20, place: try town.place("A", "E", min(1, Double(step) / 8_000)))
    }
    spread.clock += 200
    vehicle.clock += 200
    for fix in fixes { vehicle.fix(fix.place, speed: 10, bearing: 90, takenAt: fix.time) }
    for (index, fix) in fixes.enumerated() {
      spread.clock = 200 + Double(index)
      spread.fix(fix.place, speed: 10, bearing: 90, takenAt: fix.time)
    }
    #expect(vehicle.outputs.map(\.event) == spread.outputs.map(\.event))
    #expect(vehicle.outputs.map(\.event).arrivals.count == 1)
    #expect(vehicle.session?.state == spread.session?.state)
  }
}
