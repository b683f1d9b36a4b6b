public import RoutePlan
public import Routing

/// What a request is answered with, beside the road network: the moment, the conditions, the seal.
public struct ServiceContext {
  public var conditions: Conditions
  /// Milliseconds since 1970.
  public var nowMillis: Int64
  public var tokenDemand: TokenDemand
  /// Seals a plan into a route token; nil when it cannot be sealed.
  public var seal: (RoutePlan) -> String?
  /// Adds the stretches of road to each route.
  public var wantsPath: Bool
  /// After which a token expires; nil = never.
  public var tokenLifetimeMillis: Int64?
  /// Directed edges one route may settle.
  public var settledNodeBudget: Int
  public var snap: SnapSettings

  public init(
    conditions: Conditions = .none, nowMillis: Int64, tokenDemand: TokenDemand = .none,
    seal: @escaping (RoutePlan) -> String? = { _ in nil }, wantsPath: Bool = false,
    tokenLifetimeMillis: Int64? = nil, settledNodeBudget: Int = RouteRequest.defaultBudget,
    snap: SnapSettings = SnapSettings()
  ) {
    self.conditions = conditions
    self.nowMillis = nowMillis
    self.tokenDemand = tokenDemand
    self.seal = seal
    self.wantsPath = wantsPath
    self.tokenLifetimeMillis = tokenLifetimeMillis
    self.settledNodeBudget = settledNodeBudget
    self.snap = snap
  }
}
