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

  /// A town of 25 junctions out of a seed: some streets one-way, some missing, at several speeds.
  private func town(_ random: inout SeededRandom) throws -> RoadMap {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXY")
    let rows = (0..<5).map { row in letters[5 * row..<5 * row + 5].map { String($0) }.joined(separator: "---") }
    var roads: [(String, [String: String])] = []
    for index in letters.indices {
      for next in [index % 5 < 4 ? index + 1 : 25, index + 5] where next < 25 && !random.oneIn(8) {
        var tags = ["maxspeed": "\(random.number(in: 2...9) * 10)"]
        if random.oneIn(4) { tags["oneway"] = random.oneIn(2) ? "yes" : "-1" }
        roads.append(("\(letters[index])\(letters[next])", tags))
      }
    }
    return try RoadMap(rows.joined(separator: "\n\n"), spacing: 50, roadList: roads)
  }

  @Test(
    "in random towns each row is what the router tells for its origin alone, by either router", arguments: UInt64(1)...4
  )
  func rows(seed: UInt64) throws {
    print("seed \(seed)")
    var random = SeededRandom(seed: seed)
    let map = try town(&random)
    let plane = LocalPlane(origin: try map.coordinate("A"))
    let places = (0..<14).map { _ in
      Waypoint(
        plane.coordinate(
          x: Double(random.number(in: -20...820)), y: Double(-random.number(in: -20...420))))
    }
    let (origins, destinations) = (Array(places.prefix(8)), Array(places.dropFirst(3)))
    let hierarchy = HierarchyRouter(MetricStore(map.network, customization: .whenAsked(times: 1)))
    var template = RouteRequest(start: .waypoint(places[0]), stops: [])
    for objective in [.default, .rateCard(perMinute: 0.3, perKilometer: 1, includeTolls: false)] as [RouteObjective] {
      template.objective = objective
      var matrices: [TravelMatrix] = []
      for router in [DijkstraRouter(map.network), hierarchy] as [any Router] {
        let matrix = try TravelMatrixBuilder(router, template: template).matrix(from: origins, to: destinations)
        for (row, origin) in origins.enumerated() {
          var request = template
          (request.start, request.stops) = (.waypoint(origin), destinations)
          let estimates = try router.estimates(request)
          for (column, estimate) in estimates.enumerated() {
            #expect(matrix.distanceMeters(from: row, to: column) == estimate.map { UInt32($0.distanceMeters) })
            #expect(matrix.durationMillis(from: row, to: column) == estimate.map { UInt32($0.durationSeconds * 1_000) })
          }
        }
        matrices.append(matrix)
      }
      #expect(matrices[0] == matrices[1])
      #expect(matrices[0].distances.contains { $0 != TravelMatrix.unreachable && $0 > 500 })
    }
  }
}
