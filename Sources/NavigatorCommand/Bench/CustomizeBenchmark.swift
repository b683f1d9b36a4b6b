import RoadNetwork
import Routing

/// Making a metric usable: the weights of all edges and turns, the arcs of the hierarchy, which of them queries need, and
/// updates of these.
struct CustomizeBenchmark: Benchmark {
  let name = "customize"
  let summary = "making one metric usable: whole, and where few edges have changed"
  let inputs = ["queries"]
  let terms: [(rows: String, meaning: String)] = [
    ("weights", "what every edge and turn costs"),
    ("customize, customizeTwoThreads", "giving these costs to the arcs of the hierarchy, by one thread and by two"),
    ("perfect, perfectTwoThreads", "leaving out the arcs that no query needs, after that"),
    ("updateN", "N edges made half as slow again, spread evenly, and the arcs they are in"),
    ("updateTurnsN", "the same of N turns"),
    ("arcs, perfectArcs", "arcs that searches look at, before and after perfect customization"),
  ]

  private static let runs = 7
  private static let updateRuns = 21
  /// What an update makes of the weights it changes: half as slow again.
  private static let factor = 1.5

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
    var shared = BenchTimes("customizeTwoThreads")
    let team = BenchThreads.team(of: 2)
    for _ in 0..<Self.runs { shared.measure { graph.customize(team) } }
    report.count("arcs", Self.searchedArcs(of: graph).count)
    let perfect = Self.measurePerfect(graph, "perfect", .single)
    let arcs = Self.searchedArcs(of: graph)
    let perfectShared = Self.measurePerfect(graph, "perfectTwoThreads", team)
    guard Self.searchedArcs(of: graph) == arcs else {
      throw CommandFailure(
        .internalFault, "two threads leave other arcs than one", "report it with the network's fingerprint")
    }
    report.count("perfectArcs", arcs.count)
    report.checksum.add(Array(arcs.checksum.utf8))
    // Updates start from a metric without them.
    graph.customize()
    graph.prepareUpdates()
    var updates: [BenchTimes] = []
    for count in [1, 10, 100, 1_000] where count <= network.edgeCount {
      updates.append(
        measure("update\(count)", on: graph, &report) { run in
          graph.customize(scaling: Self.spread(count, over: network.edgeCount, run).map { EdgeID($0) }, by: Self.factor)
        })
      updates.append(
        measure("updateTurns\(count)", on: graph, &report) { run in
          let turns = Self.spread(count, over: network.turnCount, run).map { TurnID($0) }
          return graph.customize(scaling: [], and: turns, by: Self.factor)
        })
    }
    graph.forEachArc { report.checksum.add($0.weight) }
    report.add(weights)
    report.add(customize)
    report.add(shared)
    report.add(perfect)
    report.add(perfectShared)
    for update in updates { report.add(update) }
    return report
  }

  /// Times perfect customizations, each after a basic one that is not counted.
  private static func measurePerfect(
    _ graph: TurnExpandedGraph, _ name: String, _ team: ThreadTeam
  ) -> BenchTimes {
    var times = BenchTimes(name)
    for _ in 0..<runs {
      graph.customize()
      times.measure { graph.makePerfect(team) }
    }
    return times
  }

  /// How many arcs searches look at, and the checksum of these.
  private static func searchedArcs(of graph: TurnExpandedGraph) -> SearchedArcs {
    var count = 0
    var checksum = BenchChecksum()
    graph.forEachSearchedArc { arc in
      count += 1
      checksum.add(Int64(arc.tail.rawValue) << 32 | Int64(arc.head.rawValue))
      checksum.add(arc.weight)
    }
    return SearchedArcs(count: count, checksum: checksum.text)
  }

  /// Times updates of a metric; the checksum takes how many turns each has changed.
  private func measure(
    _ name: String, on graph: TurnExpandedGraph, _ report: inout BenchReport, _ update: (Int) -> Int
  ) -> BenchTimes {
    var times = BenchTimes(name)
    for run in 0..<Self.updateRuns { report.checksum.add(Int64(times.measure { update(run) })) }
    return times
  }

  /// Numbers spread evenly over a range, others in each run.
  private static func spread(_ count: Int, over size: Int, _ run: Int) -> [UInt32] {
    let step = size / count
    return (0..<count).map { UInt32($0 * step + run * step / updateRuns) }
  }
}

private struct SearchedArcs: Hashable {
  let count: Int
  let checksum: String
}
