import Geometry
import Navigator
import Testing

@Suite("A vehicle that was silent too long")
struct EvictionTests {
  let town: TestTown
  let vehicle: Vehicle

  init() throws {
    town = try TestTown()
    vehicle = Vehicle(town)
    vehicle.fix(try town.place("A"))
  }

  @Test("its next record forgets what was there and begins anew, and no old record of a route stays in the changelog")
  func remade() throws {
    var records: [ChangelogKinds.RawValue: [UInt8]] = [:]
    func write() {
      for kind in [ChangelogKinds.route, .progress] where vehicle.changes.contains(kind) {
        records[kind.rawValue] = vehicle.session?.encoded(kind)
      }
    }
    vehicle.setDestinations([town.stop(try town.place("E"))])
    write()
    vehicle.clear()
    write()
    vehicle.clock += 25 * 3_600
    vehicle.fix(try town.place("B"))
    write()
    #expect(vehicle.counters[.sessionsEvicted] == 1 && vehicle.session?.state == .idle)
    #expect(vehicle.changes == .all)
    let restored = vehicle.navigator.session(
      vehicleID: vehicle.id, route: records[ChangelogKinds.route.rawValue],
      progress: records[ChangelogKinds.progress.rawValue])
    #expect(restored == vehicle.session)
  }

  @Test("its trip and the job behind it are both told to be over", arguments: [false, true])
  func queued(byRecord: Bool) throws {
    vehicle.setDestinations([town.stop(try town.place("E"))])
    vehicle.setDestinations([town.stop(try town.place("K"))]) { $0.header.activation = .afterCurrent }
    vehicle.clock += 25 * 3_600
    let events = byRecord ? vehicle.fix(try town.place("A")) : vehicle.send(.timer(.idleEviction))
    #expect(events.statuses.map(\.header.assignmentID) == ["job-1", "job-2"])
    #expect(events.statuses.map(\.status) == [.ok, .canceled])
    #expect(events.statuses.map(\.cause) == [.cleared, .cleared])
    #expect(events.summaries.map(\.end) == [.cleared])
    #expect(vehicle.session?.hasQueuedAssignment != true)
  }

  @Test("an assignment that waits longer for a fix than sessions are kept is told to be over too")
  func pending() throws {
    var settings = NavigatorSettings()
    settings.sessionKeepMillis = 60_000
    settings.fixTimeoutMillis = 600_000
    let vehicle = Vehicle(town, settings: settings)
    vehicle.setDestinations([town.stop(try town.place("E"))])
    vehicle.clock += 61
    let events = vehicle.fix(try town.place("A"))
    #expect(events.statuses.map(\.cause) == [.cleared] && events.summaries.isEmpty)
    #expect(vehicle.session?.state == .idle)
  }
}
