import Geometry
import MapMatching
import Navigator
import RoadNetwork
import RoutePlan
import Routing
import TestSupport
import Testing

/// A command counts when its record was written; when it was issued orders assignments alone. A session's time never goes back.
@Suite("The time of a command")
struct CommandTimeTests {
  let town: TestTown

  init() throws { town = try TestTown() }

  private static let hour: Int64 = 3_600_000

  private func deadline(_ name: TimerName, of vehicle: Vehicle) -> Int64? {
    vehicle.session?.dueTimers(before: .max).first { $0.name == name }?.deadlineMillis
  }

  @Test("a booking issued a day ago begins now, and nothing of it is over because of that")
  func booking() throws {
    let vehicle = Vehicle(town)
    vehicle.fix(try town.place("A"))
    let begun = vehicle.setDestinations([town.stop(try town.place("E"))]) {
      $0.header.issuedAtMillis = vehicle.millis - 25 * Self.hour
    }
    #expect(begun.statuses.map(\.status) == [.ok])
    #expect(vehicle.outputs.last?.eventTimeMillis == vehicle.millis)
    #expect(deadline(.idleEviction, of: vehicle) == vehicle.millis + 24 * Self.hour)
    let events = try vehicle.drive("AB")
    #expect(events.statuses.isEmpty && events.summaries.isEmpty)
    #expect(vehicle.session?.state == .enroute)
  }

  @Test("a booking that waits for a first fix takes no position from the time of its booking")
  func waitingBooking() throws {
    let vehicle = Vehicle(town)
    vehicle.setDestinations([town.stop(try town.place("E"))]) {
      $0.header.issuedAtMillis = vehicle.millis - 25 * Self.hour
    }
    #expect(vehicle.fix(try town.place("K"), takenAt: vehicle.millis - 24 * Self.hour).isEmpty)
    #expect(vehicle.session?.state == .pending)
    vehicle.clock += 1
    #expect(vehicle.fix(try town.place("A")).statuses.map(\.status) == [.ok])
  }

  @Test("a dispatcher whose clock is slow by more than the wait for a fix gets the whole wait")
  func slowDispatcher() throws {
    let vehicle = Vehicle(town)
    vehicle.setDestinations([town.stop(try town.place("E"))]) { $0.header.issuedAtMillis = vehicle.millis - 61_000 }
    #expect(deadline(.fixTimeout, of: vehicle) == vehicle.millis + 60_000)
    vehicle.clock += 59
    #expect(vehicle.fix(try town.place("A")).statuses.map(\.status) == [.ok])
  }

  @Test("issue times order assignments, whenever their records were written")
  func order() throws {
    let vehicle = Vehicle(town)
    vehicle.fix(try town.place("A"))
    let first = vehicle.millis - 100_000
    vehicle.setDestinations([town.stop(try town.place("E"))]) { $0.header.issuedAtMillis = first }
    let late = vehicle.setDestinations([town.stop(try town.place("K"))]) { $0.header.issuedAtMillis = first - 1 }
    #expect(late.statuses.map(\.status) == [.canceled] && vehicle.session?.assignmentID == "job-1")
    let next = vehicle.setDestinations([town.stop(try town.place("K"))]) { $0.header.issuedAtMillis = first + 1 }
    #expect(next.statuses.last?.status == .ok && vehicle.session?.assignmentID == "job-3")
  }

  @Test("a command that comes late from its log ends nothing, however short sessions are kept")
  func oldRecord() throws {
    var settings = NavigatorSettings()
    settings.sessionKeepMillis = 60_000
    let vehicle = Vehicle(town, settings: settings)
    vehicle.fix(try town.place("A"))
    vehicle.setDestinations(try "BE".map { town.stop(try town.place($0)) })
    try vehicle.drive("AB")
    let events = vehicle.send(
      .continueToNextDestination(ContinueToNextDestination(stopIndex: 0)), recordedAt: vehicle.millis - 25 * Self.hour)
    #expect(events.statuses.map(\.cause) == [.advanced])
    #expect(vehicle.outputs.last?.eventTimeMillis == vehicle.millis)
    #expect(deadline(.idleEviction, of: vehicle) == vehicle.millis + 60_000)
    #expect(try vehicle.drive("BC").statuses.isEmpty)
    #expect(vehicle.session?.state == .enroute)
  }

  @Test("without a fix too the deadlines count from the session's time")
  func oldRecordWithoutFix() throws {
    let vehicle = Vehicle(town)
    vehicle.setDestinations([])
    let known = vehicle.millis
    vehicle.send(
      .setDestinations(
        SetDestinations(
          header: AssignmentHeader(assignmentID: "old"), waypoints: [town.stop(try town.place("E"))])),
      recordedAt: known - 25 * Self.hour)
    #expect(vehicle.session?.state == .pending)
    #expect(deadline(.fixTimeout, of: vehicle) == known + 60_000)
    #expect(deadline(.idleEviction, of: vehicle) == known + 24 * Self.hour)
  }

  @Test("roads are judged at the time of the record, not of the booking")
  func closures() throws {
    let vehicle = Vehicle(town)
    let reference = SegmentReference(try town.map.edge("C", "D"), on: town.network)
    let over = RoadConditionUpdate(
      segment: .reference(reference), isClosed: true, validUntilMillis: vehicle.millis - Self.hour)
    vehicle.conditions =
      Conditions.none.applying(
        [RoadConditionChange(key: "over", update: over)], version: ConditionsVersion(nextOffsets: [1]), on: town.network
      ).conditions
    vehicle.fix(try town.place("A"))
    let plan = try town.plan(from: town.place("A"), to: [town.place("E")])
    let events = vehicle.assign(plan) { $0.header.issuedAtMillis = vehicle.millis - 25 * Self.hour }
    #expect(events.details.first?.status == .tokenSuccessfullyApplied)
  }

  @Test("one command from a clock that is half a day fast holds nothing back of what follows")
  func fastRecord() throws {
    let vehicle = Vehicle(town)
    vehicle.fix(try town.place("A"))
    vehicle.send(
      .setDestinations(SetDestinations(header: AssignmentHeader(assignmentID: "fast"), waypoints: [])),
      recordedAt: vehicle.millis + 12 * Self.hour)
    #expect(vehicle.setDestinations([town.stop(try town.place("E"))]).statuses.map(\.status) == [.ok])
    try vehicle.drive("AB")
    #expect(try vehicle.drive("BF").statuses.map(\.cause) == [.offRoute])
  }
}
