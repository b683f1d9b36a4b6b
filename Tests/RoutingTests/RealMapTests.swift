import Geometry
import RoadNetwork
import TestSupport
import Testing

@testable import Routing

@Suite("Real maps")
struct RealMapTests {
  private static func waypoint(_ network: RoadNetwork, using random: inout SeededGenerator) -> Waypoint {
    let edge = EdgeID(UInt32.random(in: 0..<UInt32(network.canonicalEdgeCount), using: &random))
    let point = network.place(on: edge, fraction: Double.random(in: 0...1, using: &random)).point
    let plane = LocalPlane(origin: point)
    return Waypoint(
      plane.coordinate(
        x: Double.random(in: -10...10, using: &random), y: Double.random(in: -10...10, using: &random)))
  }

  private static func holdsAgainstOracle(_ network: RoadNetwork, seed: UInt64, count: Int) throws {
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let router = DijkstraRouter(network)
    for objective in SearchOracleTests.objectives {
      for mode in TravelMode.allCases {
        let metric = Metric(key: MetricKey(mode: mode, objective: objective), network: network)
        let naive = NaiveSearch(network, metric: metric)
        for _ in 0..<count {
          let request = RouteRequest(
            start: .waypoint(waypoint(network, using: &random)), stops: [waypoint(network, using: &random)],
            mode: mode, objective: objective)
          let ends = RequestEnds(request, network: network)
          guard let states = try? ends.startStage(metric), let targets = try? ends.targets(ofStop: 0) else { continue }
          let sources = states.map(\.source)
          let labels = naive.labels(from: sources)
          let expected = targets.compactMap { naive.cost(from: sources, to: $0, labels: labels) }.min()
          let route = try? router.route(request)
          #expect(route?.cost == expected)
          guard let route else { continue }
          for leg in route.legs { #expect(isLegal(leg.path, on: network, mode: mode)) }
          let times = TravelTimes(network, mode: mode)
          #expect(route.legs.map { RouteLeg(along: $0.path, times) } == route.legs)
        }
      }
    }
  }

  /// Whether every edge and turn may be driven, and private roads lie at the ends only or cannot be helped.
  private static func isLegal(_ path: EdgePath, on network: RoadNetwork, mode: TravelMode) -> Bool {
    let roads = path.edges.map { network.canonicalEdge($0) }
    let again = try? EdgePath(
      following: path.edges, startFraction: path.startFraction, endFraction: path.endFraction, on: network,
      mode: mode)
    return again?.edges == path.edges && roads.allSatisfy { network.allows(mode, on: $0) }
  }

  @Test("routes through Helsinki cost what the naive search finds, and are legal", arguments: [UInt64(1), 2])
  func helsinki(seed: UInt64) throws {
    let network = try #require(RealMaps.helsinki)
    try Self.holdsAgainstOracle(network, seed: seed, count: 8)
  }

  @Test("routes through Monaco cost what the naive search finds, and are legal")
  func monaco() throws {
    guard let network = RealMaps.monaco else { return }
    try Self.holdsAgainstOracle(network, seed: 3, count: 8)
  }

  @Test("a route of several stops is the sum of its legs, on one connected path")
  func severalStops() throws {
    let network = try #require(RealMaps.helsinki)
    var random = SeededGenerator(seed: 11)
    let router = DijkstraRouter(network)
    for _ in 0..<10 {
      let stops = (0..<4).map { _ in Self.waypoint(network, using: &random) }
      guard let route = try? router.route(RouteRequest(start: .waypoint(stops[0]), stops: Array(stops.dropFirst())))
      else { continue }
      #expect(route.legs.count == 3)
      for (leg, next) in zip(route.legs, route.legs.dropFirst()) {
        let isSame = leg.path.edges.last == next.path.edges.first && leg.path.endFraction == next.path.startFraction
        let isTurned = leg.path.edges.last.flatMap { network.reverse(of: $0) } == next.path.edges.first
        #expect(isSame || isTurned)
      }
      #expect(route.legs.allSatisfy { Self.isLegal($0.path, on: network, mode: .drive) })
    }
  }
}
