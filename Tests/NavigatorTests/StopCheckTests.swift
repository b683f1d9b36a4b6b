import Geometry
import Navigator
import RoutePlan
import Testing

@Suite("The stops of an assignment")
struct StopCheckTests {
  let town: TestTown
  let vehicle: Vehicle

  init() throws {
    town = try TestTown()
    vehicle = Vehicle(town)
    vehicle.fix(try town.place("A"))
  }

  private func expectRefused(
    _ stops: [Stop], _ status: RouteStatus, _ code: RouteErrorCode, index: Int32? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let before = vehicle.session?.state
    let events = vehicle.setDestinations(stops)
    #expect(events.count == 1, sourceLocation: sourceLocation)
    #expect(events.statuses.first?.status == status, sourceLocation: sourceLocation)
    #expect(events.statuses.first?.error?.code == code, sourceLocation: sourceLocation)
    #expect(events.statuses.first?.error?.waypointIndex == index, sourceLocation: sourceLocation)
    #expect(events.statuses.first?.error?.whatToDo.isEmpty == false, sourceLocation: sourceLocation)
    #expect(vehicle.session?.state == before, sourceLocation: sourceLocation)
  }

  @Test("no stop at all is an error of its own")
  func none() { expectRefused([], .noWaypointsError, .noWaypoints) }

  @Test("25 stops are taken, 26 are not")
  func tooMany() throws {
    let places = try (0..<26).map { try town.place("A", "E", Double($0 + 1) / 27) }
    #expect(vehicle.setDestinations(places.prefix(25).map { town.stop($0) }).statuses.last?.status == .ok)
    expectRefused(places.map { town.stop($0) }, .waypointError, .tooManyWaypoints, index: 25)
  }

  @Test("the same place twice in a row is refused, and again later it is not")
  func duplicates() throws {
    let (b, c) = (try town.place("B"), try town.place("C"))
    expectRefused(
      [town.stop(b), town.stop(c), town.stop(c)], .duplicateWaypointsError, .duplicateWaypoints, index: 2)
    #expect(vehicle.setDestinations([b, c, b].map { town.stop($0) }).statuses.last?.status == .ok)
  }

  @Test("an impossible coordinate is named by its index")
  func impossible() throws {
    let stops = [town.stop(try town.place("B")), Stop(coordinate: nil)]
    expectRefused(stops, .waypointError, .impossibleCoordinate, index: 1)
  }

  @Test("a stop that names only a place or a navigation point is told to send its location")
  func withoutLocation() throws {
    for stop in [Stop(coordinate: nil, placeID: "p"), Stop(coordinate: nil, navigationPointToken: "n")] {
      expectRefused([stop], .waypointError, .impossibleCoordinate, index: 0)
      #expect(vehicle.outputs.last.map { [$0.event] }?.statuses.first?.error?.text.contains("navigation point") == true)
    }
  }

  @Test("a stop that no road is near is named by its index")
  func notSnappable() throws {
    let far = LocalPlane(origin: try town.place("A")).coordinate(x: -50_000, y: 0)
    expectRefused(
      [town.stop(try town.place("B")), town.stop(far)], .waypointError, .waypointNotSnappable, index: 1)
  }

  @Test("a failed assignment leaves the trip under way alone")
  func keepsTrip() throws {
    vehicle.setDestinations([town.stop(try town.place("E"))])
    expectRefused([], .noWaypointsError, .noWaypoints)
    #expect(vehicle.session?.assignmentID == "job-1")
    #expect(try vehicle.drive("AB").progress.isEmpty == false)
  }

  @Test("setting destinations says that no token was provided")
  func noToken() throws {
    let events = vehicle.setDestinations([town.stop(try town.place("E"))])
    #expect(events.details.map(\.status) == [.noTokenProvided])
    #expect(events.details.first?.plannedDistanceMeters == nil)
  }

  // F #373: the origin passed as a first waypoint.
  @Test("a first stop where the vehicle already is gives one arrival on the first fix")
  func originAsFirstStop() throws {
    let (a, e) = (try town.place("A"), try town.place("E"))
    let assigned = vehicle.setDestinations([town.stop(a), town.stop(e)])
    #expect(assigned.statuses.first?.status == .ok && assigned.arrivals.isEmpty)
    #expect(vehicle.stand(at: a, seconds: 30).arrivals.map(\.header.stopIndex) == [0])
  }

  // R #452, R #453: waypoint options must survive and be echoed.
  @Test(
    "heading, side of road, stopover, place and the caller's ids are echoed unchanged on every event about the stop")
  func optionsSurvive() throws {
    let stop = Stop(
      coordinate: try town.place("E"), preferSameSideOfRoad: true, vehicleStopover: true, title: "Depot",
      placeID: "place-31", navigationPointToken: "AQAA", stopID: "stop-9", orderID: "order-3",
      labels: [Label(key: "floor", value: "2")])
    vehicle.setDestinations([stop])
    vehicle.session = vehicle.navigator.session(
      vehicleID: vehicle.id, route: vehicle.session?.encoded(.route), progress: vehicle.session?.encoded(.progress))
    let events = try vehicle.drive("AE")
    #expect(events.arrivals.first?.waypoint == stop)
    #expect(events.arrivals.first?.header.stop == stop.identity)
    #expect(events.progress.allSatisfy { $0.header.stop == stop.identity })
    #expect(events.stops.first?.waypoint == stop)
  }

  @Test("the number plate is kept with the trip and echoed with its options")
  func numberPlate() throws {
    let plate = LicensePlateRestriction(lastDigit: 7, countryCode: "ID")
    let details = vehicle.setDestinations([town.stop(try town.place("E"))]) { $0.options.licensePlate = plate }.details
    #expect(details.first?.resolvedParameters?.licensePlate == plate)
    let session = vehicle.session
    let kept = vehicle.navigator.session(
      vehicleID: vehicle.id, route: session?.encoded(.route), progress: session?.encoded(.progress))
    #expect(kept != nil && kept == session)
  }
}
