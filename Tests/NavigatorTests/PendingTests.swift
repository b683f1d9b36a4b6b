import Geometry
import Navigator
import RoutePlan
import Testing

@Suite("Waiting for a first position")
struct PendingTests {
  let town: TestTown
  let vehicle: Vehicle

  init() throws {
    town = try TestTown()
    vehicle = Vehicle(town)
  }

  private func planToE() throws -> RoutePlan { try town.plan(from: town.place("A"), to: [town.place("E")]) }

  // F #400, R #233: a session may be made before the first position.
  @Test("an assignment before the first fix waits and says so, and the first fix begins it")
  func firstFix() throws {
    let waiting = vehicle.assign(try planToE())
    #expect(waiting.statuses.map(\.status) == [.locationUnavailable])
    #expect(waiting.statuses.first?.isPending == true && waiting.statuses.first?.error?.code == .locationPending)
    #expect(vehicle.session?.state == .pending)
    vehicle.clock += 20
    let begun = vehicle.fix(try town.place("A"))
    #expect(begun.statuses.map(\.status) == [.ok])
    #expect(begun.details.first?.status == .tokenSuccessfullyApplied)
    #expect(vehicle.session?.state == .enroute)
    #expect(vehicle.session?.nextDeadlineMillis == vehicle.millis + 86_400_000)
  }

  @Test("without a fix in time the location is unavailable for good and the session idle", arguments: [false, true])
  func timeout(byRecord: Bool) throws {
    vehicle.assign(try planToE())
    let deadline = vehicle.millis + 60_000
    let due = try #require(vehicle.session?.dueTimers(before: deadline).first)
    #expect(due.name == .fixTimeout && due.deadlineMillis == deadline)
    #expect(vehicle.session?.dueTimers(before: deadline - 1).isEmpty == true)
    vehicle.clock += 61
    let events = byRecord ? vehicle.fix(try town.place("A")) : vehicle.send(.timer(.fixTimeout))
    let status = try #require(events.statuses.first)
    #expect(events.count == 1)
    #expect(status.status == .locationUnavailable && !status.isPending && status.error?.code == .locationTimeout)
    #expect(vehicle.session?.state == .idle)
    // Whoever fires it: the same cause and the same time.
    let output = try #require(vehicle.outputs.last)
    #expect(output.eventTimeMillis == deadline)
    #expect(output.cause == .timer(.fixTimeout, armedBy: due.armedBy, deadlineMillis: deadline))
  }

  @Test(
    "a fix at exactly the age limit begins the trip, one older by a millisecond waits", arguments: [0, 1] as [Int64])
  func age(_ over: Int64) throws {
    vehicle.fix(try town.place("A"))
    vehicle.clock += 29
    let taken = vehicle.millis + 1_000 - 30_000 - over
    vehicle.session = nil
    vehicle.fix(try town.place("A"), takenAt: taken)
    let status = try #require(vehicle.assign(try planToE()).statuses.first)
    #expect(status.isPending == (over == 1))
  }

  @Test("a position sent with the assignment begins it, and the newer of two fixes wins")
  func vehicleLocation() throws {
    let (a, b) = (try town.place("A"), try town.place("B"))
    let plan = try planToE()
    let first = vehicle.assign(plan) { $0.vehicleLocation = LocationUpdate(coordinate: a) }
    #expect(first.statuses.map(\.status) == [.ok])
    vehicle.clock += 1
    vehicle.fix(b, speed: 10, bearing: 90)
    vehicle.clear()
    let second = vehicle.assign(plan) {
      $0.header.issuedAtMillis = self.vehicle.millis - 5_000
      $0.vehicleLocation = LocationUpdate(coordinate: a)
    }
    #expect(abs((second.statuses.last?.route?.distanceMeters ?? 0) - 600) <= 2)
  }

  @Test("a vehicle off the map is told that it is outside the network")
  func outside() throws {
    vehicle.fix(LocalPlane(origin: try town.place("A")).coordinate(x: -80_000, y: 0))
    let status = try #require(vehicle.assign(try planToE()).statuses.first)
    #expect(status.status == .waypointError && status.error?.code == .outsideNetwork)
    #expect(vehicle.session?.state == .idle)
  }

  @Test("a newer assignment overrides one that still waits")
  func overridden() throws {
    vehicle.assign(try planToE())
    let events = vehicle.assign(try planToE())
    #expect(events.statuses.map(\.status) == [.canceled, .locationUnavailable])
    #expect(events.statuses.map(\.header.assignmentID) == ["job-1", "job-2"])
    #expect(events.statuses.first?.cause == .superseded && events.summaries.isEmpty)
  }

  @Test("a backlog of old fixes does not begin a trip that waits")
  func backlog() throws {
    vehicle.assign(try planToE())
    let old = vehicle.millis - 600_000
    for second in 0..<10 {
      #expect(vehicle.fix(try town.place("E"), takenAt: old + Int64(second) * 1_000).isEmpty)
    }
    #expect(vehicle.session?.state == .pending)
    vehicle.clock += 1
    #expect(vehicle.fix(try town.place("A")).statuses.map(\.status) == [.ok])
  }
}
