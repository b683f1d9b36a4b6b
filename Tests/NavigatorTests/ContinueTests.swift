import Geometry
import Navigator
import RoadNetwork
import RoutePlan
import Routing
import Testing

@Suite("Continue, select, clear")
struct ContinueTests {
  let town: TestTown
  let vehicle: Vehicle

  init() throws {
    town = try TestTown()
    vehicle = Vehicle(town)
    vehicle.fix(try town.place("A"))
  }

  private func assign(to letters: String, alternatives: [RoutePlan] = []) throws -> [NavigatorEvent] {
    vehicle.assign(
      try town.plan(from: town.place("A"), to: letters.map { try town.place($0) }), alternatives: alternatives)
  }

  // F #484: remaining steps of old and new leg mixed. F #496, F #503: advancing is no new request.
  @Test("continue starts the next leg of the same route, without a search, and the first progress belongs to it")
  func advances() throws {
    _ = try assign(to: "CE")
    try vehicle.drive("ABC")
    let searches = vehicle.counters[.routeSearches]
    let events = vehicle.continueTrip(from: 0)
    let status = try #require(events.statuses.first)
    #expect(status.status == .ok && status.cause == .advanced && status.nextStopIndex == 1)
    #expect(status.header.routeRevision == 1 && status.header.stopIndex == 1)
    #expect(status.route?.legs.map(\.stopIndex) == [1])
    let progress = try #require(events.progress.first)
    #expect(progress.header.stopIndex == 1 && progress.remainingDistanceToNextStopMeters == 400)
    #expect(progress.navigationStatus == .enrouteToDestination)
    #expect(vehicle.counters[.routeSearches] == searches)
  }

  // F #285: guidance dead after an intermediate stop.
  @Test("guidance goes on after continue")
  func guidance() throws {
    _ = try assign(to: "CE")
    try vehicle.drive("ABC")
    vehicle.continueTrip(from: 0)
    #expect(try vehicle.drive("CD").progress.count > 3)
  }

  @Test("a repeated continue cannot skip two stops")
  func repeated() throws {
    _ = try assign(to: "BCE")
    try vehicle.drive("AB")
    vehicle.continueTrip(from: 0)
    let before = vehicle.session
    #expect(vehicle.continueTrip(from: 0).isEmpty)
    #expect(vehicle.session == before && vehicle.changes == [])
    #expect(vehicle.counters[.commandsDuplicate] == 1)
  }

  @Test("a continue for a stop ahead is refused")
  func ahead() throws {
    _ = try assign(to: "BCE")
    for index in [1, 2, 3, -1, Int32.max, .min] as [Int32] {
      let events = vehicle.continueTrip(from: index)
      #expect(events.refusals.map(\.reason) == [.wrongStop])
      #expect(events.refusals.first?.requestID == "continue")
    }
    #expect(vehicle.session?.stopIndex == 0)
  }

  @Test("a continue before arrival skips the stop, by a route from where the vehicle is")
  func skips() throws {
    let stops = [try town.place("G"), try town.place("E")]
    vehicle.assign(try town.plan(from: town.place("A"), to: stops))
    try vehicle.drive("AB")
    let events = vehicle.continueTrip(from: 0)
    #expect(events.statuses.map(\.cause) == [.advanced])
    #expect(events.statuses.first?.header.stopIndex == 1)
    #expect(try vehicle.drive("BCDE").arrivals.map(\.header.stopIndex) == [1])
  }

  @Test("a vehicle that has left the stop by another road gets its next leg from there")
  func leftByAnotherRoad() throws {
    _ = try assign(to: "CE")
    try vehicle.drive("ABCGF")
    let events = vehicle.continueTrip(from: 0)
    #expect(events.statuses.map(\.cause) == [.advanced])
    #expect(events.statuses.first?.header.routeRevision == 2)
    #expect(vehicle.session?.state == .enroute)
  }

