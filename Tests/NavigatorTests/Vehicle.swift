import Geometry
import MapMatching
import Navigator
import RoadNetwork
import RoutePlan
import Routing
import TestSupport

/// A vehicle in a test: sends inputs to its session, second by second, and keeps what comes out.
final class Vehicle {
  /// Where every test's clock begins, seconds since 1970.
  static let start: Int64 = 1_767_000_000

  let town: TestTown
  let navigator: Navigator
  let id = "vehicle-1"
  var session: Session?
  var conditions = Conditions.none
  var counters = NavigatorCounters()
  /// Seconds since `start`.
  var clock: Double = 0
  /// Everything published, in order.
  var outputs: [NavigatorOutput] = []
  /// What the last input said about the changelog.
  var changes: ChangelogKinds = []
  private var offset: Int64 = 0
  private var assignments = 0

  init(_ town: TestTown, settings: NavigatorSettings = NavigatorSettings(), router: (any Router)? = nil) {
    self.town = town
    navigator = Navigator(network: town.network, router: router ?? DijkstraRouter(town.network), settings: settings)
  }

  var millis: Int64 { Self.start * 1_000 + Int64((clock * 1_000).rounded()) }

  @discardableResult
  func send(
    _ input: NavigatorInput, topic: InputTopic = .routeAssignments, recordedAt: Int64? = nil
  ) -> [NavigatorEvent] {
    let origin = InputOrigin(topic: topic, partition: 0, offset: offset, timestampMillis: recordedAt ?? millis)
    offset += 1
    let effects = navigator.apply(
      input, from: origin, vehicleID: id, to: &session, under: conditions, counting: &counters)
    outputs += effects.outputs
    changes = effects.changes
    return effects.outputs.map(\.event)
  }

  // MARK: Positions

  @discardableResult
  func fix(
    _ place: Coordinate, speed: Double? = nil, bearing: Double? = nil, accuracy: Double? = nil,
    takenAt: Int64? = nil
  ) -> [NavigatorEvent] {
    send(
      .locationUpdate(
        LocationUpdate(
          coordinate: place, takenAtMillis: takenAt ?? millis, accuracyMeters: accuracy, bearingDegrees: bearing,
          speedMetersPerSecond: speed)), topic: .locationUpdates)
  }

  /// Stands at a place, a fix each second.
  @discardableResult
  func stand(at place: Coordinate, seconds: Int, speed: Double? = 0) -> [NavigatorEvent] {
    var events: [NavigatorEvent] = []
    for _ in 0..<seconds {
      clock += 1
      events += fix(place, speed: speed)
    }
    return events
  }

  /// Drives straight from place to place at 10 m/s, a fix each second, the last one at the last place.
  @discardableResult
  func drive(_ places: Coordinate..., speed: Double = 10) -> [NavigatorEvent] {
    drive(places, speed: speed)
  }

  @discardableResult
  func drive(_ places: [Coordinate], speed: Double = 10, reportsCourse: Bool = true) -> [NavigatorEvent] {
    var events: [NavigatorEvent] = []
    for (from, to) in zip(places, places.dropFirst()) {
      let length = distanceMeters(from, to)
      let steps = max(1, Int((length / speed).rounded()))
      for step in 1...steps {
        clock += 1
        let place = interpolated(from: from, to: to, fraction: Double(step) / Double(steps))
        events += fix(
          place, speed: reportsCourse ? speed : nil, bearing: reportsCourse ? bearingDegrees(from: from, to: to) : nil)
      }
    }
    return events
  }

  /// Drives from letter to letter.
  @discardableResult
  func drive(_ letters: String, speed: Double = 10) throws -> [NavigatorEvent] {
    try drive(letters.map { try town.place($0) }, speed: speed)
  }

  // MARK: Assignments

  func header(_ id: String? = nil) -> AssignmentHeader {
    assignments += 1
    return AssignmentHeader(assignmentID: id ?? "job-\(assignments)", tripID: "trip-\(assignments)")
  }

  @discardableResult
  func assign(
    _ plan: RoutePlan, hash: UInt64 = 1, alternatives: [RoutePlan] = [],
    change: (inout AssignRouteToken) -> Void = { _ in }
  ) -> [NavigatorEvent] {
    clock += 1
    var assignment = AssignRouteToken(
      header: header(), token: .success(OpenedToken(plan: plan, hash: TokenHash(high: 0, low: hash))),
      alternativeTokens: alternatives.map { .success(OpenedToken(plan: $0, hash: TokenHash(high: 1, low: hash))) })
    change(&assignment)
    return send(.assignRouteToken(assignment))
  }

  @discardableResult
  func setDestinations(
    _ stops: [Stop], change: (inout SetDestinations) -> Void = { _ in }
  ) -> [NavigatorEvent] {
    clock += 1
    var destinations = SetDestinations(header: header(), waypoints: stops)
    change(&destinations)
    return send(.setDestinations(destinations))
  }

