import RoadNetwork
import TestSupport
import Testing

@testable import Routing

/// What a change of speeds costs: counted work, which no machine's load changes.
@Suite("The effort of an update")
struct PartialCustomizationTests {
  /// A customized network, and by arc its lower end.
  private struct Customized {
    let metric: HierarchyMetric
    let arcs: HierarchyArcs
    let lowerOfUp: [Int]
    let lowerOfDown: [Int]

    init(_ network: RoadNetwork) {
      let hierarchy = MetricStore(network, customization: .never).hierarchy
      metric = HierarchyMetric(Metric(key: MetricKey(mode: .drive), network: network), hierarchy)
      arcs = hierarchy.arcs
      lowerOfUp = (0..<hierarchy.arcs.nodeCount).flatMap { rank in hierarchy.arcs.upRange(rank).map { _ in rank } }
      lowerOfDown = (0..<hierarchy.arcs.nodeCount).flatMap { rank in hierarchy.arcs.downRange(rank).map { _ in rank } }
    }

    /// Makes edges three times as slow.
    ///
    /// - Returns: how many arcs the update writes; all of them lie above a changed turn in the elimination tree.
    func update(slowing edges: Set<Int>) -> Int {
      let network = metric.hierarchy.network
      var weights = metric.metric.edgeWeights
      for edge in edges { weights[edge] = min(3 * weights[edge], Metric.maximumWeight) }
      let slower = Metric(key: metric.metric.key, edgeWeights: weights, turnWeights: metric.metric.turnWeights)
      let changes = MetricChanges(from: metric.metric, to: slower, on: network)
      let room = ArcWeights(arcs)
      room.up.update(from: metric.up, count: arcs.upCount)
      room.down.update(from: metric.down, count: arcs.downCount)
      room.upMiddle.update(from: metric.upMiddle, count: arcs.upCount)
      room.downMiddle.update(from: metric.downMiddle, count: arcs.downCount)
      let places = PartialCustomization.run(room, to: slower, from: metric, changes)
      var above = [Bool](repeating: false, count: arcs.nodeCount)
      for turn in changes.turns.map(TurnID.init) {
        let (source, target) = (network.source(of: turn).index, network.target(of: turn).index)
        var rank = min(arcs.rankOfEdge[source], arcs.rankOfEdge[target])
        while rank != HierarchyArcs.noRank, !above[Int(rank)] {
          above[Int(rank)] = true
          rank = arcs.parent[Int(rank)]
        }
      }
      #expect(
        places.allSatisfy { place in
          above[place & 1 == 0 ? lowerOfUp[Int(place >> 1)] : lowerOfDown[Int(place >> 1)]]
        })
      return places.count
    }
  }

  /// The greatest share of the arcs that updates of so many edges write, in thousandths.
  private func share(_ network: RoadNetwork, edges count: Int, rounds: Int) -> Int {
    let customized = Customized(network)
    let all = customized.arcs.upCount + customized.arcs.downCount
    var random = SeededGenerator(seed: UInt64(count))
    var most = 0
    for _ in 0..<rounds {
      var edges = Set<Int>()
      while edges.count < count { edges.insert(Int.random(in: 0..<network.canonicalEdgeCount, using: &random)) }
      most = max(most, customized.update(slowing: edges))
    }
    print("\(count) edges of \(network.canonicalEdgeCount): at most \(most) of \(all) arcs")
    return most * 1_000 / all
  }

  // osrm-backend#5099
  @Test(
    "an update writes arcs above the changed edges alone: few for one edge, not all for a thousand",
    arguments: [(1, 25, 40), (100, 300, 5), (1_000, 900, 2)])
  func monaco(edges: Int, limit: Int, rounds: Int) throws {
    guard let network = RealMaps.monaco else { return }
    #expect(share(network, edges: edges, rounds: rounds) <= limit)
  }

  // osrm-backend#5099
  @Test("in Helsinki likewise", arguments: [(1, 25, 40), (100, 300, 5), (1_000, 900, 2)])
  func helsinki(edges: Int, limit: Int, rounds: Int) throws {
    #expect(try share(#require(RealMaps.helsinki), edges: edges, rounds: rounds) <= limit)
  }
}
