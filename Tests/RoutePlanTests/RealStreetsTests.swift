import Geometry
import MapMatching
import OSMImport
import RoadNetwork
import RoutePlan
import Routing
import TestSupport
import Testing

@Suite("Plans on real streets")
struct RealStreetsTests {
  /// The demo's map: the centre of Helsinki.
  private static let helsinki = Result {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let path = "/\(root)/Sources/NavigatorCommand/Resources/helsinki.osm.pbf"
    let bytes = try NetworkImport.build(ExtractFile(path: path), options: BuildOptions(source: "helsinki"))
    return try RoadNetwork(MemoryStorage(bytes))
  }

  private let network: RoadNetwork

  init() throws { network = try Self.helsinki.get() }

  private func point(_ random: inout SeededRandom) -> Coordinate {
    let node = NodeID(UInt32(random.number(in: 0...(network.nodeCount - 1))))
    return LocalPlane(origin: network.coordinate(of: node)).coordinate(
      x: Double(random.number(in: -30...30)), y: Double(random.number(in: -30...30)))
  }

  /// Plans of one to three legs between random places.
  private func plans(_ count: Int, seed: UInt64) -> [(plan: RoutePlan, route: Route)] {
    var random = SeededRandom(seed: seed)
    let router = DijkstraRouter(network)
    var plans: [(RoutePlan, Route)] = []
    var attempts = 0
    while plans.count < count, attempts < count * 10 {
      attempts += 1
      let waypoints = (0...random.number(in: 1...3)).map { _ in Waypoint(point(&random)) }
      let request = RouteRequest(start: .waypoint(waypoints[0]), stops: Array(waypoints.dropFirst()))
      guard let route = try? router.route(request), route.distanceMeters > 50 else { continue }
      let terms = RoutePlan.Terms(
        origin: PlannedWaypoint(waypoints[0]), destinations: waypoints.dropFirst().map { PlannedWaypoint($0) },
        issuer: .computeRoutes)
      let plan = RoutePlan(route, on: network, terms: terms, conditionsVersion: .none, issuedAtMillis: 0)
      plans.append((plan, route))
    }
    return plans
  }

  private func rebuild(_ plan: RoutePlan, from route: Route) throws -> RebuildOutcome {
    let path = route.legs[0].path
    let start = network.coordinate(at: EdgePosition(edge: path.edges[0], fraction: path.startFraction))
    return PlanRebuilder(network: network).rebuild(
      plan, vehicle: MatcherFix(coordinate: start, timeMillis: 0, accuracyMeters: 5), conditions: .none, atMillis: 0)
  }

  @Test("from their origin all plans are rebuilt, by each source", arguments: Seeds.fromEnvironment(count: 3))
  func everySource(seed: UInt64) throws {
    let plans = plans(25, seed: seed)
    try #require(plans.count == 25)
    var notMatched = 0
    for (number, (plan, route)) in plans.enumerated() {
      for source in RebuiltRoute.Source.allCases {
        var altered = plan
        if source != .edges { altered.networkFingerprint ^= 1 }
        if source == .polyline { for leg in altered.legs.indices { altered.legs[leg].path.references = [] } }
        let outcome = try rebuild(altered, from: route)
        guard let rebuilt = outcome.rebuilt else {
          if source == .polyline { notMatched += 1 } else { Issue.record("seed \(seed), plan \(number), \(source)") }
          continue
        }
        #expect(rebuilt.source == source, "seed \(seed), plan \(number)")
        let difference = abs(rebuilt.route.distanceMeters - route.distanceMeters)
        #expect(difference <= 3 + 0.01 * route.distanceMeters, "seed \(seed), plan \(number), \(source)")
        if source != .polyline {
          #expect(difference < 1, "seed \(seed), plan \(number), \(source)")
          #expect(share(of: rebuilt.route, in: route) > 0.99, "seed \(seed), plan \(number), \(source)")
        } else {
          #expect(share(of: rebuilt.route, in: route) > 0.9, "seed \(seed), plan \(number), \(source)")
        }
      }
    }
    // The line alone is ambiguous now and then: a plan of several stops that turns round in dead ends (1 of 1,500).
    #expect(notMatched <= 1, "seed \(seed)")
  }

  /// How much of a route's length is on the other's edges.
  private func share(of route: Route, in other: Route) -> Double {
    let edges = Set(other.legs.flatMap { $0.path.edges.map(network.canonicalEdge) })
    var (all, common) = (0.0, 0.0)
    for leg in route.legs {
      for index in leg.path.edges.indices {
        let part = leg.path.fractions(at: index)
        let meters = max(0, part.to - part.from) * network.lengthMeters(of: leg.path.edges[index])
        all += meters
        if edges.contains(network.canonicalEdge(leg.path.edges[index])) { common += meters }
      }
    }
    return all > 0 ? common / all : 1
  }

  @Test("a plan is the same for the same route, and takes little room", arguments: Seeds.fromEnvironment(count: 1))
  func compact(seed: UInt64) {
    for (plan, route) in plans(10, seed: seed) {
      let terms = RoutePlan.Terms(
        origin: plan.origin, destinations: plan.destinations, issuer: plan.issuer)
      #expect(RoutePlan(route, on: network, terms: terms, conditionsVersion: .none, issuedAtMillis: 0) == plan)
      let points = plan.legs.reduce(0) { $0 + $1.path.polyline.count }
      let edges = route.legs.reduce(0) { $0 + $1.path.edges.count }
      #expect(points <= edges + 20 * plan.legs.count)
    }
  }
}
