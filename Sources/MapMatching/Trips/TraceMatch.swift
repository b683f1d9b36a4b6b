public import RoadNetwork
public import Routing

/// Where a whole trace drove: connected parts of road, the gaps between them, and what became of each fix.
public struct TraceMatch: Hashable, Sendable {
  /// A connected stretch of the trace.
  public struct Part: Hashable, Sendable {
    /// The road driven; more than one path where the vehicle turned round within a road: each begins where the one
    /// before ends, in the other direction.
    public var legs: [EdgePath]
    /// The fixes at its ends, by their number in the trace.
    public var firstFix: Int
    public var lastFix: Int
    /// Along the road.
    public var lengthMeters: Double
    /// Times that the vehicle turned round, at junctions, dead ends and within roads.
    public var reversalCount: Int
  }

  /// Between two parts: what was driven there is not known.
  public struct Gap: Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
      /// Fixes in it lie near no road.
      case noRoad
      /// No way on the road leads over in the time there was, or none that the fixes suggest.
      case noWay
    }

    /// The last fix of the part before and the first of the part behind, by their number in the trace.
    public var afterFix: Int
    public var beforeFix: Int
    /// In the air; nobody says that this was driven.
    public var straightMeters: Double
    public var seconds: Double
    public var reason: Reason
  }

  /// What became of a fix.
  public enum Outcome: Hashable, Sendable {
    /// It lies on a part, at this place.
    case matched(part: Int, place: EdgeMatch)
    /// No road driven explains it, or it is alone: one fix tells of no road driven.
    case outlier
    /// It has no valid place, or lies behind the limit of fixes.
    case unusable

    /// Where it lies on the road; nil if it does not.
    public var place: EdgeMatch? {
      if case .matched(_, let place) = self { place } else { nil }
    }
  }

  /// In order of time.
  public var parts: [Part] = []
  /// One less than parts.
  public var gaps: [Gap] = []
  /// As many as fixes were given, in their order.
  public var outcomes: [Outcome] = []
  /// How likely the fixes are on this road, 0 … 1: the geometric mean over the fixes that were weighed. Compare like
  /// with like: a fix each second gives about 0.6, one each quarter of a minute in a town 0.3.
  public var confidence = 0.0

  public init() {}

  /// Along all parts.
  public var lengthMeters: Double { parts.reduce(0) { $0 + $1.lengthMeters } }
  public var reversalCount: Int { parts.reduce(0) { $0 + $1.reversalCount } }
  public var outlierCount: Int { outcomes.count { $0 == .outlier } }
  public var matchedCount: Int { outcomes.count { $0.place != nil } }
  /// How far the matched fixes lie from the road on the whole; 0 where none is matched.
  public var meanDistanceMeters: Double {
    let count = matchedCount
    return count > 0 ? outcomes.reduce(0) { $0 + ($1.place?.distanceMeters ?? 0) } / Double(count) : 0
  }
}
