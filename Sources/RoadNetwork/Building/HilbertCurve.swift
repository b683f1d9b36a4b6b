import Geometry

/// The place of a point on a Hilbert curve over the earth: near points mostly have near places.
enum HilbertCurve {
  private static let order = 28

  static func position(_ point: Coordinate) -> UInt64 {
    position(latitudeE7: Int64(point.latitudeE7), longitudeE7: Int64(point.longitudeE7))
  }

  /// The place on a curve of order 28 (cells of about a metre); values outside the earth count as its border.
  static func position(latitudeE7: Int64, longitudeE7: Int64) -> UInt64 {
    let last = UInt64(1) << order - 1
    let east = min(3_599_999_999, max(0, longitudeE7 + 1_800_000_000))
    let north = min(1_799_999_999, max(0, latitudeE7 + 900_000_000))
    var x = UInt64(east << order / 3_600_000_000)
    var y = UInt64(north << order / 1_800_000_000)
    var place: UInt64 = 0
    var size = UInt64(1) << (order - 1)
    while size > 0 {
      let right: UInt64 = x & size != 0 ? 1 : 0
      let upper: UInt64 = y & size != 0 ? 1 : 0
      place += size * size * ((3 * right) ^ upper)
      if upper == 0 {
        if right == 1 {
          x = last - x
          y = last - y
        }
        swap(&x, &y)
      }
      size >>= 1
    }
    return place
  }
}