  @discardableResult
  func continueTrip(from stopIndex: Int32? = nil) -> [NavigatorEvent] {
    clock += 1
    return send(.continueToNextDestination(ContinueToNextDestination(requestID: "continue", stopIndex: stopIndex)))
  }

  @discardableResult
  func clear(erase: Bool = false) -> [NavigatorEvent] {
    clock += 1
    return send(.clearDestinations(ClearDestinations(requestID: "clear", erase: erase)))
  }

  /// New conditions come into force and concern this session.
  @discardableResult
  func change(_ conditions: Conditions) -> [NavigatorEvent] {
    clock += 1
    let changed = ChangedEdges(conditions.changedEdges(since: self.conditions))
    self.conditions = conditions
    return send(.conditionsChanged(changed), topic: .roadConditions)
  }
}

extension [NavigatorEvent] {
  var statuses: [RouteStatusEvent] {
    compactMap { if case .routeStatus(let event) = $0 { event } else { nil } }
  }
  var details: [ExecutionDetailsEvent] {
    compactMap { if case .executionDetails(let event) = $0 { event } else { nil } }
  }
  var arrivals: [ArrivalEvent] {
    compactMap { if case .arrival(let event) = $0 { event } else { nil } }
  }
  var stops: [StopEvent] {
    compactMap { if case .stop(let event) = $0 { event } else { nil } }
  }
  var progress: [TripProgressEvent] {
    compactMap { if case .tripProgress(let event) = $0 { event } else { nil } }
  }
  var summaries: [TripSummaryEvent] {
    compactMap { if case .tripSummary(let event) = $0 { event } else { nil } }
  }
  var refusals: [RefusalEvent] {
    compactMap { if case .refusal(let event) = $0 { event } else { nil } }
  }
}

extension Vehicle {
  /// A vehicle on a map of its own.
  struct Bare {
    let map: RoadMap
    let navigator: Navigator
    var session: Session?
    var counters = NavigatorCounters()
    var clock: Int64 = Vehicle.start
    private var offset: Int64 = 0

    init(_ map: RoadMap, settings: NavigatorSettings = NavigatorSettings()) {
      self.map = map
      navigator = Navigator(network: map.network, router: DijkstraRouter(map.network), settings: settings)
    }

    func plan(
      from origin: Character, to stops: [Character], change: (inout RoutePlan.Terms) -> Void = { _ in }
    ) throws -> RoutePlan {
      var terms = RoutePlan.Terms(
        origin: PlannedWaypoint(location: try map.coordinate(origin)),
        destinations: try stops.map { PlannedWaypoint(location: try map.coordinate($0)) }, issuer: .computeRoutes)
      change(&terms)
      let route = try DijkstraRouter(map.network).route(
        RouteRequest(
          start: .waypoint(terms.origin.waypoint), stops: terms.destinations.map(\.waypoint),
          objective: terms.objective, avoid: terms.avoid))
      return RoutePlan(
        route, on: map.network, terms: terms, conditionsVersion: .none, issuedAtMillis: Vehicle.start * 1_000)
    }

    @discardableResult
    mutating func send(_ input: NavigatorInput, topic: InputTopic = .locationUpdates) -> [NavigatorEvent] {
      let origin = InputOrigin(topic: topic, partition: 0, offset: offset, timestampMillis: clock * 1_000)
      offset += 1
      return navigator.apply(
        input, from: origin, vehicleID: "bare", to: &session, under: .none, counting: &counters
      ).outputs.map(\.event)
    }

    @discardableResult
    mutating func fix(_ place: Coordinate, speed: Double? = nil, bearing: Double? = nil, accuracy: Double? = nil)
      -> [NavigatorEvent]
    {
      clock += 1
      return send(
        .locationUpdate(
          LocationUpdate(
            coordinate: place, takenAtMillis: clock * 1_000, accuracyMeters: accuracy, bearingDegrees: bearing,
            speedMetersPerSecond: speed)))
    }

    @discardableResult
    mutating func assign(_ plan: RoutePlan, at place: Coordinate) -> [NavigatorEvent] {
      fix(place)
        + send(
          .assignRouteToken(
            AssignRouteToken(
              header: AssignmentHeader(assignmentID: "job"),
              token: .success(OpenedToken(plan: plan, hash: TokenHash(high: 0, low: 1))))), topic: .routeAssignments)
    }

    @discardableResult
    mutating func drive(_ places: [Coordinate], speed: Double = 10, accuracy: Double? = nil) -> [NavigatorEvent] {
      var events: [NavigatorEvent] = []
      for (from, to) in zip(places, places.dropFirst()) {
        let steps = max(1, Int((distanceMeters(from, to) / speed).rounded()))
        for step in 1...steps {
          events += fix(
            interpolated(from: from, to: to, fraction: Double(step) / Double(steps)), speed: speed,
            bearing: bearingDegrees(from: from, to: to), accuracy: accuracy)
        }
      }
      return events
    }
  }
}
