import Foundation
import Geometry
import Navigator
import TestSupport
import Testing

@Suite("Sessions of an earlier release")
struct SessionUpgradeTests {
  let town: TestTown

  init() throws { town = try TestTown() }

  private func bytes(_ base64: String) throws -> [UInt8] { [UInt8](try #require(Data(base64Encoded: base64))) }

  private func restored(_ records: FrozenSessions.Records, _ vehicle: Vehicle) throws -> Session? {
    let route = try bytes(records.route)
    return vehicle.navigator.session(
      vehicleID: vehicle.id, route: route.isEmpty ? nil : route, progress: try bytes(records.progress))
  }

  @Test("are read in every state, and written anew they are the same sessions")
  func everyState() throws {
    var states: Set<String> = []
    for records in FrozenSessions.version1 {
      let vehicle = Vehicle(town)
      let session = try #require(try restored(records, vehicle))
      #expect("\(session.state)" == records.state)
      #expect(try bytes(records.progress).first == 1)
      states.insert(records.state)
      let (route, progress) = (session.encoded(.route), session.encoded(.progress))
      #expect(progress?.first == 2 && route?.first ?? 2 == 2)
      let navigator = vehicle.navigator
      #expect(navigator.session(vehicleID: vehicle.id, route: route, progress: progress) == session)
    }
    #expect(states.count == Session.State.allCases.count)
  }

  @Test("whose route record is older than their progress record are read too")
  func mixed() throws {
    for records in FrozenSessions.version1 where !records.route.isEmpty {
      let vehicle = Vehicle(town)
      let session = try restored(records, vehicle)
      let progress = session?.encoded(.progress)
      let mixed = vehicle.navigator.session(vehicleID: vehicle.id, route: try bytes(records.route), progress: progress)
      #expect(mixed == session)
    }
  }

  @Test("go on: the trip under way arrives once at each stop, and what was driven before the upgrade counts")
  func driveOn() throws {
    let records = try #require(FrozenSessions.version1.first { $0.state == "arrived" })
    let vehicle = Vehicle(town)
    vehicle.session = try restored(records, vehicle)
    // At C, the first of two stops; the second one is E.
    vehicle.clock = Double((vehicle.session?.lastPositionMillis ?? 0) / 1_000 - Vehicle.start)
    #expect(vehicle.continueTrip(from: 0).statuses.map(\.cause) == [.advanced])
    let events = try vehicle.drive("CDE")
    #expect(events.arrivals.map(\.header.stopIndex) == [1])
    let summary = try #require(vehicle.continueTrip(from: 1).summaries.first)
    #expect((950...1_000).contains(summary.followedShareThousandths), "\(summary.followedShareThousandths)")
    // The job that waited behind it.
    #expect(vehicle.session?.state == .enroute)
  }

  @Test("a vehicle that lags keeps its lag over a restart; without one its record is as it was before lags were kept")
  func lag() throws {
    let vehicle = Vehicle(town)
    vehicle.fix(try town.place("A"))
    var session = try #require(vehicle.session)
    session.note(taskMillis: vehicle.millis + 10_000, toleranceMillis: 10_000)
    #expect(session == vehicle.session && session.encoded(.progress)?.first == 2)
    session.note(taskMillis: vehicle.millis + 240_000, toleranceMillis: 10_000)
    #expect(session.nextDeadlineMillis == vehicle.session?.nextDeadlineMillis.map { $0 + 240_000 })
    let deadline = try #require(session.nextDeadlineMillis)
    #expect(session.dueTimers(before: deadline - 1).isEmpty && session.dueTimers(before: deadline).count == 1)
    let progress = session.encoded(.progress)
    #expect(progress?.first == 3)
    #expect(
      vehicle.navigator.session(vehicleID: vehicle.id, route: session.encoded(.route), progress: progress) == session)
    #expect(vehicle.navigator.session(vehicleID: vehicle.id, route: nil, progress: progress?.dropLast()) == nil)
    session.note(taskMillis: .min, toleranceMillis: 0)
    session.note(taskMillis: .max, toleranceMillis: -1)
    #expect(session.nextDeadlineMillis ?? 0 > 0)
  }
}
