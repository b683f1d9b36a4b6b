import Geometry
import RoadNetwork
import TestSupport
import Testing

@testable import Routing

@Suite("The hierarchy's router against the plain one")
struct HierarchyRouterTests {
  static let extracts = [
    "monaco-2021.osm.pbf", "portland-central.osm.pbf", "oslo-east.osm.pbf", "krems.osm.gz",
    "berlin-siegessaeule.osm.gz",
  ]

  @Test("equal routes on real maps: several stops, closures, speeds, before and after they change", arguments: extracts)
  func realMaps(extract: String) throws {
    guard let network = RealMaps.extract(extract) else { return }
    try Self.holdsAgainstPlain(network, seed: 5, count: 2)
  }

  @Test("equal routes in Helsinki", arguments: [UInt64(1), 2])
  func helsinki(seed: UInt64) throws {
    try Self.holdsAgainstPlain(try #require(RealMaps.helsinki), seed: seed, count: 2)
  }

  @Test("equal routes in random towns", arguments: UInt64(1)...6)
  func randomTowns(seed: UInt64) throws {
    try Self.holdsAgainstPlain(try RandomNetwork(seed: seed, size: 9).make(), seed: seed, count: 12)
  }

  @Test("equal routes and times by a speed table, at every hour", arguments: UInt64(1)...3)
  func speedTable(seed: UInt64) throws {
    let network = try RandomNetwork(seed: seed, size: 9).make()
    try Self.holdsAgainstPlain(network, seed: seed, count: 6, speeds: SpeedModel(.fittedLike, on: network))
  }

  @Test("equal routes, times and matrices on perfect arcs, made before and after updates", arguments: UInt64(1)...4)
  func perfectArcs(seed: UInt64) throws {
    try Self.holdsAgainstPlain(try RandomNetwork(seed: seed, size: 9).make(), seed: seed, count: 6, perfectly: true)
  }

  @Test("equal routes, times and matrices on perfect arcs in Helsinki")
  func perfectArcsInHelsinki() throws {
    try Self.holdsAgainstPlain(try #require(RealMaps.helsinki), seed: 3, count: 1, perfectly: true)
  }

  /// Every mode, objective and avoid set by turns, under conditions that change under way; with a speed table at any
  /// hour of a day too.
  static func holdsAgainstPlain(
    _ network: RoadNetwork, seed: UInt64, count: Int, speeds: SpeedModel? = nil, perfectly: Bool = false
  ) throws {
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let plain = DijkstraRouter(network)
    let router = HierarchyRouter(MetricStore(network, customization: .whenAsked(times: 1)))
    var conditions = Conditions(speeds: speeds)
    for round in 0..<3 {
      for mode in TravelMode.allCases {
        for objective in SearchOracleTests.objectives {
          let avoid = HierarchyOracleTests.avoids.randomElement(using: &random) ?? .none
          for _ in 0..<count {
            var request = request(on: network, using: &random)
            request.mode = mode
            request.objective = objective
            request.avoid = avoid
            request.conditions = conditions
            request.atMillis = Int64.random(in: 0..<2_000, using: &random)
            if speeds != nil { request.atMillis += Int64.random(in: 0..<24, using: &random) * 3_600_000 }
            if perfectly { router.metrics.prepare(request, perfectly: true) }
            let expected = Result { () throws(RoutingFailure) in try plain.route(request) }
            let found = Result { () throws(RoutingFailure) in try router.route(request) }
            #expect(found == expected)
            let expectedEach = Result { () throws(RoutingFailure) in try plain.estimates(request) }
            let foundEach = Result { () throws(RoutingFailure) in try router.estimates(request) }
            #expect(foundEach == expectedEach)
            if request.stops.count == 1, let route = try? found.get(), let estimate = try? foundEach.get()[0] {
              #expect(abs(estimate.distanceMeters - route.distanceMeters) < 0.01)
            }
            guard perfectly else { continue }
            let expectedMatrix = Result { () throws(RoutingFailure) in try plain.matrix(request, from: request.stops) }
            let foundMatrix = Result { () throws(RoutingFailure) in try router.matrix(request, from: request.stops) }
            #expect(foundMatrix == expectedMatrix)
          }
        }
      }
      conditions = conditions.changed(on: network, round: round, using: &random)
    }
  }

  /// A route through one to four places on or near roads; sometimes from a known position.
  private static func request(on network: RoadNetwork, using random: inout SeededGenerator) -> RouteRequest {
    func edge(_ random: inout SeededGenerator) -> EdgeID {
      EdgeID(UInt32.random(in: 0..<UInt32(network.canonicalEdgeCount), using: &random))
    }
    func waypoint(_ random: inout SeededGenerator, isVia: Bool = false) -> Waypoint {
      let place = network.place(on: edge(&random), fraction: Double.random(in: 0...1, using: &random))
      let plane = LocalPlane(origin: place.point)
      let offset = (Double.random(in: -15...15, using: &random), Double.random(in: -15...15, using: &random))
      return Waypoint(
        plane.coordinate(x: offset.0, y: offset.1), sideOfRoad: Bool.random(using: &random),
        vehicleStopover: Bool.random(using: &random), isVia: isVia)
    }
    let between = Int.random(in: 0..<4, using: &random)
    let stops = (0..<between).map { _ in waypoint(&random, isVia: Bool.random(using: &random)) } + [waypoint(&random)]
    guard Bool.random(using: &random) else { return RouteRequest(start: .waypoint(waypoint(&random)), stops: stops) }
    let fraction = Double.random(in: 0...1, using: &random)
    return RouteRequest(start: .position(EdgePosition(edge: edge(&random), fraction: fraction)), stops: stops)
  }
}

extension Conditions {
  /// Some closures and speeds more, some with an end.
  fileprivate func changed(on network: RoadNetwork, round: Int, using random: inout SeededGenerator) -> Conditions {
    var changes: [RoadConditionChange] = []
    for index in 0..<UInt32(network.canonicalEdgeCount) where Int.random(in: 0..<60, using: &random) == 0 {
      let isClosed = Int.random(in: 0..<4, using: &random) == 0
      let until: Int64? = Bool.random(using: &random) ? 1_000 : nil
      let update = RoadConditionUpdate(
        segment: .reference(SegmentReference(EdgeID(index), on: network)), isClosed: isClosed,
        speedKilometersPerHour: isClosed ? nil : Double.random(in: 3...120, using: &random), validUntilMillis: until)
      changes.append(RoadConditionChange(key: "\(round) \(index)", update: update))
    }
    return applying(changes, version: .none, on: network).conditions
  }
}
