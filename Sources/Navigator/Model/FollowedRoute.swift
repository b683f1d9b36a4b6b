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
  /// Which of the assignment's plans it came from: 0 the token's own (or none), 1… the alternative tokens.
  var planIndex: Int
  /// One leg for each stop from `firstStopIndex` on.
  var route: Route
  var firstStopIndex: Int32
  var labels: [RouteLabel]
  /// What was planned for the whole trip: the token's figures, or those of the first route.
  var plannedDistanceMeters: Int32
  var plannedDurationSeconds: Int32
  /// The planned path's canonical edges, sorted; nil while the route is the plan.
  var planEdges: [EdgeID]?
  /// Where the driver has to be told something, in driving order; departures are left out.
  var maneuvers: [ManeuverPoint]
  /// It goes round a closure: when conditions change again there may be a better one anywhere.
  var isDetour: Bool

  /// The name by which `SelectRoute` asks for a plan's route.
  static func routeID(planIndex: Int) -> String { planIndex == 0 ? "primary" : "token-\(planIndex)" }
  var routeID: String { Self.routeID(planIndex: planIndex) }

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

  /// Whether an edge belongs to the planned path.
  func isPlanned(_ edge: EdgeID, on network: RoadNetwork) -> Bool {
    guard let planEdges else { return true }
    let edge = network.canonicalEdge(edge)
    var low = 0
    var high = planEdges.count
    while low < high {
      let middle = (low + high) / 2
      if planEdges[middle] < edge { low = middle + 1 } else { high = middle }
    }
    return low < planEdges.count && planEdges[low] == edge
  }

  /// The path's canonical edges, sorted, each once.
  static func canonicalEdges(of route: Route, on network: RoadNetwork) -> [EdgeID] {
    var edges = route.legs.flatMap { leg in leg.path.edges.map { network.canonicalEdge($0) } }
    edges.sort()
    var unique: [EdgeID] = []
    for edge in edges where unique.last != edge { unique.append(edge) }
    return unique
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
