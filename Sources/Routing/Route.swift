public import RoadNetwork

/// A connected run of directed edges, entered and left part way.
public struct EdgePath: Hashable, Sendable {
  /// At least one edge; each follows its predecessor by a turn of the network. May be shadow edges.
  public var edges: [EdgeID]
  /// Share of the first edge already behind at the start, 0...1.
  public var startFraction: Double
  /// Share of the last edge driven at the end, 0...1. On a single edge at least `startFraction`.
  public var endFraction: Double

  public init(edges: [EdgeID], startFraction: Double, endFraction: Double) {
    self.edges = edges
    self.startFraction = startFraction
    self.endFraction = endFraction
  }

  /// The part of edge number `index` that the path drives.
  public func fractions(at index: Int) -> (from: Double, to: Double) {
    (index == 0 ? startFraction : 0, index == edges.count - 1 ? endFraction : 1)
  }
}

/// The way from one stop to the next.
public struct RouteLeg: Hashable, Sendable {
  public var path: EdgePath
  public var distanceMeters: Double
  /// With the conditions of the request.
  public var durationSeconds: Double
  /// Free flow, without conditions.
  public var staticDurationSeconds: Double

  public init(
    path: EdgePath, distanceMeters: Double, durationSeconds: Double, staticDurationSeconds: Double
  ) {
    self.path = path
    self.distanceMeters = distanceMeters
    self.durationSeconds = durationSeconds
    self.staticDurationSeconds = staticDurationSeconds
  }
}

/// A route through all stops. Leg *i* ends at the stop that leg *i* + 1 starts from, on the same edge
/// and fraction; only where the road demands to turn round there, it starts on the opposite edge.
public struct Route: Hashable, Sendable {
  public var mode: TravelMode
  /// One for each stop that is no via.
  public var legs: [RouteLeg]
  /// What the search minimised, in its own unit (see `Metric`); snap and stop costs included.
  public var cost: Int64

  public init(mode: TravelMode, legs: [RouteLeg], cost: Int64) {
    self.mode = mode
    self.legs = legs
    self.cost = cost
  }

  public var distanceMeters: Double { legs.reduce(0) { $0 + $1.distanceMeters } }
  public var durationSeconds: Double { legs.reduce(0) { $0 + $1.durationSeconds } }
  public var staticDurationSeconds: Double { legs.reduce(0) { $0 + $1.staticDurationSeconds } }
}
