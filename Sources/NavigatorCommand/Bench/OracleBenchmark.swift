import Geometry
import RoadNetwork
import Routing

/// The hierarchy held to the plain search: routes of both on every metric, on all arcs and on perfect ones, equal edge by
/// edge or the run fails.
struct OracleBenchmark: Benchmark {
  let name = "oracle"
  let summary = "routes by the hierarchy against the plain search on every metric; any that differ end it with 70"
  let inputs: [String] = []
  let terms: [(rows: String, meaning: String)] = [
    ("plain", "a route by the search without hierarchy"),
    ("hierarchy, hierarchyPerfect", "the same by the hierarchy, on all arcs and on the perfect ones"),
    ("compared", "routes asked of both"),
  ]

  /// Requests on each metric, under each of the conditions.
  private static let requestsEach = 2
  private static let seed: UInt64 = 20_240_601

  private static let objectives: [RouteObjective] =
    [.default, .shorterDistance]
    + [(0.4, 0.9), (1, 0), (0, 1), (0, 0), (1e9, 1e-9)].map {
      .rateCard(perMinute: $0.0, perKilometer: $0.1, includeTolls: false)
    }
    + EmissionType.allCases.map { .fuelEfficient($0) }
  private static let features: [AvoidSet.Features] = [
    [], .tolls, .highways, .ferries, .tunnels, [.tolls, .highways, .ferries, .tunnels],
  ]
  /// Avoid sets with each objective: all in turn, so that each meets many.
  private static let avoidsEach = 3
  /// No moment; Monday, 30 November 2026, 07:00, 16:00 and 23:00 UTC: restrictions by the hour hold and do not.
  private static let moments: [Int64] = [0, 1_796_022_000_000, 1_796_054_400_000, 1_796_079_600_000]

  func run(_ inputs: BenchInputs) throws(CommandFailure) -> BenchReport {
    let network = try inputs.network()
    var report = BenchReport(name)
    report.count(network)
    guard network.canonicalEdgeCount > 0 else { return report }
    var random = SplitMix64(seed: Self.seed)
    let pair = RouterPair(network)
    var comparison = RouterComparison()
    // A table that is not the general one guides the search.
    var table = SpeedTable.general
    table.turnPermille += 100
    let tables: [SpeedModel?] = [nil, SpeedModel(.general, on: network), SpeedModel(table, on: network)]
    for (number, speeds) in tables.enumerated() {
      for conditions in [Conditions(speeds: speeds), Self.disturbed(network, speeds, using: &random)] {
        for (place, key) in Self.keys(on: network).enumerated() where place % tables.count == number {
          for round in 0..<Self.requestsEach {
            var request = Self.request(on: network, using: &random)
            (request.mode, request.objective, request.avoid) = (key.mode, key.objective, key.avoid)
            request.conditions = conditions
            request.atMillis = Self.moments[place / tables.count % Self.moments.count]
            // Half of the metrics on perfect arcs after the first request.
            comparison.compare(request, pair, perfectly: round > 0 && place % 2 == 0)
          }
        }
      }
    }
    if let different = comparison.firstDifferent {
      throw CommandFailure(
        .internalFault, "\(comparison.different) of \(comparison.compared) routes differ from the plain search's",
        "the first: \(different)")
    }
    comparison.tell(&report)
    return report
  }

  /// Every mode and objective, each with some of the avoid sets: each kind of road alone, all of them, vignettes.
  private static func keys(
    on network: RoadNetwork
  ) -> [(mode: TravelMode, objective: RouteObjective, avoid: AvoidSet)] {
    let country = network.country(of: EdgeID(0))
    let avoids = features.map { AvoidSet($0) } + [AvoidSet([], vignetteCountries: [country])]
    var number = 0
    return TravelMode.allCases.flatMap { mode in
      objectives.flatMap { objective in
        (0..<avoidsEach).map { _ in
          number += 1
          return (mode, objective, avoids[number % avoids.count])
        }
      }
    }
  }

