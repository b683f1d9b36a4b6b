import Geometry
import RoadNetwork

/// The driver of one demo trip: drives what the worker's route status says, waits at stops, continues after arrivals,
/// and causes the trouble that its script holds.
struct DemoTrip {
  enum Trouble: Hashable {
    /// Takes another turn than the route's after this many metres.
    case straysAfterMeters(Double)
    /// A road of the remaining route is closed this many metres after a reroute.
    case roadClosesAfterMeters(Double)
  }

  enum State: Equatable {
    /// Standing until a route is known.
    case waiting
    case driving
    /// Off its route, on a line of its own choice, until a new route is there.
    case straying
    /// At a stop until this time, then `continue`.
    case atStop(index: Int, untilMillis: Int64)
    case completed
  }

  let title: String
  let assignment: String
  let tripID: String
  let stopNames: [String]
  private(set) var vehicle: SimulatedVehicle
  private(set) var state = State.waiting
  private(set) var trace: TripTrace
  private var troubles: [Trouble]
  private var legs: [[Coordinate]] = []
  private var revision = 0
  private(set) var arrivals = 0
  /// Of the road that its script closed last; empty where it has no name.
  private(set) var closedRoadName = ""
  private var legStartMeters = 0.0
  private var metersOnRoute = 0.0

  private static let secondsAtStop: Int64 = 12

  init(
    title: String, vehicle: SimulatedVehicle, assignment: String, tripID: String, stopNames: [String],
    stops: [Coordinate], planned: [Coordinate], troubles: [Trouble]
  ) {
    self.title = title
    self.vehicle = vehicle
    self.assignment = assignment
    self.tripID = tripID
    self.stopNames = stopNames
    self.troubles = troubles
    trace = TripTrace(title: title, planned: planned, stops: stops)
  }

  var isCompleted: Bool { state == .completed }
  var arrivedEverywhere: Bool { arrivals == stopNames.count }

  // MARK: Time

  /// One second passes: drives, reports, and does what is due.
  mutating func tick(atMillis now: Int64, on network: RoadNetwork) -> [InputMessage] {
    var messages: [InputMessage] = []
    switch state {
    case .waiting: vehicle.stand()
    case .completed: return []
    case .driving, .straying:
      let before = vehicle.alongMeters
      vehicle.advance(seconds: 1)
      metersOnRoute += vehicle.alongMeters - before
      if let closure = closureDue(on: network, atMillis: now) { messages.append(closure) }
      strayIfDue(on: network)
    case .atStop(let index, let until):
      vehicle.stand()
      if now >= until {
        messages.append(.proceed(vehicle: vehicle.id, assignment: assignment, stop: index, atMillis: now))
        state = .waiting
      }
    }
    if let fix = vehicle.report() { messages.append(.location(vehicle: vehicle.id, fix, atMillis: now)) }
    trace.driven = vehicle.driven
    return messages
  }

  // MARK: Events

  /// Reacts to an event about its vehicle.
  mutating func handle(_ event: DemoEvent, atMillis now: Int64) {
    guard event.string("assignmentId") == assignment else { return }
    switch event.type {
    case "RouteStatus": take(event)
    case "Arrival":
      arrivals += 1
      state = .atStop(index: event.integer("stopIndex"), untilMillis: now + Self.secondsAtStop * 1_000)
    default: break
    }
  }

  private mutating func take(_ event: DemoEvent) {
    switch event.string("cause") {
    case "COMPLETED": state = .completed
    case "ASSIGNED", "OFF_ROUTE", "ROAD_CLOSED", "FASTER_ROUTE", "ADVANCED":
      guard event.string("status") == "OK", let first = event.legLines.first, first.count > 1 else { return }
      if revision > 0, event.integer("routeRevision") > revision, let line = event.routeLine {
        trace.reroutes.append(line)
      }
      revision = event.integer("routeRevision")
      legs = event.legLines
      if event.string("cause") != "ADVANCED" { metersOnRoute = 0 }
      vehicle.take(Polyline(first))
      state = .driving
    default: break
    }
  }

  mutating func note(_ text: String, time: String) {
    guard let place = vehicle.position else { return }
    trace.events.append(.init(place: place, time: time, text: text))
  }

  // MARK: Trouble

  private mutating func strayIfDue(on network: RoadNetwork) {
    guard state == .driving, case .straysAfterMeters(let meters)? = troubles.first, metersOnRoute >= meters,
      let detour = StrayLine.from(vehicle.line, alongMeters: vehicle.alongMeters, on: network)
    else { return }
    troubles.removeFirst()
    vehicle.take(detour, withinMeters: 30)
    state = .straying
  }

  private mutating func closureDue(on network: RoadNetwork, atMillis now: Int64) -> InputMessage? {
    guard state == .driving, case .roadClosesAfterMeters(let meters)? = troubles.first, metersOnRoute >= meters,
      let road = RoadAhead.closable(on: vehicle.line, alongMeters: vehicle.alongMeters, network: network)
    else { return nil }
    troubles.removeFirst()
    trace.closed.append(road.geometry)
    closedRoadName = road.name
    return .closure(way: road.wayID, from: road.fromNodeID, to: road.toNodeID, atMillis: now)
  }
}
