/// A plane that touches the earth at an origin: metres east (x) and north (y) of it.
///
/// The fast form of distances around one point: exact at the origin, error below 0.1 % within 50 km (below 60°
/// latitude). Works across the antimeridian.
@frozen
public struct LocalPlane: Sendable {
  public let origin: Coordinate
  public let metersPerLatitudeE7: Double
  public let metersPerLongitudeE7: Double

  public init(origin: Coordinate) {
    // At the very pole a degree of longitude has no length; the projection must stay invertible there.
    let scale = EllipsoidScale(latitude: min(89.9, max(-89.9, origin.latitude)))
    self.origin = origin
    metersPerLatitudeE7 = scale.metersPerLatitudeE7
    metersPerLongitudeE7 = scale.metersPerLongitudeE7
  }

  /// Metres east and north of the origin.
  @inlinable
  public func position(of point: Coordinate) -> (x: Double, y: Double) {
    (
      Double(longitudeDifferenceE7(from: origin.longitudeE7, to: point.longitudeE7)) * metersPerLongitudeE7,
      Double(Int64(point.latitudeE7) - Int64(origin.latitudeE7)) * metersPerLatitudeE7
    )
  }

  /// The point that lies x metres east and y metres north of the origin, clamped to the earth.
  public func coordinate(x: Double, y: Double) -> Coordinate {
    let limit = 1e6 * 100
    let east = min(limit, max(-limit, x.isNaN ? 0 : x))
    let north = min(limit, max(-limit, y.isNaN ? 0 : y))
    let latitude = Double(origin.latitudeE7) + (north / metersPerLatitudeE7).rounded()
    let longitude = Int64(origin.longitudeE7) + Int64((east / metersPerLongitudeE7).rounded())
    return Coordinate(
      latitudeE7: Int32(min(900_000_000, max(-900_000_000, latitude))),
      longitudeE7: wrappedLongitudeE7(longitude))
  }

  /// The distance from the origin in metres.
  @inlinable
  public func distanceMeters(to point: Coordinate) -> Double {
    let (x, y) = position(of: point)
    return (x * x + y * y).squareRoot()
  }
}
