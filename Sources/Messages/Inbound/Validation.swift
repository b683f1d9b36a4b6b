internal import Geometry

/// The checks that values pass before they become the navigator's; each failure names the field, never the value.
enum Validation {
  /// A place on Earth other than (0, 0), where devices without a position say they are.
  @inline(__always)
  static func coordinate(
    _ latitude: Double, _ longitude: Double, _ name: () -> String
  ) throws(DecodeFailure) -> Coordinate {
    guard let coordinate = possible(latitude, longitude) else {
      throw DecodeFailure(
        .validation, .impossibleCoordinate, name() + ": not a number, out of range, or zero latitude and longitude")
    }
    return coordinate
  }

  /// nil for what `coordinate` refuses.
  @inline(__always)
  static func possible(_ latitude: Double, _ longitude: Double) -> Coordinate? {
    guard let coordinate = Coordinate(latitude: latitude, longitude: longitude),
      coordinate.latitudeE7 != 0 || coordinate.longitudeE7 != 0
    else { return nil }
    return coordinate
  }

  /// Milliseconds of a Timestamp; nil where there is none.
  @inline(__always)
  static func millis(_ time: SecondsAndNanos?, _ name: () -> String) throws(DecodeFailure) -> Int64? {
    guard let time else { return nil }
    guard let millis = time.timestampMillis else {
      throw DecodeFailure(.validation, .outOfRange, name() + ": no moment of the years 1 to 9999")
    }
    return millis
  }

  /// A finite measurement; negative ones are the devices' way to say "not known".
  @inline(__always)
  static func measurement(_ value: Double?, _ name: () -> String) throws(DecodeFailure) -> Double? {
    guard let value else { return nil }
    guard value.isFinite else { throw DecodeFailure(.validation, .notANumber, name() + ": not a finite number") }
    return value < 0 ? nil : value
  }

  /// Degrees from 0 up to and without 360; negative ones are the devices' way to say "not known".
  @inline(__always)
  static func bearing(_ value: Double?, _ name: () -> String) throws(DecodeFailure) -> Double? {
    guard let degrees = try measurement(value, name) else { return nil }
    guard degrees <= 360 else { throw DecodeFailure(.validation, .outOfRange, name() + ": more than 360 degrees") }
    return degrees == 360 ? 0 : degrees
  }

  /// A number that may be infinite but must be one.
  static func number(_ value: Double?, _ name: () -> String) throws(DecodeFailure) -> Double? {
    guard let value else { return nil }
    if value.isNaN { throw DecodeFailure(.validation, .notANumber, name() + ": not a number") }
    return value
  }
}
