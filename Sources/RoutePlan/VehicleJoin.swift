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
  let settings: RebuildSettings
  let vehicle: MatcherFix
  /// The roads the vehicle may be on, the likeliest first.
  private let roads: [RoadMatch]
  private let noiseMeters: Double

  init(network: RoadNetwork, mode: TravelMode, settings: RebuildSettings, vehicle: MatcherFix) {
    self.network = network
    self.mode = mode
    self.settings = settings
    self.vehicle = vehicle
    roads = ProjectionMatcher(network: network).roads(near: vehicle, mode: mode)
    noiseMeters = min(max(10, vehicle.accuracyMeters.map { $0.isFinite ? $0 : 10 } ?? 10), 50)
  }

  /// Nil when the vehicle cannot take the path.
  func join(_ path: EdgePath, distanceFromOriginMeters: Double) -> VehicleJoin? {
    let isAtOrigin = distanceFromOriginMeters <= settings.originDistanceMeters
    if let place = place(on: path) {
      let skipped = metersBefore(place.index, place.fraction, of: path)
      return VehicleJoin(
        pathIndex: place.index, startFraction: place.fraction, joining: isAtOrigin ? .origin : .path,
        skippedMeters: skipped)
    }
    if let join = connector(to: path) { return join }
    return isAtOrigin ? VehicleJoin(startFraction: path.startFraction, joining: .origin) : nil
  }

  // MARK: On the path

  /// Where the vehicle is on the path: near enough, not driving against it, and on no other road that is clearly
  /// nearer.
  private func place(on path: EdgePath) -> (index: Int, fraction: Double)? {
    var best: (index: Int, fraction: Double, distance: Double)?
    for index in path.edges.indices {
      let match = network.match(vehicle.coordinate, onto: path.edges[index])
      let part = path.fractions(at: index)
      // Before the begin or past the end the vehicle is not on it.
      guard match.fraction >= part.from, match.fraction <= part.to, fitsCourse(match.bearingDegrees) else { continue }
      if match.distanceMeters < best?.distance ?? .infinity { best = (index, match.fraction, match.distanceMeters) }
    }
    guard let best, best.distance <= 1.5 * max(10, noiseMeters) else { return nil }
    let nearest = roads.lazy.map(\.distanceMeters).min() ?? .infinity
    return best.distance <= nearest + noiseMeters ? (best.index, best.fraction) : nil
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
    let search = ConnectorSearch(network: network, mode: mode, path: path, limitMeters: settings.connectorMeters)
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
