import Geometry
import RoadNetwork
import RoutePlan
import Routing

/// Why an assignment is not taken: the status to publish.
struct AssignmentFailure: Error, Hashable {
  var status: RouteStatus
  var error: RouteError

  init(_ status: RouteStatus, _ error: RouteError) {
    self.status = status
    self.error = error
  }
}

extension AssignRouteToken {
  /// The checks that need no position, in their order: travel mode, token, waypoints, stops.
  func checked(
    origin: InputOrigin, issuedAtMillis: Int64, on network: RoadNetwork, settings: NavigatorSettings
  ) throws(AssignmentFailure) -> Assignment {
    let mode = try navigableMode(travelMode)
    let plan: RoutePlan?
    let token: TokenUse
    let stops: [Stop]
    var options = TripOptions(
      mode: mode, objective: .default, avoid: .none, rerouteStrategy: .unknown, timeToleranceSeconds: nil)
    switch self.token {
    case .failure(let failure):
      guard !waypoints.isEmpty else { throw AssignmentFailure(.waypointError, .tokenMalformed(failure.description)) }
      (plan, token, stops) = (nil, .malformed(text: failure.description), waypoints)
    case .success(let opened):
      var opened = opened.plan
      // In the deprecated form the caller's mode wins, in the other one the token's.
      if waypoints.isEmpty {
        stops = opened.stops(named: stopIdentities)
      } else {
        guard opened.hasDestinations(waypoints) else {
          throw AssignmentFailure(.waypointError, .waypointsNotTheTokens)
        }
        opened.mode = mode
        stops = waypoints
      }
      options.take(opened)
      (plan, token) = (opened, .plan)
    }
    try checkStops(stops, mode: options.mode, on: network, settings: settings)
    // An alternative must lead to the same stops in the same mode; one that does not, or cannot be read, is not offered.
    let alternatives = alternativeTokens.prefix(Self.alternativeLimit).compactMap { reading -> RoutePlan? in
      guard case .success(let opened) = reading, opened.plan.hasDestinations(stops) else { return nil }
      var plan = opened.plan
      if !waypoints.isEmpty { plan.mode = mode }
      return plan.mode == options.mode ? plan : nil
    }
    return Assignment(
      id: header.assignmentID, tripID: header.tripID, issuedAtMillis: issuedAtMillis, origin: origin, stops: stops,
      options: options, token: token, plans: plan.map { [$0] + alternatives } ?? [], isTokenReused: false,
      stopGuidanceAtArrival: header.stopGuidanceAtArrival, thresholds: header.progressThresholds,
      speedAlerts: header.speedAlerts)
  }
}

extension SetDestinations {
  /// The checks that need no position: travel mode, stops.
  func checked(
    origin: InputOrigin, issuedAtMillis: Int64, on network: RoadNetwork, settings: NavigatorSettings
  ) throws(AssignmentFailure) -> Assignment {
    let mode = try navigableMode(travelMode)
    try checkStops(waypoints, mode: mode, on: network, settings: settings)
    var avoided = AvoidSet.Features()
    if options.avoidTolls { avoided.insert(.tolls) }
    if options.avoidHighways { avoided.insert(.highways) }
    if options.avoidFerries { avoided.insert(.ferries) }
    if options.avoidTunnels { avoided.insert(.tunnels) }
    var assignment = Assignment(
      id: header.assignmentID, tripID: header.tripID, issuedAtMillis: issuedAtMillis, origin: origin,
      stops: waypoints,
      options: TripOptions(
        mode: mode, objective: options.strategy == .shorter ? .shorterDistance : .default,
        avoid: AvoidSet(avoided, vignetteCountries: options.avoidVignettes.compactMap { CountryCode($0) }),
        rerouteStrategy: .unknown,
        timeToleranceSeconds: nil, licensePlate: options.licensePlate),
      token: .none, plans: [], isTokenReused: false, stopGuidanceAtArrival: header.stopGuidanceAtArrival,
      thresholds: header.progressThresholds, speedAlerts: header.speedAlerts)
    assignment.wish = options.firstRouteWish
    return assignment
  }
}

extension RoutingOptions {
  /// A target is one positive length; without it the strategy is the default.
  fileprivate var firstRouteWish: FirstRouteWish {
    let target = strategy == .deltaToTargetDistance ? targetDistanceMeters.flatMap { $0 > 0 ? $0 : nil } : nil
    let alternates =
      switch alternateRoutes {
      case .none: 0
      case .one: 1
      case .all: 3
      }
    return FirstRouteWish(alternates: alternates, targetDistanceMeters: target)
  }
}

/// DRIVING and TWO_WHEELER are what the roads are kept for.
private func navigableMode(_ mode: AppTravelMode) throws(AssignmentFailure) -> TravelMode {
  switch mode {
  case .driving: .drive
  case .twoWheeler: .twoWheeler
  case .cycling, .walking, .taxicab: throw AssignmentFailure(.travelModeUnsupported, .travelModeUnsupported)
  }
}

private func checkStops(
  _ stops: [Stop], mode: TravelMode, on network: RoadNetwork, settings: NavigatorSettings
) throws(AssignmentFailure) {
  guard !stops.isEmpty else { throw AssignmentFailure(.noWaypointsError, .noWaypoints) }
  guard stops.count <= settings.maximumStops else {
    throw AssignmentFailure(.waypointError, .tooManyWaypoints(stops.count, limit: settings.maximumStops))
  }
  for index in stops.indices.dropFirst() {
    if let place = stops[index].coordinate, place == stops[index - 1].coordinate {
      throw AssignmentFailure(.duplicateWaypointsError, .duplicateWaypoint(index))
    }
  }
  for index in stops.indices {
    guard let place = stops[index].coordinate, place.isValid else {
      let hasName = !stops[index].placeID.isEmpty || !stops[index].navigationPointToken.isEmpty
      throw AssignmentFailure(
        .waypointError,
        stops[index].coordinate == nil && hasName ? .locationMissing(index) : .impossibleCoordinate(index))
    }
    let near = network.nearestEdges(to: place, within: settings.snapMaxDistanceMeters, limit: 1, mode: mode)
    guard !near.isEmpty else {
      throw AssignmentFailure(
        .waypointError, .notSnappable(index, within: settings.snapMaxDistanceMeters))
    }
  }
}

extension RoutePlan {
  /// The destinations as stops, with the caller's names for them.
  func stops(named names: [StopIdentity]) -> [Stop] {
    destinations.indices.map { index in
      let destination = destinations[index]
      let name = names.indices.contains(index) ? names[index] : StopIdentity()
      return Stop(
        coordinate: destination.waypoint.coordinate,
        preferredHeadingDegrees: destination.headingDegrees.map(Int32.init),
        preferSameSideOfRoad: destination.sideOfRoad, vehicleStopover: destination.vehicleStopover, title: name.title,
        stopID: name.stopID, orderID: name.orderID, labels: name.labels)
    }
  }

  /// Whether the stops are the ones that the token was made for, each within a metre.
  func hasDestinations(_ stops: [Stop]) -> Bool {
    destinations.count == stops.count
      && zip(destinations, stops).allSatisfy { destination, stop in
        guard let place = stop.coordinate else { return false }
        return Geometry.distanceMeters(destination.location, place) <= 1
          || Geometry.distanceMeters(destination.waypoint.coordinate, place) <= 1
      }
  }
}
