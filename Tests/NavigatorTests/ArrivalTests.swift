import Geometry
import Navigator
import RoadNetwork
import RoutePlan
import Routing
import TestSupport
import Testing

@Suite("Arriving")
struct ArrivalTests {
  let town: TestTown
  let vehicle: Vehicle

  init() throws {
    town = try TestTown()
    vehicle = Vehicle(town)
    vehicle.fix(try town.place("A"))
  }

  private func assign(to letters: String, change: (inout AssignRouteToken) -> Void = { _ in }) throws {
    let plan = try town.plan(from: town.place("A"), to: letters.map { try town.place($0) })
    vehicle.assign(plan, change: change)
  }

  @Test("a vehicle within thirty metres of its stop along the route has arrived")
  func arrives() throws {
    try assign(to: "C")
    let events = try vehicle.drive("ABC")
    let arrival = try #require(events.arrivals.first)
    #expect(events.arrivals.count == 1)
    #expect(arrival.isFinalDestination && arrival.header.stopIndex == 0)
    #expect(arrival.distanceToWaypointMeters <= 30.5 && arrival.distanceToWaypointMeters > 15)
    // No more digits than a position has.
    #expect((arrival.distanceToWaypointMeters * 100).rounded() / 100 == arrival.distanceToWaypointMeters)
    #expect(vehicle.session?.state == .arrived)
    #expect(events.progress.last?.tripState == .arrived)
    #expect(events.progress.last?.navigationStatus == .arrivedAtDestination)
  }

  // Row 32 (R #435); mapbox #1647: arrival fired every second while standing in the zone.
  @Test("standing, noise, leaving and returning give no second arrival")
  func once() throws {
    try assign(to: "CE")
    try vehicle.drive("ABC")
    var events = vehicle.stand(at: try town.place("C"), seconds: 60)
    events += try vehicle.drive("CBCBC")
    #expect(events.arrivals.isEmpty)
    #expect(vehicle.counters[.arrivals] == 1)
  }

  // mapbox #1904: arrival only at the last stop.
  @Test("every stop has its arrival, and the last one says it is final")
  func everyStop() throws {
    try assign(to: "BCE")
    var arrivals: [ArrivalEvent] = []
    for (index, way) in ["AB", "BC", "CDE"].enumerated() {
      arrivals += try vehicle.drive(way).arrivals
      vehicle.continueTrip(from: Int32(index))
    }
    #expect(arrivals.map(\.header.stopIndex) == [0, 1, 2])
    #expect(arrivals.map(\.isFinalDestination) == [false, false, true])
  }

  // The guide's caution: advancing can announce the stop just completed again.
  @Test("after continue the completed stop is never announced again")
  func notAgain() throws {
    try assign(to: "CE")
    try vehicle.drive("ABC")
    vehicle.continueTrip(from: 0)
    let events = vehicle.stand(at: try town.place("C"), seconds: 30) + (try vehicle.drive("CBC"))
    #expect(events.arrivals.isEmpty)
  }

  // mapbox #1647, second half: two stops that coincide.
  @Test("of two stops a few metres apart the second arrives once, after continue and never with the first")
  func neighbours() throws {
    let (first, second) = (try town.place("B", "C", 0.5), try town.place("B", "C", 0.53))
    vehicle.setDestinations([town.stop(first), town.stop(second)])
    #expect(vehicle.drive([try town.place("A"), first]).arrivals.map(\.header.stopIndex) == [0])
    #expect(vehicle.stand(at: first, seconds: 5).arrivals.isEmpty)
    #expect(vehicle.continueTrip(from: 0).arrivals.isEmpty)
    #expect(vehicle.stand(at: first, seconds: 30).arrivals.map(\.header.stopIndex) == [1])
  }

