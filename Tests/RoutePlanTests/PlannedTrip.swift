import Geometry
import MapMatching
import RoadNetwork
import RoutePlan
import Routing
import TestSupport

/// A trip planned on one drawing and rebuilt on another.
struct PlannedTrip {
  let map: RoadMap
  let plan: RoutePlan
  let route: Route

  static let issued: Int64 = 1_767_225_600_000

  /// Plans by the router, from the first place to the others.
  init(
    _ map: RoadMap, _ places: String, mode: TravelMode = .drive, expiresAtMillis: Int64? = nil
  ) throws {
    self.map = map
    let waypoints = try places.map { Waypoint(try map.coordinate($0)) }
    route = try DijkstraRouter(map.network).route(
      RouteRequest(start: .waypoint(waypoints[0]), stops: Array(waypoints.dropFirst()), mode: mode))
    plan = RoutePlan(
      route, on: map.network,
      terms: RoutePlan.Terms(
        origin: PlannedWaypoint(waypoints[0]), destinations: waypoints.dropFirst().map(PlannedWaypoint.init),
        issuer: .computeRoutes), conditionsVersion: .none, issuedAtMillis: Self.issued,
      expiresAtMillis: expiresAtMillis)
  }

  /// The junctions passed, legs joined by "|".
  var letters: String { Self.letters(of: route, on: map) }

  /// Edges of which nothing is driven, at a stop on a junction, are left out.
  static func letters(of route: Route, on map: RoadMap) -> String {
    route.legs.map { leg in
      let driven = leg.path.edges.indices.filter { index in
        let part = leg.path.fractions(at: index)
        return part.to - part.from > 0.001
      }
      return map.letters(driven.map { leg.path.edges[$0] })
    }.joined(separator: "|")
  }

  /// Rebuilds on a map, with the vehicle so many meters from a place of it.
  func rebuilt(
    on other: RoadMap? = nil, at place: Character, east: Double = 0, north: Double = 0, bearing: Double? = nil,
    conditions: Conditions = .none, atMillis: Int64 = issued + 60_000, settings: RebuildSettings = RebuildSettings()
  ) throws -> RebuildOutcome {
    let map = other ?? self.map
    let vehicle = MatcherFix(
      coordinate: LocalPlane(origin: try map.coordinate(place)).coordinate(x: east, y: north),
      timeMillis: atMillis, accuracyMeters: 5, bearingDegrees: bearing)
    return PlanRebuilder(network: map.network, settings: settings).rebuild(
      plan, vehicle: vehicle, conditions: conditions, atMillis: atMillis)
  }
}

extension RebuildOutcome {
  var rebuilt: RebuiltRoute? {
    if case .rebuilt(let route) = result { return route }
    return nil
  }

  var failure: RebuildFailure? {
    if case .notRebuilt(let failure) = result { return failure }
    return nil
  }
}

extension RoadMap {
  /// Conditions that close the stretch between two nodes of a road.
  func closing(_ road: String, _ from: Character, _ to: Character) throws -> Conditions {
    let reference = SegmentReference(wayID: try way(road), fromNodeID: osmNode(from), toNodeID: osmNode(to))
    let change = RoadConditionChange(
      key: "\(road) \(from)\(to)", update: RoadConditionUpdate(segment: .reference(reference), isClosed: true))
    return Conditions.none.applying([change], version: .none, on: network).conditions
  }
}