  @Test("after the last stop the trip is completed, summed up, and guidance is off")
  func completed() throws {
    _ = try assign(to: "CE")
    try vehicle.drive("ABC")
    vehicle.continueTrip(from: 0)
    try vehicle.drive("CDE")
    let events = vehicle.continueTrip(from: 1)
    #expect(events.statuses.map(\.cause) == [.completed] && events.statuses.first?.status == .ok)
    let summary = try #require(events.summaries.first)
    #expect(summary.end == .completed && summary.header.assignmentID == "job-1")
    #expect(abs(summary.drivenDistanceMeters - 800) <= 40)
    #expect(summary.followedShareThousandths >= 950)
    #expect(summary.rerouteCount == 0)
    #expect(vehicle.session?.state == .idle)
    // A late repetition is one, not an error.
    #expect(vehicle.continueTrip(from: 1).isEmpty)
    #expect(try vehicle.drive("ED").isEmpty)
  }

  @Test("continue without a session, without destinations, or for another assignment is refused")
  func refused() throws {
    _ = try assign(to: "CE")
    let other = vehicle.send(
      .continueToNextDestination(ContinueToNextDestination(requestID: "r", assignmentID: "other")))
    #expect(other.refusals.map(\.reason) == [.wrongAssignment])
    vehicle.clear()
    #expect(vehicle.continueTrip().refusals.map(\.reason) == [.noDestinations])
    vehicle.session = nil
    let unknown = vehicle.continueTrip(from: 0)
    #expect(unknown.refusals.map(\.reason) == [.unknownVehicle])
    #expect(unknown.refusals.first?.requestType == "ContinueToNextDestination")
    #expect(vehicle.session == nil && vehicle.changes == [])
  }

  // F #717, F #429: alternatives are data, and a command selects one.
  @Test("an alternative token is offered with its id and can be selected, and back")
  func selects() throws {
    let closed = try town.closing(("C", "D"))
    let destination = [try town.place("E")]
    let around = try town.plan(from: town.place("A"), to: destination, conditions: closed)
    let events = vehicle.assign(try town.plan(from: town.place("A"), to: destination), alternatives: [around])
    let route = try #require(events.statuses.first?.route)
    #expect(route.routeID == "primary")
    #expect(route.alternatives.map(\.routeID) == ["token-1"])
    #expect((route.alternatives.first?.distanceMeters ?? 0) > route.distanceMeters)
    try vehicle.drive("AB")
    let selected = vehicle.send(.selectRoute(SelectRoute(requestID: "s", routeID: "token-1")))
    #expect(selected.statuses.map(\.cause) == [.selected])
    #expect(selected.statuses.first?.header.routeRevision == 2)
    #expect(selected.statuses.first?.route?.routeID == "token-1")
    #expect(selected.statuses.first?.route?.alternatives.map(\.routeID) == ["primary"])
    #expect(vehicle.send(.selectRoute(SelectRoute(routeID: "token-1"))).isEmpty)
    let back = vehicle.send(.selectRoute(SelectRoute(routeID: "primary")))
    #expect(back.statuses.first?.route?.routeID == "primary")
  }

  @Test("an alternative of another mode is not offered; in the deprecated form the caller's mode is that of all")
  func alternativesOfOneMode() throws {
    let destination = [try town.place("E")]
    let plan = try town.plan(from: town.place("A"), to: destination)
    let other = try town.plan(from: town.place("A"), to: destination, mode: .twoWheeler)
    #expect(vehicle.assign(plan, alternatives: [other]).statuses.first?.route?.alternatives.isEmpty == true)
    let stop = town.stop(destination[0])
    let events = vehicle.assign(plan, alternatives: [plan]) {
      $0.travelMode = .twoWheeler
      $0.waypoints = [stop]
    }
    #expect(events.statuses.last?.route?.alternatives.map(\.routeID) == ["token-1"])
    let selected = vehicle.send(.selectRoute(SelectRoute(requestID: "s", routeID: "token-1")))
    #expect(selected.statuses.map(\.route?.travelMode) == [.twoWheeler])
  }

