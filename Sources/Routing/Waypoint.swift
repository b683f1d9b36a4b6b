public import Geometry
public import RoadNetwork

/// A place a route starts at, passes or ends at, with how it wants to be reached.
public struct Waypoint: Hashable, Sendable {
  public var coordinate: Coordinate
  /// Direction of travel at the waypoint, degrees clockwise from north.
  ///
  /// Roads within ±55° of it are preferred; when there is none it is dropped.
  public var headingDegrees: Double?
  /// Pass so that the waypoint lies on the side where the vehicle stops (its kerb).
  public var sideOfRoad: Bool
  /// Do not stop on motorways, ramps, ferries, tunnels and bridges when another road is near.
  public var vehicleStopover: Bool
  /// Pass through without stopping: keeps the direction and ends no leg.
  public var isVia: Bool

  public init(
    _ coordinate: Coordinate, headingDegrees: Double? = nil, sideOfRoad: Bool = false,
    vehicleStopover: Bool = false, isVia: Bool = false
  ) {
    self.coordinate = coordinate
    self.headingDegrees = headingDegrees
    self.sideOfRoad = sideOfRoad
    self.vehicleStopover = vehicleStopover
    self.isVia = isVia
  }
}

/// A place on a directed edge.
public struct EdgePosition: Hashable, Sendable {
  public var edge: EdgeID
  /// Share of the edge's length driven, 0...1.
  public var fraction: Double

  public init(edge: EdgeID, fraction: Double) {
    self.edge = edge
    self.fraction = fraction
  }
}
