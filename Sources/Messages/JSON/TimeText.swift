/// Seconds and nanoseconds, as Timestamp and Duration have them.
struct SecondsAndNanos: Hashable {
  var seconds: Int64
  var nanos: Int32
}

/// Timestamps as RFC 3339 text, durations as `"12.5s"`: protobuf's JSON mapping.
enum TimeText {
  /// Protobuf's bound of a Duration: about 10,000 years.
  static let durationBound: Int64 = 315_576_000_000

  /// `2026-05-01T08:00:00.250Z`, with as few groups of three decimals as will do. nil out of the years 1 to 9999.
  static func timestamp(_ time: SecondsAndNanos) -> String? {
    guard time.seconds >= CivilTime.firstSecond, time.seconds <= CivilTime.lastSecond,
      (0..<1_000_000_000).contains(time.nanos)
    else { return nil }
    let civil = CivilTime(secondsSince1970: time.seconds)
    return String(unsafeUninitializedCapacity: 30) { buffer in
      var digits = DigitWriter(buffer)
      digits.write(civil.year, width: 4)
      digits.write("-")
      digits.write(civil.month, width: 2)
      digits.write("-")
      digits.write(civil.day, width: 2)
      digits.write("T")
      digits.write(civil.hour, width: 2)
      digits.write(":")
      digits.write(civil.minute, width: 2)
      digits.write(":")
      digits.write(civil.second, width: 2)
      digits.writeDecimals(Int(time.nanos))
      digits.write("Z")
      return digits.count
    }
  }

  /// Event time in milliseconds since 1970, clamped to the years 1 to 9999.
  static func timestamp(millis: Int64) -> String {
    let first = CivilTime.firstSecond * 1_000
    let last = CivilTime.lastSecond * 1_000 + 999
    return timestamp(SecondsAndNanos(millis: min(max(millis, first), last))) ?? ""
  }

  /// `12s`, `-0.5s`. nil beyond protobuf's bound, or when the signs disagree.
  static func duration(_ time: SecondsAndNanos) -> String? {
    guard time.seconds.magnitude <= UInt64(durationBound), time.nanos.magnitude < 1_000_000_000,
      time.seconds == 0 || time.nanos == 0 || (time.seconds < 0) == (time.nanos < 0)
    else { return nil }
    let decimals = String(unsafeUninitializedCapacity: 10) { buffer in
      var digits = DigitWriter(buffer)
      digits.writeDecimals(Int(time.nanos.magnitude))
      return digits.count
    }
    return (time.seconds < 0 || time.nanos < 0 ? "-" : "") + String(time.seconds.magnitude) + decimals + "s"
  }

  /// Writes digits of a known width; the buffer is as long as the longest text.
  private struct DigitWriter {
    private let buffer: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0

    init(_ buffer: UnsafeMutableBufferPointer<UInt8>) { self.buffer = buffer }

    mutating func write(_ character: Unicode.Scalar) {
      buffer[count] = UInt8(ascii: character)
      count += 1
    }

    mutating func write(_ value: Int, width: Int) {
      var rest = value
      for place in stride(from: count + width - 1, through: count, by: -1) {
        buffer[place] = 0x30 + UInt8(rest % 10)
        rest /= 10
      }
      count += width
    }

    /// Nothing, or 3, 6 or 9 decimals.
    mutating func writeDecimals(_ nanos: Int) {
      if nanos == 0 { return }
      write(".")
      if nanos % 1_000_000 == 0 {
        write(nanos / 1_000_000, width: 3)
      } else if nanos % 1_000 == 0 {
        write(nanos / 1_000, width: 6)
      } else {
        write(nanos, width: 9)
      }
    }
  }

  /// Reads RFC 3339 with `Z` or an offset from UTC. A leap second is not accepted, as in protobuf.
  static func parseTimestamp(_ text: String) -> SecondsAndNanos? {
    var rest = Cursor(text)
    guard let year = rest.number(4), rest.take("-"), let month = rest.number(2), rest.take("-"),
      let day = rest.number(2), rest.take("T") || rest.take("t"), let hour = rest.number(2), rest.take(":"),
      let minute = rest.number(2), rest.take(":"), let second = rest.number(2),
      let nanos = rest.decimals(), let offset = rest.offsetSeconds(), rest.isAtEnd,
      let civil = CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    else { return nil }
    let seconds = civil.secondsSince1970 - Int64(offset)
    guard seconds >= CivilTime.firstSecond, seconds <= CivilTime.lastSecond else { return nil }
    return SecondsAndNanos(seconds: seconds, nanos: Int32(nanos))
  }

  static func parseDuration(_ text: String) -> SecondsAndNanos? {
    var rest = Cursor(text)
    let isNegative = rest.take("-")
    guard let seconds = rest.number(1...12), let nanos = rest.decimals(), rest.take("s"), rest.isAtEnd,
      seconds <= Int(durationBound)
    else { return nil }
    return SecondsAndNanos(
      seconds: isNegative ? -Int64(seconds) : Int64(seconds), nanos: Int32(isNegative ? -nanos : nanos))
  }

  /// Steps through a text.
  private struct Cursor {
    private let bytes: [UInt8]
    private var offset = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    var isAtEnd: Bool { offset == bytes.count }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard offset < bytes.count, bytes[offset] == UInt8(ascii: character) else { return false }
      offset += 1
      return true
    }

    /// A number of exactly so many digits.
    mutating func number(_ width: Int) -> Int? { number(width...width) }

    mutating func number(_ widths: ClosedRange<Int>) -> Int? {
      var value = 0
      var count = 0
      while count < widths.upperBound, offset < bytes.count, bytes[offset] >= 0x30, bytes[offset] <= 0x39 {
        value = value * 10 + Int(bytes[offset] - 0x30)
        offset += 1
        count += 1
      }
      return count >= widths.lowerBound ? value : nil
    }

    /// Nanoseconds from up to nine decimals; 0 without a point.
    mutating func decimals() -> Int? {
      guard take(".") else { return 0 }
      let start = offset
      guard var value = number(1...9) else { return nil }
      for _ in (offset - start)..<9 { value *= 10 }
      return value
    }

    mutating func offsetSeconds() -> Int? {
      if take("Z") || take("z") { return 0 }
      let sign: Int
      if take("+") { sign = 1 } else if take("-") { sign = -1 } else { return nil }
      guard let hours = number(2), take(":"), let minutes = number(2), hours < 24, minutes < 60 else { return nil }
      return sign * (hours * 3_600 + minutes * 60)
    }
  }
}

extension SecondsAndNanos {
  init(millis: Int64) {
    let rest = millis % 1_000
    let whole = rest < 0 ? millis / 1_000 - 1 : millis / 1_000
    seconds = whole
    nanos = Int32(rest < 0 ? rest + 1_000 : rest) * 1_000_000
  }

  /// Milliseconds, cut downwards; nil when the numbers are no Timestamp.
  var timestampMillis: Int64? {
    guard seconds >= CivilTime.firstSecond, seconds <= CivilTime.lastSecond, (0..<1_000_000_000).contains(nanos) else {
      return nil
    }
    return seconds * 1_000 + Int64(nanos / 1_000_000)
  }

  /// Seconds with their fraction; nil when the numbers are no Duration.
  var durationSeconds: Double? {
    guard seconds.magnitude <= UInt64(TimeText.durationBound), nanos.magnitude < 1_000_000_000 else { return nil }
    return Double(seconds) + Double(nanos) / 1e9
  }
}
