import Geometry
import RoadNetwork

/// The ends of a request's searches: its waypoints put on the road.
struct RequestEnds {
  private let request: RouteRequest
  private let network: RoadNetwork
  private let snapping: Snapping
  let mask: ClosureMask
  let ground: PrivateGround

  /// A meter of handicap costs as much as ten minutes: the nearest road serves, whatever is avoided,
  /// unless no way leads there.
  private static let unitsPerMeter = 600 * Metric.unitsPerSecond
  /// What is driven rather than to stop on the wrong side of the road.
  private static let acrossUnits = 900 * Metric.unitsPerSecond
  /// About 50 days: more than any way there is, and small enough that the costs of all stops can be added.
  private static let mostUnits = 4_000_000 * Metric.unitsPerSecond

  init(_ request: RouteRequest, network: RoadNetwork) {
    self.request = request
    self.network = network
    snapping = Snapping(
      network, mode: request.mode, conditions: request.conditions, atMillis: request.atMillis,
      settings: request.snap)
    ground = PrivateGround(request, network: network)
    let mask = ClosureMask(request.conditions, atMillis: request.atMillis)
    if case .position(let position) = request.start {
      self.mask = mask.escaping(from: position, over: network)
    } else {
      self.mask = mask
    }
  }

  /// The states a route may start in.
  func startStage(_ metric: Metric) throws(RoutingFailure) -> [RouteState] {
    switch request.start {
    case .position(let position):
      guard network.contains(position.edge) else { throw .badRequest }
      let fraction = position.fraction.isNaN ? 0 : min(1, max(0, position.fraction))
      return [RouteState(start: EdgePosition(edge: position.edge, fraction: fraction), cost: 0)]
    case .waypoint(let waypoint): return try startStage(at: waypoint, index: 0)
    }
  }

  /// The states a route that starts at a waypoint may start in.
  func startStage(at waypoint: Waypoint, index: Int) throws(RoutingFailure) -> [RouteState] {
    try candidates(for: waypoint, index: index).map {
      RouteState(start: $0.position, cost: RequestEnds.cost(of: $0))
    }
  }

  /// The places at which a stop may be reached, with every shadow edge of their roads.
  func targets(ofStop index: Int) throws(RoutingFailure) -> [SearchTarget] {
    var targets: [SearchTarget] = []
    for candidate in try candidates(for: request.stops[index], index: index + 1) {
      let edge = candidate.position.edge
      var target = SearchTarget(
        edge: edge.rawValue, fraction: candidate.position.fraction, cost: RequestEnds.cost(of: candidate))
      // Entering a restricted road is what a waypoint there wants.
      if ground.contains(edge.rawValue) { target.giveBack(CostModel.restrictedEntryUnits(request.avoid)) }
      targets.append(target)
      for shadow in network.shadowEdges(of: edge) {
        target.edge = shadow
        targets.append(target)
      }
    }
    return targets
  }

  private func candidates(for waypoint: Waypoint, index: Int) throws(RoutingFailure) -> [SnapCandidate] {
    let reach = network.bounds.expanded(byMeters: request.snap.maximumDistanceMeters)
    guard reach.contains(waypoint.coordinate) else { throw .outsideNetwork(index: index) }
    let found = snapping.candidates(for: waypoint)
    if found.isEmpty { throw .waypointNotSnappable(index: index) }
    return found
  }

  private static func cost(of candidate: SnapCandidate) -> Int64 {
    let across = candidate.isAcrossTheRoad ? acrossUnits : 0
    return Int64(min(candidate.handicapMeters * unitsPerMeter + across, mostUnits).rounded())
  }
}

extension RouteRequest {
  func check() throws(RoutingFailure) {
    guard let destination = stops.last, !destination.isVia,
      stops.count <= RouteRequest.maximumIntermediates + 1
    else { throw .badRequest }
  }

  /// Whether the route begins under way and not at a stop.
  var startsMoving: Bool {
    if case .position = start { return true }
    return false
  }

  func times(on network: RoadNetwork) -> TravelTimes {
    var times = TravelTimes(network, mode: mode, conditions: conditions, atMillis: atMillis)
    times.startsMoving = startsMoving
    return times
  }
}
