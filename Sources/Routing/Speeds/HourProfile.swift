public import RoadNetwork

/// How much longer than usual driving takes by the hour of a day, in thousandths.
public struct HourProfile: Hashable, Sendable {
  /// 24 values, for the middle of each hour.
  public var permille: [UInt16]

  /// - Parameter permille: 24 values; missing ones are 1,000.
  public init(permille: [UInt16]) {
    self.permille = Array((permille + Array(repeating: 1_000, count: 24)).prefix(24))
  }

  public static let flat = HourProfile(permille: [])

  /// By quarter of an hour, 0...95, on the straight line between the hours around it.
  public func permille(quarter: Int) -> UInt32 {
    // In half minutes from the middle of the first hour.
    let place = (quarter * 30 + 15 - 60 + 2_880) % 2_880
    let (hour, rest) = (place / 120, place % 120)
    let sum = Int(permille[hour]) * (120 - rest) + Int(permille[(hour + 1) % 24]) * rest
    return UInt32((sum + 60) / 120)
  }
}

/// Roads whose hours differ.
public enum TrafficKind: Int, CaseIterable, Hashable, Sendable {
  /// Motorways, trunk roads and their ramps.
  case fast = 0
  case other = 1
}

public enum DayKind: Int, CaseIterable, Hashable, Sendable {
  case weekday = 0
  case weekend = 1
}

/// A quarter of an hour of a kind of day, in local time.
public struct DayQuarter: Hashable, Sendable {
  public var day: DayKind
  /// 0...95
  public var quarter: Int

  public init(day: DayKind, quarter: Int) {
    self.day = day
    self.quarter = min(95, max(0, quarter))
  }

  /// Of what a local clock shows.
  public init(_ moment: LocalMoment) {
    // The first day of 1970 was a Thursday.
    let weekday = ((moment.day + 3) % 7 + 7) % 7
    self.init(day: weekday >= 5 ? .weekend : .weekday, quarter: moment.minute / 15)
  }

  public var hour: Int { quarter / 4 }
}
