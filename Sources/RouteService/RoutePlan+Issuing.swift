import Geometry
import RoadNetwork
import RoutePlan
import Routing

extension RoutePlan {
  /// What a token says of a route that was found for a request. The route's legs end at its stops;
  /// the request has no via and begins at a waypoint.
  init?(
    _ route: Route, of request: RouteRequest, labels: [RouteLabel], issuer: TokenIssuer,
    issuedAtMillis: Int64, expiresAtMillis: Int64?, on network: RoadNetwork
  ) {
    guard case .waypoint(let origin) = request.start, route.legs.count == request.stops.count else { return nil }
    self.init(
      issuedAtMillis: issuedAtMillis, expiresAtMillis: expiresAtMillis,
      networkFingerprint: network.fingerprint, conditionsVersion: request.conditions.version.text,
      mode: request.mode, objective: request.objective, avoid: request.avoid, labels: labels,
      issuer: issuer, origin: PlannedWaypoint(origin), destinations: request.stops.map(PlannedWaypoint.init),
      legs: route.legs.map { PlannedLeg($0, on: network) })
  }
}

extension PlannedLeg {
  init(_ leg: RouteLeg, on network: RoadNetwork) {
    self.init(
      distanceMeters: PlannedLeg.thousandths(leg.distanceMeters),
      durationSeconds: PlannedLeg.thousandths(leg.durationSeconds),
      staticDurationSeconds: PlannedLeg.thousandths(leg.staticDurationSeconds),
      path: PlannedPath(leg.path, on: network))
  }

  private static func thousandths(_ value: Double) -> Double { (value * 1_000).rounded() / 1_000 }
}

extension PlannedPath {
  init(_ path: EdgePath, on network: RoadNetwork) {
    let (first, last) = (path.edges[0], path.edges[path.edges.count - 1])
    var ordinals: [UInt32] = []
    for (former, edge) in zip(path.edges, path.edges.dropFirst()) {
      let turns = network.turns(from: former)
      let ordinal = turns.first { network.target(of: TurnID($0)) == edge }
      ordinals.append((ordinal ?? turns.lowerBound) - turns.lowerBound)
    }
    let line = PolylineSimplifier(toleranceMeters: 2).simplify(path.geometry(on: network))
    self.init(
      firstEdge: first, turnOrdinals: ordinals,
      startOffsetCentimeters: PlannedPath.centimeters(network.lengthMeters(of: first) * path.startFraction),
      endOffsetCentimeters: PlannedPath.centimeters(network.lengthMeters(of: last) * (1 - path.endFraction)),
      references: path.stretches(on: network).map(\.reference),
      polyline: line.map(PlannedPath.rounded))
  }

  private static func centimeters(_ meters: Double) -> UInt32 {
    UInt32(min(max((meters * 100).rounded(), 0), Double(UInt32.max)))
  }

  /// To 1e-5 degree, the resolution of an encoded polyline.
  private static func rounded(_ point: Coordinate) -> Coordinate {
    func rounded(_ value: Int32) -> Int32 { Int32((Double(value) / 100).rounded()) * 100 }
    return Coordinate(latitudeE7: rounded(point.latitudeE7), longitudeE7: rounded(point.longitudeE7))
  }
}
