/// A point on the earth (WGS 84) in units of 10⁻⁷ degree, the resolution of OpenStreetMap.
///
/// Integers make equality, hashing and serialized bytes exact on every machine.
@frozen
public struct Coordinate: Hashable, Sendable, BitwiseCopyable {
  /// Latitude in 10⁻⁷ degree, north positive.
  public let latitudeE7: Int32
  /// Longitude in 10⁻⁷ degree, east positive.
  public let longitudeE7: Int32

  /// A point from stored units; the caller has them from a trusted source (see `isValid`).
  @inlinable
  public init(latitudeE7: Int32, longitudeE7: Int32) {
    self.latitudeE7 = latitudeE7
    self.longitudeE7 = longitudeE7
  }

  /// A point from degrees, rounded to 10⁻⁷; nil for NaN, infinite or out of range values.
  public init?(latitude: Double, longitude: Double) {
    guard latitude >= -90, latitude <= 90, longitude >= -180, longitude <= 180 else { return nil }
    latitudeE7 = Int32((latitude * 1e7).rounded())
    longitudeE7 = Int32((longitude * 1e7).rounded())
  }

  /// Latitude in degrees.
  @inlinable public var latitude: Double { Double(latitudeE7) / 1e7 }
  /// Longitude in degrees.
  @inlinable public var longitude: Double { Double(longitudeE7) / 1e7 }

  /// Whether both parts are in the range of the earth.
  @inlinable public var isValid: Bool {
    (-900_000_000...900_000_000).contains(latitudeE7) && (-1_800_000_000...1_800_000_000).contains(longitudeE7)
  }
}

extension Coordinate: CustomStringConvertible {
  public var description: String { "(\(latitude), \(longitude))" }
}

/// The shorter way round from one longitude to another, in 10⁻⁷ degree: the antimeridian is no border.
@inlinable
public func longitudeDifferenceE7(from: Int32, to: Int32) -> Int64 {
  let difference = Int64(to) - Int64(from)
  if difference > 1_800_000_000 { return difference - 3_600_000_000 }
  if difference < -1_800_000_000 { return difference + 3_600_000_000 }
  return difference
}

/// A longitude of any size brought into −180° … +180°, in 10⁻⁷ degree.
@inlinable
public func wrappedLongitudeE7(_ value: Int64) -> Int32 {
  var wrapped = value % 3_600_000_000
  if wrapped >= 1_800_000_000 { wrapped -= 3_600_000_000 }
  if wrapped < -1_800_000_000 { wrapped += 3_600_000_000 }
  return Int32(wrapped)
}