  /// From a place beside the road, or a vehicle on it, through one or two more places.
  private static func request(on network: RoadNetwork, using random: inout SplitMix64) -> RouteRequest {
    let stops = (0..<Int.random(in: 1...2, using: &random)).map { _ in waypoint(on: network, using: &random) }
    guard Bool.random(using: &random) else {
      return RouteRequest(start: .waypoint(waypoint(on: network, using: &random)), stops: stops)
    }
    let position = EdgePosition(
      edge: edge(of: network, using: &random), fraction: Double.random(in: 0...1, using: &random))
    return RouteRequest(start: .position(position), stops: stops)
  }

  private static func edge(of network: RoadNetwork, using random: inout SplitMix64) -> EdgeID {
    EdgeID(UInt32.random(in: 0..<UInt32(network.canonicalEdgeCount), using: &random))
  }

  /// Up to some 20 m beside a road.
  private static func waypoint(on network: RoadNetwork, using random: inout SplitMix64) -> Waypoint {
    let fraction = Double.random(in: 0...1, using: &random)
    let place = network.place(on: edge(of: network, using: &random), fraction: fraction)
    let plane = LocalPlane(origin: place.point)
    return Waypoint(
      plane.coordinate(
        x: Double.random(in: -15...15, using: &random), y: Double.random(in: -15...15, using: &random)))
  }

  /// One edge in a hundred slower or faster, one in a thousand closed.
  private static func disturbed(
    _ network: RoadNetwork, _ speeds: SpeedModel?, using random: inout SplitMix64
  ) -> Conditions {
    var changes: [RoadConditionChange] = []
    for index in 0..<UInt32(network.canonicalEdgeCount) {
      let lot = Int.random(in: 0..<1_000, using: &random)
      guard lot < 11 else { continue }
      let update = RoadConditionUpdate(
        segment: .reference(SegmentReference(EdgeID(index), on: network)), isClosed: lot == 0,
        speedKilometersPerHour: lot == 0 ? nil : Double.random(in: 3...120, using: &random))
      changes.append(RoadConditionChange(key: String(index), update: update))
    }
    return Conditions(speeds: speeds).applying(changes, version: .none, on: network).conditions
  }
}

/// Both routers of one network.
private struct RouterPair {
  let plain: DijkstraRouter
  let hierarchy: HierarchyRouter
  let metrics: MetricStore

  init(_ network: RoadNetwork) {
    plain = DijkstraRouter(network)
    metrics = MetricStore(network, customization: .whenAsked(times: 1))
    hierarchy = HierarchyRouter(metrics)
  }
}

/// What two routers answered to the same requests.
private struct RouterComparison {
  private(set) var compared = 0
  private(set) var different = 0
  private(set) var firstDifferent: String?
  private var routes = 0
  private var plain = BenchTimes("plain")
  private var hierarchy = BenchTimes("hierarchy")
  private var perfect = BenchTimes("hierarchyPerfect")
  private var checksum = BenchChecksum()

  mutating func compare(_ request: RouteRequest, _ pair: RouterPair, perfectly: Bool) {
    let expected = plain.measure { Result { () throws(RoutingFailure) in try pair.plain.route(request) } }
    if perfectly { pair.metrics.prepare(request, perfectly: true) }
    let answer = { Result { () throws(RoutingFailure) in try pair.hierarchy.route(request) } }
    let found = perfectly ? perfect.measure(answer) : hierarchy.measure(answer)
    compared += 1
    if expected != found {
      different += 1
      if firstDifferent == nil { firstDifferent = "\(request.start) to \(request.stops), \(request.objective)" }
    }
    guard case .success(let route) = found else { return checksum.add(-1) }
    routes += 1
    checksum.add(route.cost)
  }

  func tell(_ report: inout BenchReport) {
    report.count("compared", compared)
    report.count("routes", routes)
    report.checksum.add(Array(checksum.text.utf8))
    report.add(plain)
    report.add(hierarchy)
    report.add(perfect)
  }
}
