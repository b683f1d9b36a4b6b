import Geometry
import RoadNetwork
import Routing

/// Live conditions: from a report of many speeds to the first route by them; routes past closures, searched plainly while
/// these are a mask alone, and by the hierarchy once they are in the weights.
struct ConditionsBenchmark: Benchmark {
  let name = "conditions"
  let summary = "1,000 reported speeds until they are in force; routes past the busiest roads, closed"
  let inputs = ["queries", "pairs"]
  let terms: [(rows: String, meaning: String)] = [
    ("speedsToSnapshot", "1,000 reported speeds made the conditions in force"),
    ("speedsToFirstAnswer", "the first duration by them, searched plainly, after that"),
    ("speedsToHierarchy", "the hierarchy made to know them, after that: in a worker by a thread of its own"),
    ("searchedPlainly", "routes whose roads are closed, half of the closures, before the hierarchy knows of these"),
    ("putIntoWeights", "the hierarchy made to know the closures"),
    ("withClosures", "the same routes by the hierarchy after that"),
    ("searchedPlainlyMore, putMoreIntoWeights, withMoreClosures", "the three with all of the closures"),
    ("closedEdges, metricsMade", "closures in the first half, and how often the hierarchy was made to know them"),
  ]

  private static let reportedSegments = 1_000
  private static let speedRuns = 7
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
    guard let first = requests.first else { return report }
    store.prepare(first)
    measureSpeeds(first, router, store, into: &report)
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

  /// From the report to the first answer by it, which a plain search gives; then until the hierarchy answers by it.
  private func measureSpeeds(
    _ request: RouteRequest, _ router: HierarchyRouter, _ store: MetricStore, into report: inout BenchReport
  ) {
    let network = store.network
    var snapshot = BenchTimes("speedsToSnapshot")
    var firstAnswer = BenchTimes("speedsToFirstAnswer")
    var hierarchy = BenchTimes("speedsToHierarchy")
    var request = request
    for run in 0..<Self.speedRuns {
      let step = max(1, network.canonicalEdgeCount / Self.reportedSegments)
      let changes = stride(from: run % step, to: network.canonicalEdgeCount, by: step).map { index in
        RoadConditionChange(
          key: String(index / step),
          update: RoadConditionUpdate(
            segment: .reference(SegmentReference(EdgeID(UInt32(index)), on: network)),
            speedKilometersPerHour: Double(10 + 5 * run)))
      }
      request.conditions = snapshot.measure {
        request.conditions.applying(changes, version: .none, on: network).conditions
      }
      let cost = firstAnswer.measure { try? router.cost(request) }
      let isMade = hierarchy.measure { store.customizeNext() }
      report.checksum.add(cost ?? -1)
      report.checksum.add(isMade && (try? router.cost(request)) == cost ? 1 : 0)
    }
    for times in [snapshot, firstAnswer, hierarchy] { report.add(times) }
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
