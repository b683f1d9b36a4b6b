import Navigator
import RoutePlan
import Testing

@Suite("One assignment after another")
struct OverrideTests {
  let town: TestTown
  let vehicle: Vehicle

  init() throws {
    town = try TestTown()
    vehicle = Vehicle(town)
    vehicle.fix(try town.place("A"))
  }

  private func destinations(_ letters: String) throws -> [Stop] { try letters.map { town.stop(try town.place($0)) } }

  @Test("a new assignment cancels the trip under way for its own id and sums it up")
  func superseded() throws {
    vehicle.setDestinations(try destinations("E"))
    try vehicle.drive("AB")
    let events = vehicle.setDestinations(try destinations("K"))
    #expect(events.statuses.map(\.status) == [.canceled, .ok])
    #expect(events.statuses.map(\.header.assignmentID) == ["job-1", "job-2"])
    #expect(events.statuses.map(\.header.routeRevision) == [1, 1])
    let summary = try #require(events.summaries.first)
    #expect(summary.end == .superseded && summary.header.assignmentID == "job-1")
    #expect(abs(summary.drivenDistanceMeters - 200) <= 3)
    #expect(summary.plannedDistanceMeters == 800)
  }

  @Test("the next job waits behind the trip and starts when it is completed")
  func afterCurrent() throws {
    vehicle.setDestinations(try destinations("B"))
    let queued = vehicle.setDestinations(try destinations("C")) { $0.header.activation = .afterCurrent }
    #expect(queued.isEmpty)
    #expect(vehicle.session?.hasQueuedAssignment == true && vehicle.session?.assignmentID == "job-1")
    #expect(try vehicle.drive("AB").arrivals.count == 1)
    let events = vehicle.continueTrip(from: 0)
    #expect(events.statuses.map(\.cause) == [.completed, .assigned])
    #expect(events.statuses.map(\.header.assignmentID) == ["job-1", "job-2"])
    #expect(events.summaries.map(\.end) == [.completed])
    #expect(vehicle.session?.assignmentID == "job-2")
  }

  @Test("with nothing under way the next job starts at once")
  func nothingToWaitFor() throws {
    let events = vehicle.setDestinations(try destinations("C")) { $0.header.activation = .afterCurrent }
    #expect(events.statuses.map(\.status) == [.ok])
  }

  @Test("a second next job takes the place of the first")
  func replacedInTheQueue() throws {
    vehicle.setDestinations(try destinations("B"))
    vehicle.setDestinations(try destinations("C")) { $0.header.activation = .afterCurrent }
    let events = vehicle.setDestinations(try destinations("D")) { $0.header.activation = .afterCurrent }
    #expect(events.statuses.map(\.header.assignmentID) == ["job-2"])
    #expect(events.statuses.map(\.status) == [.canceled])
  }

  @Test("clearing drops the next job too, and says so for its id")
  func clearedQueue() throws {
    vehicle.setDestinations(try destinations("B"))
    vehicle.setDestinations(try destinations("C")) { $0.header.activation = .afterCurrent }
    let events = vehicle.clear()
    #expect(events.statuses.map(\.header.assignmentID) == ["job-1", "job-2"])
    #expect(events.statuses.map(\.cause) == [.cleared, .cleared])
    #expect(vehicle.session?.state == .idle && vehicle.session?.hasQueuedAssignment == false)
  }

  // mapbox-navigation-android #4379: a final arrival fired when a new route was requested.
  @Test("new destinations near the old one raise no arrival by themselves")
  func noArrivalBySetting() throws {
    vehicle.setDestinations(try destinations("E"))
    try vehicle.drive("AE")
    let near = try town.place("E", "D", 0.05)
    #expect(vehicle.setDestinations([town.stop(near)]).arrivals.isEmpty)
  }
}
