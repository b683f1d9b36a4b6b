import Geometry
import RoadNetwork
import Routing
import TestSupport
import Testing

extension RoadMap {
  /// A route between two places of the drawing, as the letters of the junctions passed.
  func letters(
    _ start: Character, _ stops: Waypoint..., change: (inout RouteRequest) -> Void = { _ in }
  ) throws -> String {
    letters(of: try route(start, stops, change: change))
  }

  func route(
    _ start: Character, _ stops: [Waypoint], change: (inout RouteRequest) -> Void = { _ in }
  ) throws -> Route {
    var request = RouteRequest(start: .waypoint(try waypoint(start)), stops: stops)
    change(&request)
    let plain = Result { () throws(RoutingFailure) in try DijkstraRouter(network).route(request) }
    // What a drawn case shows holds for the product's router.
    let router = HierarchyRouter(MetricStore(network, customization: .whenAsked(times: 1)))
    #expect(Result { () throws(RoutingFailure) in try router.route(request) } == plain)
    return try plain.get()
  }

  func waypoint(
    _ place: Character, heading: Double? = nil, sideOfRoad: Bool = false, stopover: Bool = false, via: Bool = false
  ) throws -> Waypoint {
    Waypoint(
      try coordinate(place), headingDegrees: heading, sideOfRoad: sideOfRoad, vehicleStopover: stopover, isVia: via)
  }

  /// The junctions passed, first and last edge in full; legs are joined by "|".
  func letters(of route: Route) -> String {
    route.legs.map { letters($0.path.edges) }.joined(separator: "|")
  }

  /// Conditions that close the stretch between two nodes of a road.
  func closing(_ road: String, _ from: Character, _ to: Character) throws -> Conditions {
    let reference = SegmentReference(wayID: try way(road), fromNodeID: osmNode(from), toNodeID: osmNode(to))
    let change = RoadConditionChange(
      key: "\(road) \(from)\(to)", update: RoadConditionUpdate(segment: .reference(reference), isClosed: true))
    return Conditions.none.applying([change], version: .none, on: network).conditions
  }
}
