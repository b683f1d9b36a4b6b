import Geometry
import Messages
import RoadNetwork
import RouteService
import Routing

/// One-to-one queries: between edges, alone and with the path, and whole answers between places.
struct RouteBenchmark: Benchmark {
  let name = "route"
  let summary = "one-to-one queries between edges, with and without the path; whole answers between places"
  let inputs = ["queries", "pairs"]
  let terms: [(rows: String, meaning: String)] = [
    ("search, searchWithPath", "the distance between two directed edges by the hierarchy; with the edges of the way"),
    ("searchPerfect, searchPerfectWithPath", "the same on the arcs that perfect customization leaves"),
    ("snap", "finding the roads near a place"),
    ("route", "a route between two places: their roads, the search, the edges"),
    ("answer", "the whole answer of computeRoutes for it, with legs, steps, lines and texts, not yet written out"),
    ("answerJSON", "writing that answer as JSON"),
    ("alternatives", "an answer with alternatives asked for"),
    ("alternativesAlone", "route and the search for its alternatives, without steps and lines"),
    ("settledEdges, pathEdges", "edges that the searches looked at, and edges of the ways found"),
    ("alternativePairs, alternativeRoutes", "pairs asked for alternatives, and routes found, the best ones among them"),
  ]

  /// Queries run before any is timed.
  private static let warmUp = 50
  /// Pairs asked for alternatives.
  private static let alternativePairs = 1_000
  private static let alternativeCount = 3

  func run(_ inputs: BenchInputs) throws(CommandFailure) -> BenchReport {
    let network = try inputs.network()
    let graph = TurnExpandedGraph(network, key: MetricKey(mode: .drive))
    graph.customize()
    let queries = try inputs.queries(graph)
    let pairs = try inputs.pairs(queries, on: graph)
    var report = BenchReport(name)
    report.count(network)
    try search(queries, on: graph, into: &report)
    answer(pairs, on: network, into: &report)
    return report
  }

  /// On all arcs of the hierarchy, then on those that perfect customization leaves: other times, equal answers.
  private func search(
    _ queries: [GraphQuery], on graph: TurnExpandedGraph, into report: inout BenchReport
  ) throws(CommandFailure) {
    let all = SearchRun(queries, on: graph, "search", warmUp: Self.warmUp)
    graph.makePerfect()
    let perfect = SearchRun(queries, on: graph, "searchPerfect", warmUp: Self.warmUp)
    guard perfect.hasAnswers(of: all) else {
      throw CommandFailure(
        .internalFault, "the perfect arcs give other answers than all arcs", "report it with the network's fingerprint")
    }
    for distance in all.distances { report.checksum.add(distance) }
    report.count("queries", queries.count)
    report.count("settledEdges", all.settledEdges)
    report.count("pathEdges", all.pathEdges)
    for times in [all.alone, all.withPath, perfect.alone, perfect.withPath] { report.add(times) }
  }

  private func answer(_ pairs: [RoutePair], on network: RoadNetwork, into report: inout BenchReport) {
    let router = HierarchyRouter(network)
    let service = RouteService(router)
    let snapping = Snapping(network, mode: .drive)
    let context = ServiceContext(nowMillis: 0)
    var snap = BenchTimes("snap")
    var route = BenchTimes("route")
    var answer = BenchTimes("answer")
    var answerJSON = BenchTimes("answerJSON")
    for pair in pairs.prefix(Self.warmUp) { _ = try? service.computeRoutes(request(pair), in: context) }
    var routes = 0
    var steps = 0
    for pair in pairs {
      snap.measure { _ = snapping.candidates(for: Waypoint(pair.origin)) }
      route.measure {
        _ = try? router.route(
          RouteRequest(start: .waypoint(Waypoint(pair.origin)), stops: [Waypoint(pair.destination)]))
      }
      guard let response = answer.measure({ try? service.computeRoutes(request(pair), in: context) }) else { continue }
      let bytes = answerJSON.measure { ServiceMessages.json(of: .computeRoutes(response)) }
      report.checksum.add(bytes)
      routes += response.routes.count
      steps += response.routes.reduce(0) { $0 + $1.legs.reduce(0) { $0 + $1.steps.count } }
    }
    report.count("pairs", pairs.count)
    report.count("routes", routes)
    report.count("steps", steps)
    for times in [snap, route, answer, answerJSON] { report.add(times) }
    alternatives(pairs, router, service, context, into: &report)
  }

  /// The same with alternatives asked for; and their search alone, without geometry and steps.
  private func alternatives(
    _ pairs: [RoutePair], _ router: HierarchyRouter, _ service: RouteService, _ context: ServiceContext,
    into report: inout BenchReport
  ) {
    var times = BenchTimes("alternatives")
    var alone = BenchTimes("alternativesAlone")
    var routes = 0
    let asked = pairs.prefix(Self.alternativePairs)
    for pair in asked {
      alone.measure {
        let inquiry = RouteRequest(start: .waypoint(Waypoint(pair.origin)), stops: [Waypoint(pair.destination)])
        guard let best = try? router.route(inquiry) else { return }
        _ = try? router.alternatives(to: best, for: inquiry, count: Self.alternativeCount)
      }
      var request = request(pair)
      request.computeAlternativeRoutes = true
      guard let response = times.measure({ try? service.computeRoutes(request, in: context) }) else { continue }
      for route in response.routes { report.checksum.add(Int64(route.distanceMeters)) }
      routes += response.routes.count
    }
    report.count("alternativePairs", asked.count)
    report.count("alternativeRoutes", routes)
    report.add(alone)
    report.add(times)
  }

  private func request(_ pair: RoutePair) -> ComputeRoutesRequest {
    var request = ComputeRoutesRequest()
    request.origin = RequestWaypoint(
      .location(latitude: pair.origin.latitude, longitude: pair.origin.longitude, heading: nil))
    request.destination = RequestWaypoint(
      .location(latitude: pair.destination.latitude, longitude: pair.destination.longitude, heading: nil))
    request.polylineQuality = .highQuality
    return request
  }
}