  // mapbox-ios #2398: already at the stop when navigation starts.
  @Test("a vehicle already at its stop arrives once, on the first fix after the assignment")
  func alreadyThere() throws {
    vehicle.setDestinations([town.stop(try town.place("A", "B", 0.05))])
    #expect(vehicle.outputs.map(\.event).arrivals.isEmpty)
    #expect(vehicle.stand(at: try town.place("A"), seconds: 20).arrivals.count == 1)
  }

  @Test("a vehicle already at its stop arrives with the fix that begins a waiting assignment")
  func alreadyThereWhenPending() throws {
    vehicle.session = nil
    vehicle.setDestinations([town.stop(try town.place("A", "B", 0.05))])
    vehicle.clock += 1
    let events = vehicle.fix(try town.place("A"))
    #expect(events.statuses.map(\.status) == [.ok])
    #expect(events.arrivals.count == 1)
  }

  // mapbox #3087: driving on after arrival.
  @Test("driving on without continue gives no reroute and no second arrival, and progress says ARRIVED")
  func drivesOn() throws {
    try assign(to: "C") { $0.header.stopGuidanceAtArrival = false }
    try vehicle.drive("ABC")
    let events = try vehicle.drive("CGHK")
    #expect(events.arrivals.isEmpty && events.statuses.isEmpty)
    #expect(events.progress.allSatisfy { $0.navigationStatus == .arrivedAtDestination })
    #expect(vehicle.session?.state == .arrived)
  }

  // mapbox #1267, mapbox-ios #982, #877: a stop just after a corner.
  @Test("a stop close behind a sharp turn is reached by positions that never touch its vertex")
  func behindCorner() throws {
    let stop = try town.place("C", "G", 0.2)
    vehicle.setDestinations([town.stop(stop)])
    let corner = try town.place("C")
    let plane = LocalPlane(origin: corner)
    try vehicle.drive("AB")
    let events = vehicle.drive([
      try town.place("B"), plane.coordinate(x: -8, y: 4), plane.coordinate(x: 5, y: -12),
      plane.coordinate(x: 6, y: -36),
    ])
    #expect(events.arrivals.count == 1)
    // Not at the corner before it, which is nearer than 50 m in a straight line.
    let place = try #require(events.arrivals.first?.location)
    #expect(distanceMeters(place, stop) <= 35)
  }

  @Test("a vehicle that stands near the stop for the dwell time has arrived")
  func dwell() throws {
    vehicle.setDestinations([town.stop(try town.place("C"))])
    try vehicle.drive("AB")
    let yard = try town.place("B", "C", 0.8, right: 25)
    vehicle.drive([try town.place("B"), try town.place("B", "C", 0.75)])
    #expect(vehicle.stand(at: yard, seconds: 10).arrivals.isEmpty)
    let deadline = try #require(vehicle.session?.nextDeadlineMillis)
    let arrival = vehicle.stand(at: yard, seconds: 2).arrivals
    #expect(arrival.count == 1 && arrival.first?.arrivedAtMillis == deadline)
  }

  @Test("the dwell ends by the clock alone when no more fixes come")
  func dwellByClock() throws {
    vehicle.setDestinations([town.stop(try town.place("C"))])
    vehicle.drive([try town.place("A"), try town.place("B", "C", 0.8)])
    vehicle.stand(at: try town.place("B", "C", 0.8), seconds: 1)
    #expect(vehicle.session?.dueTimers(before: vehicle.millis + 10_000).map(\.name) == [.dwell])
    #expect(vehicle.send(.timer(.dwell)).arrivals.count == 1)
    #expect(vehicle.send(.timer(.dwell)).isEmpty)
  }

  @Test("moving on before the dwell time is over is no arrival")
  func dwellBroken() throws {
    vehicle.setDestinations([town.stop(try town.place("C"))])
    vehicle.drive([try town.place("A"), try town.place("B", "C", 0.78)])
    vehicle.stand(at: try town.place("B", "C", 0.78), seconds: 6)
    vehicle.drive([try town.place("B", "C", 0.78), try town.place("B", "C", 0.6)])
    #expect(vehicle.session?.dueTimers(before: .max).map(\.name).contains(.dwell) == false)
    #expect(vehicle.counters[.arrivals] == 0)
  }

