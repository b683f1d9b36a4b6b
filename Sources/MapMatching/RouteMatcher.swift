public import RoadNetwork
public import Routing

/// Tells, fix by fix, where a vehicle is: on its route, or on which road else.
///
/// All that goes from fix to fix is in the state, a small value. `ProjectionMatcher` is the first implementation; a
/// hidden Markov model fills the same place later. Pure: equal state, fix, route and network give equal answers.
public protocol RouteMatcher: Sendable {
  /// The state of a vehicle that is about to drive a leg, believed at its start.
  ///
  /// `legIndex` must be one of the route's.
  func start(legIndex: Int, of route: Route) -> MatcherState

  /// Judges one fix against the leg that the state is on, and moves the state along it. The usual fix on the route
  /// needs no search and no memory.
  ///
  /// Fixes come in order of time. The state must come from this network and route; one that does not fit the route is
  /// taken to the start of the leg.
  func match(_ fix: MatcherFix, on route: Route, state: inout MatcherState) -> RouteEvidence

  /// The roads a fix may be on, the likeliest first; empty when none is near enough. For vehicles without a route and
  /// for the start of one.
  func roads(near fix: MatcherFix, mode: TravelMode) -> [RoadMatch]
}
