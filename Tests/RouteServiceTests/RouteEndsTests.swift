import Geometry
import RoadNetwork
import RoutePlan
import Routing
import TestSupport
import Testing

@testable import RouteService

/// What computeRoutes says, without being asked, of waypoints that cannot be driven up to or lie on roads to be avoided.
@Suite("computeRoutes: the ends of a route")
struct RouteEndsTests {
  private func request(
    _ map: RoadMap, _ places: String, change: (inout ComputeRoutesRequest) -> Void = { _ in }
  ) throws -> ComputeRoutesRequest {
    let points = try places.map { letter in
      let point = try map.coordinate(letter)
      return RequestWaypoint(.location(latitude: point.latitude, longitude: point.longitude, heading: nil))
    }
    var request = ComputeRoutesRequest()
    request.origin = points.first
    request.destination = points.last
    request.intermediates = Array(points.dropFirst().dropLast())
    request.routingPreference = .trafficAware
    change(&request)
    return request
  }

  private func route(
    _ map: RoadMap, _ request: ComputeRoutesRequest, conditions: Conditions = .none
  ) throws -> ComputedRoute {
    let context = ServiceContext(conditions: conditions, nowMillis: 1_000_000)
    let response = try RouteService(DijkstraRouter(map.network)).computeRoutes(request, in: context)
    return try #require(response.routes.first)
  }

  // osrm-backend#5902
  @Test("a place behind a closed gate is told with the straight distance from the gate")
  func gatedPark() throws {
    let map = try RoadMap(
      """
      A-1--B------C
           |
           G
           |
           Q--2
      """,
      roads: ["AB": [:], "BC": [:], "BGQ": [:]], nodes: ["G": ["barrier": "gate", "access": "no"]])
    let legs = try route(map, request(map, "12C")).legs
    #expect(abs(legs[0].distanceToWaypointMeters - 36) < 1)
    #expect(legs[1].distanceToWaypointMeters < 0.1)
    #expect(legs.allSatisfy { $0.closedRoadAtStop == nil })
  }

  // osrm-backend#5957, #4335
  @Test(
    "a place on a closed road is told with the closure and the distance from the next open road; without traffic not")
  func closedRoad() throws {
    let map = try RoadMap(
      """
      A-1-B---2---C
          |       |
          D-------E
      """,
      roads: ["AB": [:], "BC": ["name": "High Street"], "BD": [:], "DE": [:], "EC": [:]])
    let changes = try [("B", "C"), ("C", "B")].map { (from: Character, to: Character) in
      RoadConditionChange(
        key: "works \(from)",
        update: RoadConditionUpdate(
          segment: .reference(
            SegmentReference(wayID: try map.way("BC"), fromNodeID: map.osmNode(from), toNodeID: map.osmNode(to))),
          isClosed: true))
    }
    let closed = Conditions.none.applying(changes, version: .none, on: map.network).conditions
    let leg = try route(map, request(map, "12"), conditions: closed).legs[0]
    #expect(abs(leg.distanceToWaypointMeters - 20) < 0.5)
    let road = try #require(leg.closedRoadAtStop)
    #expect(road.conditionKey.hasPrefix("works ") && road.roadName == "High Street")
    let way = try map.way("BC")
    #expect(road.segment?.wayID == way && road.edge.wayID == way)
    let unaware = try route(map, request(map, "12") { $0.routingPreference = .trafficUnaware }, conditions: closed)
    #expect(unaware.legs[0].closedRoadAtStop == nil && unaware.legs[0].distanceToWaypointMeters < 0.1)
  }

  private func tolledTown() throws -> RoadMap {
    try RoadMap(
      """
      A-1-B--2--C-3-F
          |     |
          D-----E
      """, roads: ["AB": [:], "BC": ["toll": "yes"], "CF": [:], "BD": [:], "DE": [:], "EC": [:]])
  }

  // valhalla#5154, PR #4524, #1891; valhalla-docs#71; organicmaps#4151
  @Test(
    "a waypoint on a toll road of a request that avoids tolls is told",
    arguments: [
      ("12", "On such a road lies the destination."), ("23", "On such a road lies the origin."),
      ("123", "On such a road lies intermediates[0]."), ("13", nil),
    ])
  func tolls(places: String, expected: String?) throws {
    let map = try tolledTown()
    let avoiding = try route(map, request(map, places) { $0.routeModifiers.avoidTolls = true })
    if let expected {
      #expect(avoiding.warnings.count == 1)
      #expect(avoiding.warnings.first?.hasPrefix("Toll roads could not be avoided: ") == true)
      #expect(avoiding.warnings.first?.hasSuffix(expected) == true, "\(avoiding.warnings)")
      #expect(avoiding.legs.contains { $0.unavoidedRoads.map(\.kind) == [.tolls] })
    } else {
      #expect(avoiding.warnings.isEmpty && avoiding.legs.allSatisfy(\.unavoidedRoads.isEmpty))
    }
    // Who does not avoid them hears of tolls when asking.
    #expect(try route(map, request(map, places)).warnings.isEmpty)
  }

  @Test("stops on either side of a leg on a toll road are told once each, with the length of both legs")
  func lengths() throws {
    let map = try tolledTown()
    let found = try route(map, request(map, "123") { $0.routeModifiers.avoidTolls = true })
    #expect(
      found.warnings == ["Toll roads could not be avoided: 60 m of the route. On such a road lies intermediates[0]."])
    let roads = found.legs.map(\.unavoidedRoads)
    #expect(roads.map(\.count) == [1, 1])
    #expect(roads[0][0].isAtEnd && !roads[0][0].isAtStart && roads[1][0].isAtStart && !roads[1][0].isAtEnd)
  }

  @Test(
    "motorways, ferries, tunnels, vignette roads and toll booths that are the only way are told",
    arguments: [
      (["highway": "motorway", "oneway": "no"], "Motorways"), (["route": "ferry", "motor_vehicle": "yes"], "Ferries"),
      (["highway": "primary", "tunnel": "yes"], "Tunnels"),
      (["highway": "motorway", "oneway": "no", "vignette": "x"], "Roads that need a vignette (CH)"),
      ([:], "Toll roads"),
    ])
  func onlyWay(tags: [String: String], expected: String) throws {
    let isBooth = tags.isEmpty
    let isVignette = tags["vignette"] != nil
    let map = try RoadMap(
      "A-1-B-----C-2-D", country: CountryCode("CH") ?? .unknown, roads: ["AB": [:], "BC": tags, "CD": [:]],
      nodes: isBooth ? ["B": ["barrier": "toll_booth"]] : [:])
    let found = try route(
      map,
      request(map, "12") { request in
        request.routeModifiers.avoidTolls = isBooth
        request.routeModifiers.avoidHighways = tags["highway"] == "motorway" && !isVignette
        request.routeModifiers.avoidFerries = true
        request.routeModifiers.avoidTunnels = true
        request.routeModifiers.avoidVignettes = isVignette ? ["CH", "AT"] : []
      })
    let length = isBooth ? "a toll booth is on the way" : "60 m of the route"
    #expect(found.warnings == ["\(expected) could not be avoided: \(length)."])
    #expect(found.legs[0].unavoidedRoads.count == 1)
    #expect(found.legs[0].unavoidedRoads.allSatisfy { !$0.isAtStart && !$0.isAtEnd })
  }
}
