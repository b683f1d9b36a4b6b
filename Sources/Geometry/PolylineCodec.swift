/// Why a text is no encoded polyline.
public enum PolylineError: Error, Hashable, Sendable {
  /// The text ends within a number.
  case truncated
  /// A byte outside the alphabet, or a number longer than a coordinate can be.
  case invalidCharacter(offset: Int)
  /// A point outside the earth.
  case outOfRange(pointIndex: Int)
  /// More points than the caller allows.
  case tooManyPoints(limit: Int)
}

/// Google's encoded polyline format at precision 5 (10⁻⁵ degree, about one metre).
///
/// Source: "Encoded Polyline Algorithm Format", Google Maps Platform.
public enum PolylineCodec {
  /// The encoded form of a line; points are rounded to 10⁻⁵ degree.
  public static func encode(_ points: some Collection<Coordinate>) -> String {
    points.withContiguousStorageIfAvailable { encode($0) } ?? Array(points).withUnsafeBufferPointer { encode($0) }
  }

  private static func encode(_ points: UnsafeBufferPointer<Coordinate>) -> String {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: points.count * 2 * mostCharacters) { bytes in
      var end = 0
      var previous = (latitude: 0, longitude: 0)
      for point in points {
        let current = (latitude: rounded(point.latitudeE7), longitude: rounded(point.longitudeE7))
        append(current.latitude - previous.latitude, to: bytes, &end)
        append(current.longitude - previous.longitude, to: bytes, &end)
        previous = current
      }
      return String(decoding: UnsafeBufferPointer(rebasing: bytes[..<end]), as: UTF8.self)
    }
  }

  /// Of a number: 35 bits, more than any difference of two coordinates needs.
  private static let mostCharacters = 7

  /// The points of an encoded line, at most `limit` of them.
  public static func decode(_ text: String, limit: Int = 1_000_000) throws(PolylineError) -> [Coordinate] {
    var reader = Reader(bytes: Array(text.utf8))
    var points: [Coordinate] = []
    var latitude = 0
    var longitude = 0
    while !reader.isAtEnd {
      guard points.count < limit else { throw .tooManyPoints(limit: limit) }
      latitude += try reader.next()
      longitude += try reader.next()
      guard abs(latitude) <= 9_000_000, abs(longitude) <= 18_000_000 else {
        throw .outOfRange(pointIndex: points.count)
      }
      points.append(Coordinate(latitudeE7: Int32(latitude * 100), longitudeE7: Int32(longitude * 100)))
    }
    return points
  }

  private static func rounded(_ valueE7: Int32) -> Int {
    let value = Int(valueE7)
    return (value + (value < 0 ? -50 : 50)) / 100
  }

  @inline(__always)
  private static func append(_ value: Int, to bytes: UnsafeMutableBufferPointer<UInt8>, _ end: inout Int) {
    var rest = UInt(bitPattern: value < 0 ? ~(value << 1) : value << 1)
    while rest >= 0x20 {
      bytes[end] = UInt8(truncatingIfNeeded: 0x20 | (rest & 0x1f)) &+ 63
      end &+= 1
      rest >>= 5
    }
    bytes[end] = UInt8(truncatingIfNeeded: rest) &+ 63
    end &+= 1
  }

  private struct Reader {
    let bytes: [UInt8]
    var offset = 0

    var isAtEnd: Bool { offset == bytes.count }

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// The next number; at most 7 characters (35 bits), more than any difference of two coordinates needs.
    mutating func next() throws(PolylineError) -> Int {
      var value = 0
      var shift = 0
      while true {
        guard offset < bytes.count else { throw .truncated }
        let byte = bytes[offset]
        guard byte >= 63, byte <= 126, shift < 35 else { throw .invalidCharacter(offset: offset) }
        offset += 1
        let chunk = Int(byte) - 63
        value |= (chunk & 0x1f) << shift
        shift += 5
        if chunk < 0x20 { break }
      }
      return value & 1 == 1 ? ~(value >> 1) : value >> 1
    }
  }
}
