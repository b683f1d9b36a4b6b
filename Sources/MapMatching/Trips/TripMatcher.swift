internal import Geometry
public import RoadNetwork
public import Routing

/// Finds the road that a finished trip drove from its fixes, which may lie half a minute apart.
///
/// A hidden Markov model over the whole trip (Newson and Krumm 2009): candidates near each fix, the distance to them
/// as emission, the difference between the way on the road and the straight one as transition.
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
  /// Candidates lie within this.
  public var radiusMeters = 50.0
  /// Standard deviation of fixes.
  public var sigmaMeters = 10.0
  /// Scale of the difference between the ways on the road and in the air.
  public var betaMeters = 10.0
  /// Fixes nearer than this to the one before say nothing new.
  public var leastMoveMeters = 15.0
  public var candidateLimit = 8
  /// More fixes left out in a row: the road is not on the map, or the trip is two.
  public var outlierLimit = 3

  private var search: TripSearch
  /// Candidates this much less likely than the best one are given up (a logarithm).
  private static let beam = 30.0

  public init(network: RoadNetwork, mode: TravelMode) {
    self.network = network
    self.mode = mode
    search = TripSearch(network, mode: mode)
  }

  /// A fix's candidates with the cost of the best way to each.
  private struct Layer {
    var fix: MatcherFix
    var candidates: [EdgeMatch]
    var costs: [Double]
    /// The candidate before, by candidate.
    var parents: [Int]
  }

  /// The likeliest path; nil where the fixes do not hang together on the road, or hardly move.
  public mutating func match(_ fixes: [MatcherFix]) -> Match? {
    var layers: [Layer] = []
    var outliers = 0
    var outliersInRow = 0
    for (number, fix) in fixes.enumerated() {
      if let last = layers.last, number < fixes.count - 1,
        distanceMeters(last.fix.coordinate, fix.coordinate) < leastMoveMeters
      {
        continue
      }
      if let layer = layer(for: fix, after: layers.last) {
        layers.append(layer)
        outliersInRow = 0
      } else {
        outliers += 1
        outliersInRow += 1
        if outliersInRow > outlierLimit { return nil }
      }
    }
    guard let first = layers.first, outliersInRow == 0,
      layers.contains(where: { distanceMeters($0.fix.coordinate, first.fix.coordinate) >= leastMoveMeters })
    else { return nil }
    return path(through: layers).map { Match(path: $0, outlierCount: outliers) }
  }

  private mutating func layer(for fix: MatcherFix, after last: Layer?) -> Layer? {
    let candidates = network.nearestEdges(
      to: fix.coordinate, within: radiusMeters, limit: candidateLimit, mode: mode)
    guard !candidates.isEmpty else { return nil }
    let emissions = candidates.map { match in
      let deviation = match.distanceMeters / sigmaMeters
      return deviation * deviation / 2
    }
    guard let last else {
      return Layer(
        fix: fix, candidates: candidates, costs: emissions, parents: Array(repeating: -1, count: candidates.count))
    }
    let straight = distanceMeters(last.fix.coordinate, fix.coordinate)
    // Long ways round are looked for only where no short one leads.
    for detour in [1.6, 4] {
      let limit = reach(straight, detour: detour, milliseconds: fix.timeMillis - last.fix.timeMillis)
      let found = transitions(from: last, to: candidates, straight: straight, limit: limit)
      guard found.costs.contains(where: { $0 < .infinity }) else { continue }
      return Layer(
        fix: fix, candidates: candidates, costs: zip(found.costs, emissions).map(+), parents: found.parents)
    }
    return nil
  }

  /// By candidate, the cost of the best way to it and the candidate that way comes from.
  private mutating func transitions(
    from last: Layer, to candidates: [EdgeMatch], straight: Double, limit: Double
  ) -> (costs: [Double], parents: [Int]) {
    var costs = [Double](repeating: .infinity, count: candidates.count)
    var parents = [Int](repeating: -1, count: candidates.count)
    let hopeless = (last.costs.min() ?? 0) + Self.beam
    for (number, start) in last.candidates.enumerated() where last.costs[number] < hopeless {
      let ways = search.meters(from: start, to: candidates, limit: limit)
      for (place, way) in ways.enumerated() where way < .infinity {
        let cost = last.costs[number] + abs(way - straight) / betaMeters
        if cost < costs[place] { (costs[place], parents[place]) = (cost, number) }
      }
    }
    return (costs, parents)
  }

  /// The longest way worth a look: no detour beyond reason, and no faster than a car.
  private func reach(_ straight: Double, detour: Double, milliseconds: Int64) -> Double {
    let seconds = Double(max(0, min(milliseconds, 3_600_000))) / 1_000
    return min(straight * detour + 150, seconds * 45 + 150)
  }

  private mutating func path(through layers: [Layer]) -> EdgePath? {
    guard let last = layers.last, let end = last.costs.indices.min(by: { last.costs[$0] < last.costs[$1] }) else {
      return nil
    }
    var chosen: [EdgeMatch] = []
    var place = end
    for layer in layers.reversed() {
      chosen.append(layer.candidates[place])
      place = layer.parents[place]
    }
    chosen.reverse()
    var edges = [chosen[0].edge]
    for (start, end) in zip(chosen, chosen.dropFirst()) {
      guard let way = search.edges(from: start, to: end) else { return nil }
      edges += way
    }
    return EdgePath(edges: edges, startFraction: chosen[0].fraction, endFraction: chosen[chosen.count - 1].fraction)
  }
}
