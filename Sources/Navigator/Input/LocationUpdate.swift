public import Geometry

/// One position report of a vehicle. Absent parts are absent, never zero.
public struct LocationUpdate: Hashable, Sendable {
  public var coordinate: Coordinate
  /// When the position was taken, in milliseconds since 1970; nil means the record's timestamp.
  public var takenAtMillis: Int64?
  /// Radius in metres within which the vehicle is with about 68 % probability.
  public var accuracyMeters: Double?
  /// Degrees clockwise from north of the movement.
  public var bearingDegrees: Double?
  public var speedMetersPerSecond: Double?
  /// What measured it, as the sender names it; kept for nothing but echo.
  public var sensor: String

  public init(
    coordinate: Coordinate, takenAtMillis: Int64? = nil, accuracyMeters: Double? = nil,
    bearingDegrees: Double? = nil, speedMetersPerSecond: Double? = nil, sensor: String = ""
  ) {
    self.coordinate = coordinate
    self.takenAtMillis = takenAtMillis
    self.accuracyMeters = accuracyMeters
    self.bearingDegrees = bearingDegrees
    self.speedMetersPerSecond = speedMetersPerSecond
    self.sensor = sensor
  }
}
