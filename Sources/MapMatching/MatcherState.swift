internal import Geometry

/// What a matcher remembers of a vehicle between two fixes: a small value kept in its session.
public struct MatcherState: Hashable, Sendable {
  /// Where the vehicle is believed to be; goes back within noise only.
  public internal(set) var position: RoutePosition
  /// When the vehicle was last seen on the route; nil before the first such fix.
  public internal(set) var onRouteMillis: Int64?
  /// How far `position` lies behind the farthest place reached: what is left of the noise allowance.
  var retreatMeters = 0.0
  /// The last fix that lay clearly apart from the one before it: movement is judged from there.
  var anchor: Anchor?

  struct Anchor: Hashable, Sendable {
    var coordinate: Coordinate
    var millis: Int64
    /// From the anchor before; the course when none is reported.
    var courseDegrees: Double?
  }

  public init(position: RoutePosition) { self.position = position }
}

extension MatcherState {
  /// Little-endian numbers in a fixed order after a version byte: equal states give equal bytes. At most 70.
  public var encoded: [UInt8] {
    var bytes: [UInt8] = [Self.version]
    bytes.appendLittleEndian(UInt32(clamping: position.legIndex))
    bytes.appendLittleEndian(UInt32(clamping: position.edgeIndex))
    bytes.appendLittleEndian(position.fraction.bitPattern)
    bytes.appendLittleEndian(position.remainingMeters.bitPattern)
    bytes.appendLittleEndian(retreatMeters.bitPattern)
    bytes.append((onRouteMillis == nil ? 0 : 1) | (anchor == nil ? 0 : 2) | (anchor?.courseDegrees == nil ? 0 : 4))
    if let onRouteMillis { bytes.appendLittleEndian(onRouteMillis) }
    if let anchor {
      bytes.appendLittleEndian(anchor.coordinate.latitudeE7)
      bytes.appendLittleEndian(anchor.coordinate.longitudeE7)
      bytes.appendLittleEndian(anchor.millis)
      if let course = anchor.courseDegrees { bytes.appendLittleEndian(course.bitPattern) }
    }
    return bytes
  }

  /// Nil for bytes that `encoded` does not give.
  public init?(encoded bytes: some Sequence<UInt8>) {
    var reader = LittleEndianReader(Array(bytes))
    guard reader.read(UInt8.self) == Self.version, let leg = reader.read(UInt32.self),
      let edge = reader.read(UInt32.self), let fraction = reader.readDouble(), let remaining = reader.readDouble(),
      let retreat = reader.readDouble(), let parts = reader.read(UInt8.self), parts < 8, parts & 6 != 4,
      (0...1).contains(fraction), remaining.isFinite, retreat.isFinite
    else { return nil }
    self.init(
      position: RoutePosition(
        legIndex: Int(leg), edgeIndex: Int(edge), fraction: fraction, remainingMeters: remaining))
    retreatMeters = retreat
    if parts & 1 != 0 {
      guard let millis = reader.read(Int64.self) else { return nil }
      onRouteMillis = millis
    }
    if parts & 2 != 0 {
      guard let latitude = reader.read(Int32.self), let longitude = reader.read(Int32.self),
        let millis = reader.read(Int64.self)
      else { return nil }
      anchor = Anchor(coordinate: Coordinate(latitudeE7: latitude, longitudeE7: longitude), millis: millis)
    }
    if parts & 4 != 0 {
      guard let course = reader.readDouble(), course.isFinite else { return nil }
      anchor?.courseDegrees = course
    }
    guard reader.isAtEnd else { return nil }
  }

  private static let version: UInt8 = 1
}

extension [UInt8] {
  mutating func appendLittleEndian(_ value: some FixedWidthInteger) {
    var rest = value
    for _ in 0..<(value.bitWidth / 8) {
      append(UInt8(truncatingIfNeeded: rest))
      rest = rest >> 8
    }
  }
}

private struct LittleEndianReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  mutating func read<Value: FixedWidthInteger>(_: Value.Type) -> Value? {
    let size = Value.bitWidth / 8
    guard bytes.count - position >= size else { return nil }
    defer { position += size }
    var value: Value = 0
    for index in 0..<size { value |= Value(truncatingIfNeeded: bytes[position + index]) << (8 * index) }
    return value
  }

  mutating func readDouble() -> Double? { read(UInt64.self).map(Double.init(bitPattern:)) }
}
