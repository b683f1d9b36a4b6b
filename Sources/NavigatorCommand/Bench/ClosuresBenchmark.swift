import Geometry
import RoadNetwork
import Routing

/// Routes past closures: searched plainly while the closures are a mask alone, and by the hierarchy once they are in the
/// weights.
struct ClosuresBenchmark: Benchmark {
  let name = "closures"
  let summary = "routes past the busiest roads, closed: searched plainly, and with the closures in the weights"
  let inputs = ["queries", "pairs"]

  /// Roads closed: those that most of the routes drive.
  private static let closedEdges = 100
  /// Routes that lead over one of them, asked for again.
  private static let mostRoutes = 200

  func run(_ inputs: BenchInputs) throws(CommandFailure) -> BenchReport {
    let network = try inputs.network()
    let graph = TurnExpandedGraph(network, key: MetricKey(mode: .drive))
    let pairs = try inputs.pairs(try inputs.queries(graph), on: graph)
    var report = BenchReport(name)
    report.count(network)
    let store = MetricStore(network, customization: .inBackground)
    let router = HierarchyRouter(store)
    var requests = pairs.map {
      RouteRequest(start: .waypoint(Waypoint($0.origin)), stops: [Waypoint($0.destination)])
    }
    if let first = requests.first { store.prepare(first) }
    let edges = requests.map { request in
      (try? router.route(request)).map { $0.legs.flatMap(\.path.edges) } ?? []
    }
    let busiest = Self.busiest(edges, on: network)
    let half = busiest.prefix(busiest.count / 2)
    let closed = Set(half)
    requests = zip(requests, edges).filter { !closed.isDisjoint(with: $0.1) }.map(\.0)
    requests = Array(requests.prefix(Self.mostRoutes))
    report.count("closedEdges", half.count)
    report.count("routes", requests.count)

    let fewer = Self.closing(half, on: network)
    let masked = answers("searchedPlainly", requests, under: fewer, by: router, into: &report)
    var fold = BenchTimes("putIntoWeights")
    var folds = fold.measure { store.customizeNext() } ? 1 : 0
    let folded = answers("withClosures", requests, under: fewer, by: router, into: &report)
    report.add(fold)

    let more = Self.closing(busiest, on: network)
    let maskedMore = answers("searchedPlainlyMore", requests, under: more, by: router, into: &report)
    var update = BenchTimes("putMoreIntoWeights")
    folds += update.measure { store.customizeNext() } ? 1 : 0
    let foldedMore = answers("withMoreClosures", requests, under: more, by: router, into: &report)
    report.add(update)
    report.count("metricsMade", folds)
    guard masked == folded, maskedMore == foldedMore else {
      throw CommandFailure(
        .internalFault, "routes with closures in the weights differ from the plain search's",
        "report it with this network")
    }
    return report
  }

  private func answers(
    _ name: String, _ requests: [RouteRequest], under conditions: Conditions, by router: HierarchyRouter,
    into report: inout BenchReport
  ) -> [Result<Route, RoutingFailure>] {
    var times = BenchTimes(name)
    let answers = requests.map { request in
      var request = request
      request.conditions = conditions
      return times.measure { Result { () throws(RoutingFailure) in try router.route(request) } }
    }
    for answer in answers { report.checksum.add((try? answer.get())?.cost ?? -1) }
    report.add(times)
    return answers
  }

  /// The edges that most routes drive from end to end, the busiest first.
  private static func busiest(_ routes: [[EdgeID]], on network: RoadNetwork) -> [EdgeID] {
    var counts = [Int](repeating: 0, count: network.edgeCount)
    for edges in routes {
      for edge in edges.dropFirst().dropLast() { counts[edge.index] += 1 }
    }
    let driven = counts.indices.filter { counts[$0] > 0 }.sorted { (counts[$1], $0) < (counts[$0], $1) }
    return driven.prefix(closedEdges).map { network.canonicalEdge(EdgeID(UInt32($0))) }
  }

  private static func closing(_ edges: some Sequence<EdgeID>, on network: RoadNetwork) -> Conditions {
    let changes = edges.map { edge in
      RoadConditionChange(
        key: String(edge.rawValue),
        update: RoadConditionUpdate(segment: .reference(SegmentReference(edge, on: network)), isClosed: true))
    }
    return Conditions.none.applying(changes, version: .none, on: network).conditions
  }
}
