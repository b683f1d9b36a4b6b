public import Geometry
public import Routing

/// The origin or a destination of a plan.
public struct PlannedWaypoint: Hashable, Sendable {
  public var location: Coordinate
  /// Where a vehicle stands to serve the location, when that is elsewhere.
  public var navigationPoint: Coordinate?
  /// Whole degrees clockwise from north, 0 to 359.
  public var headingDegrees: UInt16?
  public var sideOfRoad: Bool
  public var vehicleStopover: Bool

  public init(
    location: Coordinate, navigationPoint: Coordinate? = nil, headingDegrees: UInt16? = nil,
    sideOfRoad: Bool = false, vehicleStopover: Bool = false
  ) {
    self.location = location
    self.navigationPoint = navigationPoint
    self.headingDegrees = headingDegrees
    self.sideOfRoad = sideOfRoad
    self.vehicleStopover = vehicleStopover
  }

  /// A waypoint of a request as the plan keeps it; the heading is rounded to whole degrees.
  public init(_ waypoint: Waypoint) {
    let heading = waypoint.headingDegrees.flatMap { degrees -> UInt16? in
      guard degrees.isFinite, degrees > -1e6, degrees < 1e6 else { return nil }
      return UInt16((Int(degrees.rounded()) % 360 + 360) % 360)
    }
    self.init(
      location: waypoint.coordinate, headingDegrees: heading, sideOfRoad: waypoint.sideOfRoad,
      vehicleStopover: waypoint.vehicleStopover)
  }

  /// What a router takes.
  public var waypoint: Waypoint {
    Waypoint(
      navigationPoint ?? location, headingDegrees: headingDegrees.map(Double.init), sideOfRoad: sideOfRoad,
      vehicleStopover: vehicleStopover)
  }
}
