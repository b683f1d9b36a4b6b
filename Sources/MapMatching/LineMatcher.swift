public import Geometry
public import RoadNetwork
public import Routing

/// Finds the path of a network that a line was drawn from: one whose discrete Fréchet distance to the line, both
/// sampled every 2 m, is at most the tolerance, and whose length fits.
///
/// Exhaustive within the tolerance: it looks at every connected road that stays near the line, the best fitting
/// first.
public struct LineMatcher: Sendable {
  /// Which roads and turns may be used.
  public enum Rules: Hashable, Sendable {
    /// Those the mode may drive now.
    case legal(TravelMode)
    /// Any directed road; turns wherever roads meet. Tells a forbidden turn from a road that is gone.
    case connected
  }

  public let network: RoadNetwork
  public var toleranceMeters = 10.0
  /// Edges walked, each in a way of its own, before giving up; a path of n edges needs little more than n.
  public var budget = 200_000

  public init(network: RoadNetwork) { self.network = network }

  /// The best fitting path with a length in `lengthMeters`; nil when there is none.
  ///
  /// - Parameter starts: where the path may begin; nil = on any road near the line's first point. The edges of the
  ///   path may be shadow edges under `legal` rules.
  public func path(
    along line: [Coordinate], lengthMeters: ClosedRange<Double>, rules: Rules, from starts: [EdgePosition]? = nil
  ) -> EdgePath? {
    guard let first = line.first, let line = SampledLine(line) else { return nil }
    let starts = starts ?? self.starts(near: first, rules)
    var search = LineSearch(matcher: self, line: line, rules: rules)
    return search.run(from: starts, lengthMeters: lengthMeters)
  }

  private func starts(near point: Coordinate, _ rules: Rules) -> [EdgePosition] {
    var mode: TravelMode?
    if case .legal(let legal) = rules { mode = legal }
    return network.nearestEdges(to: point, within: toleranceMeters, limit: 32, mode: mode).map {
      EdgePosition(edge: $0.edge, fraction: $0.fraction)
    }
  }
}
