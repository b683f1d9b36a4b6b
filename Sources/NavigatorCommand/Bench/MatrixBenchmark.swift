import Geometry
import RoadNetwork
import Routing
import TourPlanner

/// Many-to-many travel times.
struct MatrixBenchmark: Benchmark {
  let name = "matrix"
  let summary = "travel times from 100 places to 100 places"
  let inputs = ["queries", "pairs"]

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
    let builder = TravelMatrixBuilder(HierarchyRouter(network), template: template)
    let (origins, destinations) = (pairs.map { Waypoint($0.origin) }, pairs.map { Waypoint($0.destination) })
    var times = BenchTimes("matrix")
    var matrix: TravelMatrix?
    for _ in 0...Self.runs {
      let start = ProcessEffort.nanoseconds()
      matrix = try? builder.matrix(from: origins, to: destinations)
      // The first run warms up.
      if matrix != nil { times.add(nanoseconds: ProcessEffort.nanoseconds() - start) }
    }
    report.count("entries", matrix?.durations.count ?? 0)
    report.count("unreachable", matrix?.durations.count { $0 == TravelMatrix.unreachable } ?? 0)
    for duration in matrix?.durations ?? [] { report.checksum.add(Int64(duration)) }
    for distance in matrix?.distances ?? [] { report.checksum.add(Int64(distance)) }
    report.add(times)
    return report
  }
}