  @Test("the options of the token that was selected last hold on every new route", arguments: [false, true])
  func selectedOptions(isBack: Bool) throws {
    let router = RecordingRouter(town.network)
    let vehicle = Vehicle(town, router: router)
    let destination = [try town.place("E")]
    let short = try town.plan(from: town.place("A"), to: destination) {
      $0.objective = .shorterDistance
      $0.avoid = AvoidSet(.ferries)
    }
    vehicle.fix(try town.place("A"))
    vehicle.assign(try town.plan(from: town.place("A"), to: destination), alternatives: [short])
    vehicle.send(.selectRoute(SelectRoute(requestID: "s", routeID: "token-1")))
    if isBack { vehicle.send(.selectRoute(SelectRoute(requestID: "s", routeID: "primary"))) }
    #expect(try vehicle.drive("ABF").statuses.map(\.cause) == [.offRoute])
    #expect(router.requests.map(\.objective) == [isBack ? .default : .shorterDistance])
    #expect(router.requests.map(\.avoid) == [isBack ? .none : AvoidSet(.ferries)])
  }

  @Test("at a stop an alternative is selected for the legs behind it, and the stop is not announced again")
  func selectsAtStop() throws {
    let stops = [try town.place("B", "C", 0.5), try town.place("E")]
    let around = try town.plan(from: town.place("A"), to: stops, conditions: town.closing(("C", "D")))
    vehicle.assign(try town.plan(from: town.place("A"), to: stops), alternatives: [around])
    vehicle.drive([try town.place("A"), stops[0]])
    #expect(vehicle.session?.state == .arrived)
    let status = try #require(
      vehicle.send(.selectRoute(SelectRoute(requestID: "s", routeID: "token-1"))).statuses.first)
    #expect(status.status == .ok && status.cause == .selected && status.header.routeRevision == 2)
    #expect(status.route?.routeID == "token-1" && status.route?.legs.map(\.stopIndex) == [1])
    #expect(vehicle.continueTrip(from: 0).statuses.map(\.cause) == [.advanced])
    let places = try "CGHDE".map { try town.place($0) }
    #expect(vehicle.drive([stops[0]] + places).statuses.isEmpty)
    #expect(vehicle.outputs.map(\.event).arrivals.map(\.header.stopIndex) == [0, 1])
    // Nothing is left to choose at the last one.
    #expect(vehicle.send(.selectRoute(SelectRoute(routeID: "primary"))).refusals.map(\.reason) == [.unknownRoute])
  }

  @Test("selecting what does not exist, or cannot be reached, is refused")
  func selectRefused() throws {
    vehicle.session = nil
    #expect(vehicle.send(.selectRoute(SelectRoute(routeID: "x"))).refusals.map(\.reason) == [.unknownVehicle])
    vehicle.fix(try town.place("A"))
    #expect(vehicle.send(.selectRoute(SelectRoute(routeID: "x"))).refusals.map(\.reason) == [.noDestinations])
    _ = try assign(to: "E")
    #expect(vehicle.send(.selectRoute(SelectRoute(routeID: "x"))).refusals.map(\.reason) == [.unknownRoute])
    #expect(vehicle.session?.routeRevision == 1)
  }

  // R changelog 0.15.1: nav-info goes on after cleanup.
  @Test("clear ends the trip with its cause and a summary, then there is silence")
  func clears() throws {
    _ = try assign(to: "CE")
    try vehicle.drive("AB")
    let events = vehicle.clear()
    #expect(events.statuses.map(\.cause) == [.cleared] && events.statuses.first?.status == .ok)
    #expect(events.summaries.map(\.end) == [.cleared])
    #expect(try vehicle.drive("BCDE").isEmpty)
    #expect(vehicle.session?.state == .idle)
    #expect(vehicle.clear().isEmpty)
  }

  @Test("clear with erase forgets the vehicle: tombstones of both kinds")
  func erases() throws {
    _ = try assign(to: "CE")
    vehicle.clear(erase: true)
    #expect(vehicle.session == nil && vehicle.changes == .all)
    #expect(vehicle.clear(erase: true).isEmpty)
  }
}
