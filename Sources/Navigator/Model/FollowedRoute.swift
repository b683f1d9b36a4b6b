import MapMatching
import RoadNetwork
import RoutePlan
import Routing

/// The route a vehicle follows: rarely changed, so it is kept apart from where the vehicle is on it.
struct FollowedRoute: Hashable, Sendable {
  /// The network whose edges it names.
  var networkFingerprint: UInt64
  /// Rises with every new route of the assignment, from 1.
  var revision: UInt32
  /// Which of the assignment's plans it came from: 0 the first (or none), 1… the alternatives.
  var planIndex: Int
  /// One leg for each stop from `firstStopIndex` on.
  var route: Route
  var firstStopIndex: Int32
  var labels: [RouteLabel]
  /// What was planned for the whole trip: the token's figures, or those of the first route.
  var plannedDistanceMeters: Int32
  var plannedDurationSeconds: Int32
  /// The planned path in canonical edges, in driving order; nil while the route is the plan. Empty when the plan's edges are
  /// those of another network.
  var plannedPaths: [EdgePath]?
  /// Where the driver has to be told something, in driving order; departures are left out.
  var maneuvers: [ManeuverPoint]
  /// It goes round a closure: when conditions change again there may be a better one anywhere.
  var isDetour: Bool

  /// The leg that ends at a stop; nil when the route has none for it.
  func legIndex(ofStop stopIndex: Int32) -> Int? {
    let index = Int(stopIndex) - Int(firstStopIndex)
    return route.legs.indices.contains(index) ? index : nil
  }

  func edge(at position: RoutePosition) -> EdgeID? {
    guard route.legs.indices.contains(position.legIndex) else { return nil }
    let edges = route.legs[position.legIndex].path.edges
    return edges.indices.contains(position.edgeIndex) ? edges[position.edgeIndex] : nil
  }

  /// The number of the edge at a place, counted over all legs.
  func edgeNumber(at position: RoutePosition) -> Int? {
    guard edge(at: position) != nil else { return nil }
    return route.legs[..<position.legIndex].reduce(position.edgeIndex) { $0 + $1.path.edges.count }
  }

  /// The planned path while this route is in force: its own edges where it is the plan.
  func planned(on network: RoadNetwork) -> [EdgePath] {
    plannedPaths
      ?? route.legs.map { leg in
        var path = leg.path
        path.edges = path.edges.map { network.canonicalEdge($0) }
        return path
      }
  }
}

/// A maneuver on a route: the edge entered by it.
struct ManeuverPoint: Hashable, Sendable {
  var legIndex: UInt32
  var edgeIndex: UInt32
  var maneuver: Maneuver
}

extension Route {
  func maneuvers(on network: RoadNetwork) -> [ManeuverPoint] {
    legs.indices.flatMap { leg in
      legs[leg].steps(on: network, mode: mode).dropFirst().map { step in
        ManeuverPoint(
          legIndex: UInt32(clamping: leg), edgeIndex: UInt32(clamping: step.edgeIndices.lowerBound),
          maneuver: step.maneuver)
      }
    }
  }
}
