internal import Geometry
public import RoadNetwork
public import Routing

/// Finds the road that a finished trip drove from its fixes, which may lie a minute apart.
///
/// A hidden Markov model over the whole trip (Newson and Krumm 2009): candidates near each fix, the distance to them as
/// emission, the difference between the way on the road and the straight one as transition. Beyond the paper: the
/// deviation is each fix's own, the time of a way counts too, a fix may be left out and the trace broken at a price,
/// and a vehicle may turn round within a road. Comfort and dislikes of routes count nothing, for the vehicle was there:
/// private roads and those for destinations are matched like others. Ways under construction are not, since a network
/// does not hold them.
///
/// Any input gives an answer: fixes are taken in order of time, odd values of a fix are left aside. The effort is
/// bounded by a constant for each fix.
public struct TripMatcher {
  /// A trip on the road.
  public struct Match: Hashable, Sendable {
    /// From the first fix to the last.
    public var path: EdgePath
    /// Fixes that no candidate explained, left out.
    public var outlierCount: Int
  }

  public let network: RoadNetwork
  public let mode: TravelMode
  public var settings = TripMatcherSettings()

  private var search: TripSearch

  public init(network: RoadNetwork, mode: TravelMode) {
    self.network = network
    self.mode = mode
    search = TripSearch(network, mode: mode)
  }

  /// The likeliest path; nil where the fixes do not hang together on one road, hardly move, or turn round within it.
  public mutating func match(_ fixes: [MatcherFix]) -> Match? {
    let found = trace(fixes)
    guard found.parts.count == 1, found.parts[0].legs.count == 1, let first = fixes.first,
      fixes.contains(where: { distanceMeters($0.coordinate, first.coordinate) >= settings.leastMoveMeters })
    else { return nil }
    return Match(path: found.parts[0].legs[0], outlierCount: found.outlierCount)
  }

  /// The road driven, with its gaps, and what became of each fix.
  public mutating func trace(_ fixes: [MatcherFix]) -> TraceMatch {
    search.uTurnMeters = settings.uTurnMeters
    var lattice = TraceLattice(network, mode: mode, settings: settings)
    for fix in settings.chosen(of: fixes) { lattice.add(fix, with: &search) }
    let costs = TraceCosts(network: network, settings: settings)
    var assembly = TraceAssembly(network, lattice, costs, search: &search)
    assembly.place(fixes, settings)
    return assembly.match
  }
}
