public import Routing

/// What became of a plan on a network, for a vehicle, at a time.
public struct RebuildOutcome: Hashable, Sendable {
  public enum Result: Hashable, Sendable {
    case rebuilt(RebuiltRoute)
    case notRebuilt(RebuildFailure)
  }

  public var result: Result
  /// From the vehicle to the plan's origin, or to where the planned route begins on the road: the lesser, straight.
  public var distanceFromPlannedOriginMeters: Double
  /// The planned path on this network in canonical edges, one for each leg, whatever became of it; empty when it is not
  /// there any more.
  public var plannedPaths: [EdgePath]

  public init(result: Result, distanceFromPlannedOriginMeters: Double, plannedPaths: [EdgePath]) {
    self.result = result
    self.distanceFromPlannedOriginMeters = distanceFromPlannedOriginMeters
    self.plannedPaths = plannedPaths
  }
}

/// The planned route as the vehicle can drive it now.
public struct RebuiltRoute: Hashable, Sendable {
  /// What the path was found by.
  public enum Source: Hashable, Sendable, CaseIterable {
    case edges
    case references
    case polyline
  }

  /// How the vehicle gets onto the path.
  public enum Joining: Hashable, Sendable {
    /// It stands near the origin: the whole plan is followed.
    case origin
    /// It is on the path: the remainder is followed.
    case path
    /// It drives this many meters of other road first; they are part of the route.
    case connector(meters: Double)
  }

  /// From the vehicle's place on the road to the last destination; one leg for each destination.
  public var route: Route
  public var source: Source
  public var joining: Joining
  /// Planned meters that the route leaves out, because the vehicle is already past them.
  public var skippedMeters: Double

  public init(route: Route, source: Source, joining: Joining, skippedMeters: Double) {
    self.route = route
    self.source = source
    self.joining = joining
    self.skippedMeters = skippedMeters
  }
}

/// Why a plan could not be rebuilt; the first that holds, in this order.
public enum RebuildFailure: Hashable, Sendable {
  case expired
  /// The path is not on this network any more.
  case networkChanged
  /// A stretch of the path is closed now: the first one in driving order, with the canonical edge.
  case roadClosed(RoadClosure)
  /// The path is there, but a turn or road of it may no longer be driven in the token's mode: the stretch after the
  /// turn.
  case forbiddenTurn(SegmentReference)
  /// The vehicle is neither near the origin nor on the path, and no legal connector is short enough.
  case vehicleAway
}
