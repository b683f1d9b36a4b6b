import Geometry
import RoadNetwork
import Routing
import TourPlanner

/// Many-to-many travel times.
struct MatrixBenchmark: Benchmark {
  let name = "matrix"
  let summary = "travel times from 100 places to 100 places"
  let inputs = ["queries", "pairs"]
  let terms: [(rows: String, meaning: String)] = [
    ("matrix, matrixPerfect", "a whole matrix, on all arcs and on those that perfect customization leaves"),
    ("entries, unreachable", "pairs of places, and those of them that no way joins"),
  ]

  private static let size = 100
  private static let runs = 5

  func run(_ inputs: BenchInputs) throws(CommandFailure) -> BenchReport {
    let network = try inputs.network()
    let graph = TurnExpandedGraph(network, key: MetricKey(mode: .drive))
    let pairs = try inputs.pairs(try inputs.queries(graph), on: graph).prefix(Self.size)
    var report = BenchReport(name)
    report.count(network)
    guard let first = pairs.first else { return report }
    let template = RouteRequest(start: .waypoint(Waypoint(first.origin)), stops: [])
    let (origins, destinations) = (pairs.map { Waypoint($0.origin) }, pairs.map { Waypoint($0.destination) })
    let all = MetricStore(network, customization: .whenAsked(times: 1))
    let perfect = MetricStore(network, customization: .whenAsked(times: 1))
    perfect.prepare(template, perfectly: true)
    let builders = [all, perfect].map { TravelMatrixBuilder(HierarchyRouter($0), template: template) }
    var times = [BenchTimes("matrix"), BenchTimes("matrixPerfect")]
    var matrices: [TravelMatrix?] = [nil, nil]
    // In turn, so that a slower moment of the machine slows both; the first runs warm up.
    for run in 0...Self.runs {
      for (number, builder) in builders.enumerated() {
        let start = ProcessEffort.nanoseconds()
        matrices[number] = try? builder.matrix(from: origins, to: destinations)
        if run > 0 { times[number].add(nanoseconds: ProcessEffort.nanoseconds() - start) }
      }
    }
    guard matrices[0] == matrices[1] else {
      throw CommandFailure(
        .internalFault, "the perfect arcs give another matrix than all arcs", "report it with the network's fingerprint"
      )
    }
    let matrix = matrices[0]
    report.count("entries", matrix?.durations.count ?? 0)
    report.count("unreachable", matrix?.durations.count { $0 == TravelMatrix.unreachable } ?? 0)
    for duration in matrix?.durations ?? [] { report.checksum.add(Int64(duration)) }
    for distance in matrix?.distances ?? [] { report.checksum.add(Int64(distance)) }
    for times in times { report.add(times) }
    return report
  }
}
