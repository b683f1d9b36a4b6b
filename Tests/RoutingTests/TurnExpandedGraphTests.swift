import RoadNetwork
import TestSupport
import Testing

@testable import Routing

@Suite("The turn-expanded graph of a metric")
struct TurnExpandedGraphTests {
  @Test("its arcs are the turns the mode may take, each weighing the edge left and the turn")
  func arcs() throws {
    let map = try RoadMap(
      """
      A----B----C
           |
           D
      """, roads: ["AB": ["oneway": "yes"], "BC": ["oneway": "yes"], "BD": [:]], restrictions: ["no_right_turn AB B BD"]
    )
    let key = MetricKey(mode: .drive)
    let metric = Metric(key: key, network: map.network)
    let graph = TurnExpandedGraph(map.network, key: key)
    var drawn: [String] = []
    graph.forEachArc { arc in
      drawn.append(map.letters([arc.tail]) + ">" + map.letters([arc.head]))
      let turn = map.network.turn(from: arc.tail, to: arc.head)
      let turnWeight = turn.map { Int64(metric.turnWeights[$0.index]) }
      #expect(arc.weight == turnWeight.map { $0 + Int64(metric.edgeWeights[arc.tail.index]) })
    }
    // No right turn from AB, nothing leads on from C; turning round is allowed, at a price.
    #expect(drawn.sorted() == ["AB>BC", "BD>DB", "DB>BC", "DB>BD"])
  }

  @Test("its distances are those over its arcs", arguments: UInt64(1)...6)
  func distances(seed: UInt64) throws {
    print("seed \(seed)")
    let network = try RandomNetwork(seed: seed, size: 6).make()
    let graph = TurnExpandedGraph(network, key: MetricKey(mode: .twoWheeler, objective: .fuelEfficient(.diesel)))
    var arcs: [TurnExpandedGraph.Arc] = []
    graph.forEachArc { arcs.append($0) }
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let source = EdgeID(UInt32.random(in: 0..<UInt32(network.edgeCount), using: &random))
      // Bellman and Ford: over every arc until nothing changes.
      var labels = [Int64?](repeating: nil, count: graph.nodeCount)
      labels[source.index] = 0
      var isChanging = true
      while isChanging {
        isChanging = false
        for arc in arcs {
          guard let label = labels[arc.tail.index], label + arc.weight < labels[arc.head.index] ?? .max else {
            continue
          }
          labels[arc.head.index] = label + arc.weight
          isChanging = true
        }
      }
      for target in (0..<UInt32(network.edgeCount)).map({ EdgeID($0) }) {
        #expect(graph.distance(from: source, to: target) == labels[target.index])
      }
    }
  }
}
