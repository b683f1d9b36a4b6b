import RoadNetwork
import Routing

/// Making a metric usable: the weights of all edges and turns.
struct CustomizeBenchmark: Benchmark {
  let name = "customize"
  let summary = "making one metric usable"
  let inputs = ["queries"]

  private static let runs = 7

  func run(_ inputs: BenchInputs) throws(CommandFailure) -> BenchReport {
    let network = try inputs.network()
    var report = BenchReport(name)
    report.count(network)
    var weights = BenchTimes("weights")
    var graph = TurnExpandedGraph(network, key: MetricKey(mode: .drive))
    for _ in 0..<Self.runs {
      graph = weights.measure { TurnExpandedGraph(network, key: MetricKey(mode: .drive)) }
    }
    graph.forEachArc { report.checksum.add($0.weight) }
    report.add(weights)
    return report
  }
}
