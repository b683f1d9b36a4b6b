/// The length of a degree at one latitude of the WGS 84 ellipsoid.
struct EllipsoidScale {
  static let equatorialRadius = 6_378_137.0
  static let eccentricitySquared = 6.69437999014e-3

  /// Metres in 10⁻⁷ degree of latitude.
  let metersPerLatitudeE7: Double
  /// Metres in 10⁻⁷ degree of longitude.
  let metersPerLongitudeE7: Double

  init(latitude: Double) {
    let radians = latitude * Trigonometry.radiansPerDegree
    let sine = Trigonometry.sine(radians)
    let shrink = 1 - Self.eccentricitySquared * sine * sine
    let normal = Self.equatorialRadius / shrink.squareRoot()
    let meridional = normal * (1 - Self.eccentricitySquared) / shrink
    let unit = Trigonometry.radiansPerDegree / 1e7
    metersPerLatitudeE7 = meridional * unit
    metersPerLongitudeE7 = normal * Trigonometry.cosine(radians) * unit
  }
}

/// The distance of two points in metres.
///
/// Up to one degree apart (about 100 km) by the ellipsoid's radii of curvature at the middle latitude (WGS 84, error
/// below 0.01 %); farther, or near the poles, by the haversine on the mean sphere (error below 0.6 %).
public func distanceMeters(_ a: Coordinate, _ b: Coordinate) -> Double {
  let latitudeDifference = Double(Int64(b.latitudeE7) - Int64(a.latitudeE7))
  let longitudeDifference = Double(longitudeDifferenceE7(from: a.longitudeE7, to: b.longitudeE7))
  let middle = (a.latitude + b.latitude) / 2
  if abs(latitudeDifference) <= 1e7, abs(longitudeDifference) <= 1e7, abs(middle) <= 80 {
    let scale = EllipsoidScale(latitude: middle)
    let x = longitudeDifference * scale.metersPerLongitudeE7
    let y = latitudeDifference * scale.metersPerLatitudeE7
    return (x * x + y * y).squareRoot()
  }
  return haversineMeters(a, b)
}

/// The great-circle distance of two points on the mean sphere (radius 6,371,008.8 m) in metres.
public func haversineMeters(_ a: Coordinate, _ b: Coordinate) -> Double {
  let latitudeA = a.latitude * Trigonometry.radiansPerDegree
  let latitudeB = b.latitude * Trigonometry.radiansPerDegree
  let longitude = (b.longitude - a.longitude) * Trigonometry.radiansPerDegree
  let halfLatitude = Trigonometry.sine((latitudeB - latitudeA) / 2)
  let halfLongitude = Trigonometry.sine(longitude / 2)
  let h =
    halfLatitude * halfLatitude
    + Trigonometry.cosine(latitudeA) * Trigonometry.cosine(latitudeB) * halfLongitude * halfLongitude
  return 2 * 6_371_008.8 * Trigonometry.arcSine(h.squareRoot())
}

/// The length of a line of points in metres.
public func lengthMeters(_ line: some Sequence<Coordinate>) -> Double {
  var sum = 0.0
  var previous: Coordinate?
  for point in line {
    if let previous { sum += distanceMeters(previous, point) }
    previous = point
  }
  return sum
}
