public import Geometry

/// The vehicle reached a stop. Exactly one for each assignment and stop index, ever.
public struct ArrivalEvent: Hashable, Sendable {
  public var header: EventHeader
  public var waypoint: Stop
  public var isFinalDestination: Bool
  public var arrivedAtMillis: Int64
  /// The raw position.
  public var location: Coordinate
  /// Straight distance from the raw position to the waypoint.
  public var distanceToWaypointMeters: Double

  public init(
    header: EventHeader, waypoint: Stop, isFinalDestination: Bool, arrivedAtMillis: Int64, location: Coordinate,
    distanceToWaypointMeters: Double
  ) {
    self.header = header
    self.waypoint = waypoint
    self.isFinalDestination = isFinalDestination
    self.arrivedAtMillis = arrivedAtMillis
    self.location = location
    self.distanceToWaypointMeters = distanceToWaypointMeters
  }
}

/// The vehicle comes near a stop, or leaves it. At most one of each kind for each assignment and stop index.
public struct StopEvent: Hashable, Sendable {
  public var header: EventHeader
  public var kind: StopEventKind
  public var waypoint: Stop
  public var location: Coordinate?
  /// Remaining route distance when approaching; straight distance when departed.
  public var distanceMeters: Int32
  /// Time left to the stop when approaching; nil when departed.
  public var remainingDurationSeconds: Int32?

  public init(
    header: EventHeader, kind: StopEventKind, waypoint: Stop, location: Coordinate?, distanceMeters: Int32,
    remainingDurationSeconds: Int32? = nil
  ) {
    self.header = header
    self.kind = kind
    self.waypoint = waypoint
    self.location = location
    self.distanceMeters = distanceMeters
    self.remainingDurationSeconds = remainingDurationSeconds
  }
}
