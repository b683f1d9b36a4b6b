import Geometry
import MapMatching
import RoadNetwork
import RoutePlan
import Routing
import TestSupport
import Testing

@Suite("Navigation points of a plan")
struct NavigationPointTests {
  /// The address 1 lies on AB, the gate 2 behind it on DE; likewise 3 and 4.
  private func map() throws -> RoadMap {
    try RoadMap(
      """
      A---3---B---1---C
      |       |       |
      D---4---E---2---F
      """,
      spacing: 30, roads: ["ABC": [:], "AD": [:], "BE": [:], "CF": [:], "DEF": [:]])
  }

  private func planned(_ map: RoadMap, _ address: Character, _ gate: Character?) throws -> PlannedWaypoint {
    PlannedWaypoint(location: try map.coordinate(address), navigationPoint: try gate.map { try map.coordinate($0) })
  }

  private func letters(_ map: RoadMap, _ origin: PlannedWaypoint, _ stop: PlannedWaypoint) throws -> String {
    let route = try DijkstraRouter(map.network).route(
      RouteRequest(start: .waypoint(origin.waypoint), stops: [stop.waypoint]))
    return PlannedTrip.letters(of: route, on: map)
  }

  @Test("a waypoint is routed from and to its navigation point where it has one, else its location")
  func routed() throws {
    let map = try map()
    #expect(try letters(map, planned(map, "3", nil), planned(map, "1", nil)) == "ABC")
    #expect(try letters(map, planned(map, "3", nil), planned(map, "1", "2")) == "ABEF")
    #expect(try letters(map, planned(map, "3", "4"), planned(map, "1", "2")) == "DEF")
    #expect(try letters(map, planned(map, "3", "4"), planned(map, "1", nil)) == "DEBC")
  }

  @Test("a vehicle at the navigation point of the origin is at the origin, as one at its location is")
  func origin() throws {
    let map = try map()
    var plan = try PlannedTrip(map, "42").plan
    plan.origin = try planned(map, "3", "4")
    for place in ["3", "4"] as [Character] {
      let fix = MatcherFix(
        coordinate: try map.coordinate(place), timeMillis: PlannedTrip.issued + 60_000, accuracyMeters: 5)
      let outcome = PlanRebuilder(network: map.network).rebuild(
        plan, vehicle: fix, conditions: .none, atMillis: PlannedTrip.issued + 60_000)
      #expect(outcome.distanceFromPlannedOriginMeters < 0.1)
      #expect(outcome.rebuilt.map { PlannedTrip.letters(of: $0.route, on: map) } == "DEF")
    }
  }
}
