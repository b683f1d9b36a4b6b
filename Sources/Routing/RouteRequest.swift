public import RoadNetwork

/// Everything a route depends on beside the network; equal requests give equal routes.
public struct RouteRequest: Sendable {
  /// Where the route begins.
  public enum Start: Hashable, Sendable {
    /// A place beside the road, snapped like any waypoint.
    case waypoint(Waypoint)
    /// A vehicle known to drive on an edge in its direction: it does not turn round on the spot
    /// unless there is no other way.
    case position(EdgePosition)
  }

  public var start: Start
  /// Stops and via points in driving order; the last one is the destination and is no via.
  public var stops: [Waypoint]
  public var mode: TravelMode
  public var objective: RouteObjective
  public var avoid: AvoidSet
  public var conditions: Conditions
  /// Event time at which the conditions' validity is judged, milliseconds since 1970.
  public var atMillis: Int64
  /// Directed edges the whole request may settle before it fails with `budgetExceeded`.
  public var settledNodeBudget: Int
  public var snap: SnapSettings

  public init(
    start: Start, stops: [Waypoint], mode: TravelMode = .drive, objective: RouteObjective = .default,
    avoid: AvoidSet = .none, conditions: Conditions = .none, atMillis: Int64 = 0,
    settledNodeBudget: Int = RouteRequest.defaultBudget, snap: SnapSettings = SnapSettings()
  ) {
    self.start = start
    self.stops = stops
    self.mode = mode
    self.objective = objective
    self.avoid = avoid
    self.conditions = conditions
    self.atMillis = atMillis
    self.settledNodeBudget = settledNodeBudget
    self.snap = snap
  }

  /// Enough for a whole country by the plain search.
  public static let defaultBudget = 50_000_000
  /// Intermediate stops and via points a request may have.
  public static let maximumIntermediates = 25
}

/// How waypoints are put on the road.
public struct SnapSettings: Hashable, Sendable {
  /// Roads farther from the waypoint than this are not considered, meters.
  public var maximumDistanceMeters: Double

  public init(maximumDistanceMeters: Double = 1_000) {
    self.maximumDistanceMeters = maximumDistanceMeters
  }
}
