public import Geometry

/// A place on the road at which a waypoint may be served.
public struct SnapCandidate: Hashable, Sendable {
  /// A canonical edge.
  public var position: EdgePosition
  public var point: Coordinate
  /// From the waypoint to `point`, straight.
  public var distanceMeters: Double
  /// What makes it worse than the best candidate, in meters of distance: farther away, or a road on
  /// which the waypoint is hardly meant.
  public var handicapMeters: Double
  /// The waypoint wants its side of the road, and this is the other one.
  public var isAcrossTheRoad: Bool
}
