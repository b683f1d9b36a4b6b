public import Geometry
public import RoadNetwork
public import Routing

/// What lies between the end of a leg, on the road, and the waypoint that was asked for.
public struct LegEnd: Hashable, Sendable {
  /// In a straight line; more than a few meters where no way leads up to the waypoint, such as a gated park
  /// (osrm-backend#5902).
  public var distanceMeters: Double
  /// In force on a road that is nearer to the waypoint than the end of the leg: the next open road serves in its place
  /// (osrm-backend#5957, #4335).
  public var closure: RoadClosure?
}

extension RouteLeg {
  /// Nearer than this two roads are equally near; a closure on the other carriageway's axis keeps nobody away.
  private static let equalMeters = 1.0
  private static let nearestLimit = 16

  /// How far the leg ends from its waypoint, and which closure is to blame.
  ///
  /// Asks the spatial index once, and only where something is reported and the waypoint is not on the road.
  public func end(
    at waypoint: Coordinate, mode: TravelMode, on network: RoadNetwork, under conditions: Conditions,
    atMillis millis: Int64
  ) -> LegEnd {
    guard let last = path.edges.last else { return LegEnd(distanceMeters: 0) }
    let meters = Geometry.distanceMeters(network.place(on: last, fraction: path.endFraction).point, waypoint)
    guard !conditions.isEmpty, meters > Self.equalMeters else { return LegEnd(distanceMeters: meters) }
    let near = network.nearestEdges(
      to: waypoint, within: meters - Self.equalMeters, limit: Self.nearestLimit, mode: mode)
    for match in near where conditions.isClosed(match.edge, atMillis: millis) {
      // The place itself, as wide as a closure must be to count.
      let place = EdgePath(
        edges: [match.edge], startFraction: max(0, match.fraction - 1e-4), endFraction: min(1, match.fraction + 1e-4))
      if let closure = place.firstClosure(under: conditions, atMillis: millis) {
        return LegEnd(distanceMeters: meters, closure: closure)
      }
    }
    return LegEnd(distanceMeters: meters)
  }
}
