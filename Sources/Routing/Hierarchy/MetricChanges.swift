import RoadNetwork

/// The turns whose weight, with the edge before, differs between two metrics of one network.
struct MetricChanges {
  /// Ascending.
  let turns: [UInt32]

  init(from former: Metric, to metric: Metric, on network: RoadNetwork) {
    var turns: [UInt32] = []
    for edge in 0..<UInt32(network.edgeCount) {
      let isEdgeChanged = former.edgeWeights[Int(edge)] != metric.edgeWeights[Int(edge)]
      for turn in network.turns(from: EdgeID(edge))
      where isEdgeChanged || former.turnWeights[Int(turn)] != metric.turnWeights[Int(turn)] {
        turns.append(turn)
      }
    }
    self.turns = turns
  }
}
