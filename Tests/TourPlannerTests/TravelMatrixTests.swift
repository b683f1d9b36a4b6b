import Geometry
import RoadNetwork
import Routing
import TestSupport
import Testing
import TourPlanner

@Suite("Travel matrices")
struct TravelMatrixTests {
  private func map() throws -> RoadMap {
    try RoadMap(
      """
      A-1-B---C-3-D
          |   |
      E-2-F---G       X-4-Y
      """,
      roads: ["AB": [:], "BC": ["oneway": "yes"], "CD": [:], "BF": [:], "EF": [:], "FG": [:], "GC": [:], "XY": [:]])
  }

  private func waypoints(_ map: RoadMap, _ places: String) throws -> [Waypoint] {
    try places.map { Waypoint(try map.coordinate($0)) }
  }

  @Test("every entry equals the route between its two places")
  func entries() throws {
    let map = try map()
    let places = try waypoints(map, "1234")
    let router = DijkstraRouter(map.network)
    let template = RouteRequest(
      start: .waypoint(places[0]), stops: [], snap: SnapSettings(maximumDistanceMeters: 25))
    let matrix = try TravelMatrixBuilder(router, template: template).matrix(from: places, to: places)
    for (row, origin) in places.enumerated() {
      for (column, destination) in places.enumerated() {
        var request = template
        request.start = .waypoint(origin)
        request.stops = [destination]
        let route = try? router.route(request)
        #expect(matrix.distanceMeters(from: row, to: column) == route.map { UInt32($0.distanceMeters) })
        #expect(matrix.durationMillis(from: row, to: column) == route.map { UInt32(($0.durationSeconds * 1_000)) })
      }
      #expect(matrix.distanceMeters(from: row, to: row) == 0)
    }
    #expect(matrix.distanceMeters(from: 0, to: 3) == nil)
    // One-way: the way back is longer.
    let (there, back) = (matrix.distanceMeters(from: 0, to: 2), matrix.distanceMeters(from: 2, to: 0))
    #expect(there ?? 0 < back ?? 0)
  }

  @Test("rows are origins, columns destinations, and places off the map are unreachable")
  func shape() throws {
    let map = try map()
    let router = DijkstraRouter(map.network)
    let off = Waypoint(LocalPlane(origin: try map.coordinate("A")).coordinate(x: 50_000, y: 0))
    let places = try waypoints(map, "12")
    let builder = TravelMatrixBuilder(router, template: RouteRequest(start: .waypoint(off), stops: []))
    let matrix = try builder.matrix(from: [places[0], off], to: [places[1], off, places[0]])
    #expect(matrix.originCount == 2)
    #expect(matrix.destinationCount == 3)
    #expect(matrix.distanceMeters(from: 0, to: 0) != nil)
    #expect(matrix.distanceMeters(from: 0, to: 1) == nil)
    #expect(matrix.distanceMeters(from: 0, to: 2) == 0)
    for column in 0..<3 { #expect(matrix.durationMillis(from: 1, to: column) == nil) }
  }
}
