internal import Geometry
internal import MapMatching
internal import RoadNetwork
internal import Routing

/// How a vehicle gets onto a path.
struct VehicleJoin {
  /// Driven before the path; may be shadow edges. Empty when the vehicle is on the path.
  var connector: [EdgeID] = []
  /// The path is followed from this edge on.
  var pathIndex = 0
  /// Where the route begins, on its first edge.
  var startFraction: Double
  var joining: RebuiltRoute.Joining
  /// Of the path, before `pathIndex` and `startFraction`.
  var skippedMeters = 0.0

  /// The first leg as the vehicle drives it.
  func applied(to path: EdgePath) -> EdgePath {
    EdgePath(
      edges: connector + path.edges[pathIndex...], startFraction: startFraction, endFraction: path.endFraction)
  }
}

/// Looks for the way of a vehicle onto the first leg of a plan.
struct VehicleJoiner {
  let network: RoadNetwork
  let mode: TravelMode
  let restrictions: ActiveRestrictions
  let settings: RebuildSettings
  let vehicle: MatcherFix
  /// The roads the vehicle may be on, the likeliest first.
  private let roads: [RoadMatch]
  private let noiseMeters: Double

  init(
    network: RoadNetwork, mode: TravelMode, restrictions: ActiveRestrictions, settings: RebuildSettings,
    vehicle: MatcherFix
  ) {
    self.network = network
    self.mode = mode
    self.restrictions = restrictions
    self.settings = settings
    self.vehicle = vehicle
    roads = ProjectionMatcher(network: network).roads(near: vehicle, mode: mode)
    noiseMeters = min(max(10, vehicle.accuracyMeters.map { $0.isFinite ? $0 : 10 } ?? 10), 50)
  }

  /// Nil when the vehicle cannot take the path.
  func join(_ path: EdgePath, distanceFromOriginMeters: Double) -> VehicleJoin? {
    let isAtOrigin = distanceFromOriginMeters <= settings.originDistanceMeters
    var join = place(on: path).map { place in
      VehicleJoin(
        pathIndex: place.index, startFraction: place.fraction, joining: isAtOrigin ? .origin : .path,
        skippedMeters: metersBefore(place.index, place.fraction, of: path))
    }
    join = join ?? connector(to: path)
    guard isAtOrigin else { return join }
    // At the origin the whole plan is followed, though it may pass here again later.
    if let join, join.skippedMeters <= 2 * settings.originDistanceMeters { return join }
    return VehicleJoin(startFraction: path.startFraction, joining: .origin)
  }

  // MARK: On the path

  /// Where the vehicle is on the path: near enough, not driving against it, and on no other road that is clearly
  /// nearer.
  private func place(on path: EdgePath) -> (index: Int, fraction: Double)? {
    let places = path.edges.indices.compactMap { place(onEdge: $0, of: path) }
    guard let nearest = places.map(\.distance).min(), nearest <= 1.5 * max(10, noiseMeters) else { return nil }
    // Where the path passes here twice, the vehicle is about to drive all of it.
    guard let first = places.first(where: { $0.distance <= nearest + 1 }), !first.isBeforeStart else { return nil }
    let nearestRoad = roads.lazy.map(\.distanceMeters).min() ?? .infinity
    return first.distance <= nearestRoad + noiseMeters ? (first.index, first.fraction) : nil
  }

  private struct Place {
    var index: Int
    var fraction: Double
    var distance: Double
    /// The vehicle is still behind the begin of the path.
    var isBeforeStart = false
  }

  /// The nearest place of one edge's part of the path; nil when the course does not fit.
  private func place(onEdge index: Int, of path: EdgePath) -> Place? {
    let edge = path.edges[index]
    let match = network.match(vehicle.coordinate, onto: edge)
    guard fitsCourse(match.bearingDegrees) else { return nil }
    let part = path.fractions(at: index)
    let fraction = min(max(match.fraction, part.from), part.to)
    let place = Place(index: index, fraction: fraction, distance: match.distanceMeters)
    // The plan keeps centimeters.
    if abs(match.fraction - fraction) * network.lengthMeters(of: edge) <= 0.5 { return place }
    let end = network.coordinate(at: EdgePosition(edge: edge, fraction: fraction))
    return Place(
      index: index, fraction: fraction, distance: distanceMeters(vehicle.coordinate, end),
      isBeforeStart: index == 0 && match.fraction < part.from)
  }

  private func fitsCourse(_ bearing: Double) -> Bool {
    guard let course = vehicle.bearingDegrees, course.isFinite, vehicle.speedMetersPerSecond ?? 2 >= 2 else {
      return true
    }
    return angleDifferenceDegrees(course, bearing) <= 120
  }

  private func metersBefore(_ index: Int, _ fraction: Double, of path: EdgePath) -> Double {
    EdgePath(
      edges: Array(path.edges[...index]), startFraction: path.startFraction, endFraction: fraction
    ).lengthMeters(on: network)
  }

  // MARK: Connector

  /// The shortest legal way from the vehicle's road onto the path.
  private func connector(to path: EdgePath) -> VehicleJoin? {
    guard let nearest = roads.first?.distanceMeters else { return nil }
    let search = ConnectorSearch(
      network: network, mode: mode, restrictions: restrictions, path: path, limitMeters: settings.connectorMeters)
    var best: (join: VehicleJoin, cost: Double)?
    for road in roads where road.distanceMeters <= nearest + noiseMeters && fitsCourse(road.bearingDegrees) {
      guard let way = search.way(from: road.position) else { continue }
      let cost = way.meters + road.distanceMeters
      guard cost < best?.cost ?? .infinity else { continue }
      let joinFraction = way.pathIndex == 0 ? path.startFraction : 0
      let join = VehicleJoin(
        connector: way.edges, pathIndex: way.pathIndex,
        startFraction: road.position.fraction, joining: .connector(meters: way.meters),
        skippedMeters: way.pathIndex == 0 ? 0 : metersBefore(way.pathIndex, joinFraction, of: path))
      best = (join, cost)
    }
    return best?.join
  }
}
