/// A place on a route.
public struct RoutePosition: Hashable, Sendable {
  public var legIndex: Int
  /// Into the leg's `path.edges`.
  public var edgeIndex: Int
  /// Share of that edge's length driven, 0...1.
  public var fraction: Double
  /// From here to the end of the leg along the route.
  public var remainingMeters: Double

  public init(legIndex: Int, edgeIndex: Int, fraction: Double, remainingMeters: Double) {
    self.legIndex = legIndex
    self.edgeIndex = edgeIndex
    self.fraction = fraction
    self.remainingMeters = remainingMeters
  }
}
