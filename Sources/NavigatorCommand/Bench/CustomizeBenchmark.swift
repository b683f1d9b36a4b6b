import RoadNetwork
import Routing

/// Making a metric usable: the weights of all edges and turns, the arcs of the hierarchy, and updates of these.
struct CustomizeBenchmark: Benchmark {
  let name = "customize"
  let summary = "making one metric usable: whole, and where few edges have changed"
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
    var customize = BenchTimes("customize")
    for _ in 0..<Self.runs { customize.measure { graph.customize() } }
    graph.prepareUpdates()
    var updates: [BenchTimes] = []
    for count in [1, 10, 100, 1_000] where count <= network.canonicalEdgeCount {
      var update = BenchTimes("update\(count)")
      for run in 0..<Self.runs {
        // Edges spread evenly, others in each run.
        let step = network.canonicalEdgeCount / count
        let edges = (0..<count).map { EdgeID(UInt32($0 * step + run * step / Self.runs)) }
        report.checksum.add(Int64(update.measure { graph.customize(scaling: edges, by: 1.7) }))
      }
      updates.append(update)
    }
    graph.forEachArc { report.checksum.add($0.weight) }
    report.add(weights)
    report.add(customize)
    for update in updates { report.add(update) }
    return report
  }
}
