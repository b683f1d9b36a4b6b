public import Geometry
public import RoadNetwork
public import Routing

/// The planned way to one destination.
public struct PlannedLeg: Hashable, Sendable {
  /// Whole millimeters.
  public var distanceMeters: Double
  /// With the traffic at issue; whole milliseconds.
  public var durationSeconds: Double
  /// Without traffic; whole milliseconds.
  public var staticDurationSeconds: Double
  public var path: PlannedPath

  public init(distanceMeters: Double, durationSeconds: Double, staticDurationSeconds: Double, path: PlannedPath) {
    self.distanceMeters = distanceMeters
    self.durationSeconds = durationSeconds
    self.staticDurationSeconds = staticDurationSeconds
    self.path = path
  }
}

/// One leg's path, told three ways from the least to the most durable: edges of one network file, OpenStreetMap ways
/// and nodes, a line on the ground.
public struct PlannedPath: Hashable, Sendable {
  /// First edge, in the network of the plan's fingerprint.
  public var firstEdge: EdgeID
  /// For each further edge, which turn of the edge before it leads there: its ordinal in the turn table.
  public var turnOrdinals: [UInt32]
  /// From the start of the first edge to where the path begins.
  public var startOffsetCentimeters: UInt32
  /// From where the path ends to the end of the last edge.
  public var endOffsetCentimeters: UInt32
  /// Stretches along one way each, in driving order; each begins where the one before it ends.
  public var references: [SegmentReference]
  /// From where the path begins to where it ends, simplified by at most 2 m and rounded to 1e-5 degree.
  public var polyline: [Coordinate]

  public init(
    firstEdge: EdgeID, turnOrdinals: [UInt32], startOffsetCentimeters: UInt32, endOffsetCentimeters: UInt32,
    references: [SegmentReference], polyline: [Coordinate]
  ) {
    self.firstEdge = firstEdge
    self.turnOrdinals = turnOrdinals
    self.startOffsetCentimeters = startOffsetCentimeters
    self.endOffsetCentimeters = endOffsetCentimeters
    self.references = references
    self.polyline = polyline
  }
}