  // The radius and the time are both settings (mapbox #926).
  @Test("arrival distance, radius and dwell are settings")
  func settings() throws {
    var settings = NavigatorSettings()
    settings.arrivalDistanceMeters = 80
    let far = Vehicle(town, settings: settings)
    far.fix(try town.place("A"))
    far.setDestinations([town.stop(try town.place("C"))])
    let arrival = far.drive([try town.place("A"), try town.place("C")]).arrivals.first
    #expect((60...80.5).contains(arrival?.distanceToWaypointMeters ?? 0))
  }

  @Test("passing on a bridge or a parallel carriageway is no arrival")
  func parallel() throws {
    let map = try RoadMap(
      """
      A---------B---------C
      |
      D---------E---------F
      """, spacing: 20, roads: ["ABC": [:], "AD": [:], "DEF": [:]])
    var bare = Vehicle.Bare(map)
    bare.assign(try bare.plan(from: "A", to: ["B"]), at: try map.coordinate("A"))
    let events = bare.drive([try map.coordinate("A"), try map.coordinate("D"), try map.coordinate("F")])
    #expect(events.arrivals.isEmpty)
  }

  @Test("a stop driven over between two sparse fixes has its arrival")
  func sparse() throws {
    vehicle.setDestinations([town.stop(try town.place("B", "C", 0.5)), town.stop(try town.place("E"))])
    vehicle.drive([try town.place("A"), try town.place("A", "B", 0.8)])
    vehicle.clock += 30
    let events = vehicle.fix(try town.place("C", "D", 0.5), speed: 10, bearing: 90)
    #expect(events.arrivals.map(\.header.stopIndex) == [0])
    #expect(events.statuses.isEmpty)
    let advanced = vehicle.continueTrip(from: 0)
    #expect(advanced.statuses.first?.header.routeRevision == 1)
    #expect(abs((advanced.progress.first?.remainingDistanceToNextStopMeters ?? 0) - 300) <= 3)
  }

  @Test("a short cut to the next leg that leaves the stop out is no arrival there")
  func shortCut() throws {
    vehicle.setDestinations([town.stop(try town.place("C", "G", 0.5)), town.stop(try town.place("F", "I", 0.9))])
    let events = try vehicle.drive("ABFI")
    #expect(!events.arrivals.contains { $0.header.stopIndex == 0 })
  }

  @Test("APPROACHING and DEPARTED are told once for each stop")
  func stopEvents() throws {
    try assign(to: "CE")
    var events = try vehicle.drive("ABC")
    events += vehicle.stand(at: try town.place("C"), seconds: 90)
    vehicle.continueTrip(from: 0)
    events += try vehicle.drive("CDE")
    #expect(events.stops.map(\.kind) == [.approaching, .departed, .approaching])
    #expect(events.stops.map(\.header.stopIndex) == [0, 0, 1])
    #expect((events.stops.first?.distanceMeters ?? 0) <= 300)
    vehicle.continueTrip(from: 1)
    let summary = try #require(vehicle.outputs.map(\.event).summaries.first)
    #expect((90...125).contains(summary.waitingSeconds))
    #expect(summary.stopsReached == 2 && summary.stopsPlanned == 2)
  }

  // iOS 5.1.0: some arrival notifications were empty.
  @Test("an arrival carries the waypoint, the place and the caller's ids")
  func complete() throws {
    let stop = Stop(coordinate: try town.place("B"), stopID: "s", orderID: "o")
    vehicle.setDestinations([stop])
    let arrival = try #require(vehicle.drive([try town.place("A"), try town.place("B")]).arrivals.first)
    #expect(arrival.waypoint == stop && arrival.header.stop?.orderID == "o")
    #expect(arrival.header.assignmentID == "job-1" && arrival.header.routeRevision == 1)
  }
}
