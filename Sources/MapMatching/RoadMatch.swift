public import Geometry
public import Routing

/// A fix put onto a road.
public struct RoadMatch: Hashable, Sendable {
  public var position: EdgePosition
  /// The place on the road.
  public var snapped: Coordinate
  /// Direction of the road there, as the edge runs.
  public var bearingDegrees: Double
  /// From the fix to `snapped`.
  public var distanceMeters: Double

  public init(position: EdgePosition, snapped: Coordinate, bearingDegrees: Double, distanceMeters: Double) {
    self.position = position
    self.snapped = snapped
    self.bearingDegrees = bearingDegrees
    self.distanceMeters = distanceMeters
  }
}
