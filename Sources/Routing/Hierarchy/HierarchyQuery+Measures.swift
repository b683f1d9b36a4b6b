import RoadNetwork

/// What lies between the source and the start of the edges reached, each stretch measured once a sweep.
struct MeasureLabels {
  struct Label {
    var measure = RoadMeasure()
    var source: UInt32 = 0
  }

  private var labels: [Label] = []
  private var marks: [UInt32] = []
  private var round: UInt32 = 0

  /// Forgets all labels.
  mutating func begin(nodeCount: Int) {
    if labels.isEmpty {
      labels = Array(repeating: Label(), count: nodeCount)
      marks = Array(repeating: 0, count: nodeCount)
    }
    round &+= 1
    if round == 0 {
      for index in marks.indices { marks[index] = 0 }
      round = 1
    }
  }

  subscript(_ rank: UInt32) -> Label? { marks[Int(rank)] == round ? labels[Int(rank)] : nil }

  mutating func set(_ rank: UInt32, _ label: Label) {
    labels[Int(rank)] = label
    marks[Int(rank)] = round
  }
}

extension HierarchyQuery {
  /// The source that a destination is reached from, and all that is driven between their two edges.
  func sweptMeasure(
    to edge: UInt32, _ metric: HierarchyMetric, sources: [SearchSource], _ times: TravelTimes
  ) -> (source: Int, between: RoadMeasure) {
    let ranks = sweptChain
    var last = 0
    ranks[0] = arcs.rankOfEdge[Int(edge)]
    var known = measuredDown[ranks[0]]
    while known == nil, backward.parent[Int(ranks[last])] != HierarchyQuery.cameUp {
      last &+= 1
      ranks[last] = backward.parent[Int(ranks[last &- 1])]
      known = measuredDown[ranks[last]]
    }
    var label = known ?? measureUp(to: ranks[last], metric, sources, times)
    measuredDown.set(ranks[last], label)
    while last > 0 {
      last &-= 1
      label.measure.add(measure(from: ranks[last &+ 1], to: ranks[last], metric, times))
      measuredDown.set(ranks[last], label)
    }
    return (Int(label.source), label.measure)
  }

  private func measureUp(
    to rank: UInt32, _ metric: HierarchyMetric, _ sources: [SearchSource], _ times: TravelTimes
  ) -> MeasureLabels.Label {
    let chain = workspace.chain
    var last = 0
    chain[0] = rank
    var label = measuredUp[rank]
    while label == nil {
      let parent = forward.parent[Int(chain[last])]
      if parent & HierarchyLabels.seedBit != 0 {
        let source = parent & ~HierarchyLabels.seedBit
        var first = MeasureLabels.Label(source: source)
        let seed = EdgeID(arcs.edgeOfRank[Int(chain[last])])
        first.measure.addTurn(from: EdgeID(sources[Int(source)].edge), to: seed, times)
        label = first
        measuredUp.set(chain[last], first)
      } else {
        last &+= 1
        chain[last] = parent
        label = measuredUp[parent]
      }
    }
    var known = label ?? MeasureLabels.Label()
    while last > 0 {
      last &-= 1
      known.measure.add(measure(from: chain[last &+ 1], to: chain[last], metric, times))
      measuredUp.set(chain[last], known)
    }
    return known
  }

  /// What an arc adds: its first edge and all before its last, with the turns between.
  private func measure(
    from tail: UInt32, to head: UInt32, _ metric: HierarchyMetric, _ times: TravelTimes
  ) -> RoadMeasure {
    var count = 0
    unpack(from: tail, to: head, metric.searched, &count)
    var measure = RoadMeasure()
    var former = EdgeID(arcs.edgeOfRank[Int(tail)])
    for place in 0..<count {
      let edge = EdgeID(workspace.edges[place])
      measure.add(former, times)
      measure.addTurn(from: former, to: edge, times)
      former = edge
    }
    return measure
  }
}
