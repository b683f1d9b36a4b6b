/// What the matching of a whole trace takes for granted, and its bounds.
///
/// Costs are negative logarithms of likelihoods: a cost of 1 makes a way e times less likely.
public struct TripMatcherSettings: Hashable, Sendable {
  /// Standard deviation of fixes that do not report their accuracy.
  public var defaultSigmaMeters = 10.0
  /// No reported accuracy counts as better or worse than these: receivers are too sure of themselves.
  public var sigmaRange = 5.0...100.0
  /// Candidates lie within this, or within three standard deviations where that is farther.
  public var radiusMeters = 50.0
  /// Candidates of a fix; both directions of a road count as two.
  public var candidateLimit = 16
  /// Scale of the difference between the ways on the road and in the air...
  public var betaMeters = 10.0
  /// ... which grows with the distance of the fixes: between far ones roads are rarely straight.
  public var betaShare = 0.04
  /// Fixes nearer than this to the one before, or than their own deviation, say nothing new.
  public var leastMoveMeters = 15.0
  /// What leaving one fix out costs.
  public var discardCost = 10.0
  /// What breaking the trace in two costs: as much as leaving out six fixes; less where up to five are left out before
  /// it.
  public var breakCost = 60.0
  /// Turning round is as unlikely as this much of a detour.
  public var uTurnMeters = 60.0
  /// No vehicle drives faster.
  public var maximumSpeedMetersPerSecond = 60.0
  /// No way between two fixes is longer.
  public var longestWayMeters = 15_000.0
  /// Edges looked at between two fixes, for all candidates together.
  public var searchLimit = 60_000
  /// Fixes of one trace; those behind are left unmatched.
  public var fixLimit = 200_000

  public init() {}

  /// The standard deviation to reckon with; 68 % of the fixes lie within the reported accuracy.
  func sigma(of fix: MatcherFix) -> Double {
    guard let accuracy = fix.accuracyMeters, accuracy.isFinite, accuracy > 0 else { return defaultSigmaMeters }
    return min(max(accuracy, sigmaRange.lowerBound), sigmaRange.upperBound)
  }
}
