/// A box of latitudes and longitudes; `west > east` means that it lies across the antimeridian.
@frozen
public struct BoundingBox: Hashable, Sendable {
  public let south: Int32
  public let west: Int32
  public let north: Int32
  public let east: Int32

  /// A box from its sides in 10⁻⁷ degree.
  public init(south: Int32, west: Int32, north: Int32, east: Int32) {
    self.south = south
    self.west = west
    self.north = north
    self.east = east
  }

  /// The smallest box around points that lie within half the earth of the first one; nil without points.
  public init?(_ points: some Collection<Coordinate>) {
    let box =
      points.withContiguousStorageIfAvailable { BoundingBox(around: $0) }
      ?? Array(points).withUnsafeBufferPointer { BoundingBox(around: $0) }
    guard let box else { return nil }
    self = box
  }

  private init?(around points: UnsafeBufferPointer<Coordinate>) {
    var extent: (reference: Int32, south: Int32, north: Int32, west: Int64, east: Int64)?
    for point in points {
      guard let known = extent else {
        extent = (point.longitudeE7, point.latitudeE7, point.latitudeE7, 0, 0)
        continue
      }
      let offset = longitudeDifferenceE7(from: known.reference, to: point.longitudeE7)
      extent = (
        known.reference, min(known.south, point.latitudeE7), max(known.north, point.latitudeE7),
        min(known.west, offset), max(known.east, offset)
      )
    }
    guard let extent else { return nil }
    self.init(
      south: extent.south, west: wrappedLongitudeE7(Int64(extent.reference) + extent.west),
      north: extent.north, east: wrappedLongitudeE7(Int64(extent.reference) + extent.east))
  }

  public var crossesAntimeridian: Bool { west > east }

  public func contains(_ point: Coordinate) -> Bool {
    guard point.latitudeE7 >= south, point.latitudeE7 <= north else { return false }
    if crossesAntimeridian { return point.longitudeE7 >= west || point.longitudeE7 <= east }
    return point.longitudeE7 >= west && point.longitudeE7 <= east
  }

  /// The box made wider by a distance on every side.
  public func expanded(byMeters meters: Double) -> BoundingBox {
    let distance = min(20_000_000, max(0, meters.isNaN ? 0 : meters))
    let farthest = max(abs(Int64(south)), abs(Int64(north)))
    let plane = LocalPlane(origin: Coordinate(latitudeE7: Int32(min(899_000_000, farthest)), longitudeE7: 0))
    let latitude = Int64((distance / plane.metersPerLatitudeE7).rounded(.up))
    let longitude = Int64((distance / plane.metersPerLongitudeE7).rounded(.up))
    let width = crossesAntimeridian ? Int64(east) - Int64(west) + 3_600_000_000 : Int64(east) - Int64(west)
    let isWholeEarth = width + 2 * longitude >= 3_600_000_000
    return BoundingBox(
      south: Int32(max(-900_000_000, Int64(south) - latitude)),
      west: isWholeEarth ? -1_800_000_000 : wrappedLongitudeE7(Int64(west) - longitude),
      north: Int32(min(900_000_000, Int64(north) + latitude)),
      east: isWholeEarth ? 1_800_000_000 : wrappedLongitudeE7(Int64(east) + longitude))
  }
}
