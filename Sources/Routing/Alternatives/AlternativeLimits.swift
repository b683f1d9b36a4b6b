/// When another way is worth offering beside the best one (Abraham, Delling, Goldberg, Werneck 2013: sharing, local
/// optimality, stretch). Costs are the metric's.
public struct AlternativeLimits: Hashable, Sendable {
  /// Most cost, as a multiple of the best route's.
  public var stretch = 1.25
  /// Most cost on the edges of another offered route, as a share of the cheaper of the two.
  public var sharing = 0.8
  /// Every part that costs up to this share of the best route is itself a cheapest way.
  public var localOptimality = 0.1
  /// Most cost of a part that leaves another offered route, as a multiple of the part that it replaces.
  public var detour = 2.0

  public init() {}
}
