/// The nearest point of a straight piece to a given point.
@frozen
public struct SegmentProjection: Sendable {
  /// Where on the piece, 0 (its start) … 1 (its end).
  public let fraction: Double
  /// How far the given point lies from it, in metres.
  public let distanceMeters: Double

  /// Projects onto the piece from `start` to `end`.
  public init(of point: Coordinate, ontoSegmentFrom start: Coordinate, to end: Coordinate) {
    self.init(plane: LocalPlane(origin: point), start: start, end: end)
  }

  /// Projects the plane's origin; use it to project one point onto many pieces.
  @inlinable
  public init(plane: LocalPlane, start: Coordinate, end: Coordinate) {
    let a = plane.position(of: start)
    let b = plane.position(of: end)
    let dx = b.x - a.x
    let dy = b.y - a.y
    let lengthSquared = dx * dx + dy * dy
    let along = lengthSquared > 0 ? -(a.x * dx + a.y * dy) / lengthSquared : 0
    fraction = min(1, max(0, along))
    let x = a.x + fraction * dx
    let y = a.y + fraction * dy
    distanceMeters = (x * x + y * y).squareRoot()
  }
}

/// The point at a fraction (0 … 1, clamped) of the straight piece between two points, across the antimeridian if shorter.
public func interpolated(from start: Coordinate, to end: Coordinate, fraction: Double) -> Coordinate {
  let part = fraction.isNaN ? 0 : min(1, max(0, fraction))
  let latitude = Double(start.latitudeE7) + part * Double(Int64(end.latitudeE7) - Int64(start.latitudeE7))
  let difference = Double(longitudeDifferenceE7(from: start.longitudeE7, to: end.longitudeE7))
  let longitude = Int64(start.longitudeE7) + Int64((part * difference).rounded())
  return Coordinate(latitudeE7: Int32(latitude.rounded()), longitudeE7: wrappedLongitudeE7(longitude))
}
