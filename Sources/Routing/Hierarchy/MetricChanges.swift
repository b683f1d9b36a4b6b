import RoadNetwork

/// The turns whose weight, with the edge before, differs between two metrics of one network.
struct MetricChanges {
  /// Ascending.
  let turns: [UInt32]

  init(from former: Metric, to metric: Metric, on network: RoadNetwork) {
    var turns: [UInt32] = []
    former.edgeWeights.withUnsafeBufferPointer { oldEdges in
      former.turnWeights.withUnsafeBufferPointer { oldTurns in
        metric.edgeWeights.withUnsafeBufferPointer { edges in
          metric.turnWeights.withUnsafeBufferPointer { weights in
            for edge in 0..<network.edgeCount {
              let isEdgeChanged = oldEdges[edge] != edges[edge]
              for turn in network.turns(from: EdgeID(UInt32(truncatingIfNeeded: edge)))
              where isEdgeChanged || oldTurns[Int(turn)] != weights[Int(turn)] {
                turns.append(turn)
              }
            }
          }
        }
      }
    }
    self.turns = turns
  }

  /// The turns from given edges and given turns beside, for a caller that knows what is different.
  init(edges: [EdgeID], turns: [TurnID], on network: RoadNetwork) {
    self.turns = (edges.flatMap { Array(network.turns(from: $0)) } + turns.map(\.rawValue)).sorted()
  }
}
