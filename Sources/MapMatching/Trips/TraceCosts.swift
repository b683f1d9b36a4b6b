internal import Geometry
internal import RoadNetwork

/// What the candidates of a fix and the ways between them cost (Newson and Krumm 2009, with the changes told below).
struct TraceCosts {
  let network: RoadNetwork
  let settings: TripMatcherSettings

  /// Beyond this many deviations the cost grows evenly: a far fix is odd, not impossible.
  private static let evenFrom = 2.5
  /// Of a course: its deviation, and the most that it can say against a road.
  private static let courseSigmaDegrees = 45.0
  private static let courseLimit = 4.0
  /// A receiver sees no sky in a tunnel: a good fix is rather one on the road above.
  private static let tunnelCost = 2.0
  private static let tunnelMeters = 100.0

  /// Of a candidate.
  func emission(_ match: EdgeMatch, of fix: TraceFix) -> Double {
    let deviation = match.distanceMeters / fix.sigmaMeters
    var cost =
      deviation <= Self.evenFrom
      ? deviation * deviation / 2 : Self.evenFrom * (deviation - Self.evenFrom / 2)
    if let course = fix.courseDegrees {
      let off = angleDifferenceDegrees(course, match.bearingDegrees) / Self.courseSigmaDegrees
      cost += min(off * off / 2, Self.courseLimit)
    }
    if network.flags(of: match.edge).contains(.tunnel), network.lengthMeters(of: match.edge) >= Self.tunnelMeters {
      cost += Self.tunnelCost
    }
    return cost
  }

  /// Of a way between two fixes so many seconds and meters in the air apart; infinite where nobody drives so fast.
  func transition(_ way: TripWay, straight: Double, seconds: Double) -> Double {
    guard way.effort <= seconds * settings.maximumSpeedMetersPerSecond + 150 else { return .infinity }
    return abs(way.effort - straight) / beta(straight) + time(of: way, seconds: seconds)
  }

  /// The scale of the difference between the ways on the road and in the air.
  func beta(_ straight: Double) -> Double { settings.betaMeters + settings.betaShare * straight }

  /// A way that takes much longer than there was time is unlikely; one that takes much shorter is a little so, for
  /// vehicles wait. This tells a tunnel from the road above where no fix does.
  func time(of way: TripWay, seconds: Double) -> Double {
    let (needed, given) = (max(0, way.seconds - 5) / max(5, seconds), max(0, seconds - 5) / max(5, way.seconds))
    if needed > 1.25 { return min(8, (needed - 1.25) / 0.3) }
    return given > 1.5 ? min(3, (given - 1.5) / 0.6) : 0
  }

  /// The longest way worth a look.
  func reach(_ straight: Double, detour: Double, seconds: Double) -> Double {
    min(straight * detour + 150, seconds * settings.maximumSpeedMetersPerSecond + 150, settings.longestWayMeters)
  }
}
