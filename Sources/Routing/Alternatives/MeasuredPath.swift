import RoadNetwork

/// A path with the cost at which each of its edges begins.
struct MeasuredPath {
  let path: EdgePath
  /// From the path's start to the start of each edge; that of the first is not above 0, for it begins behind the start.
  let starts: [Int64]
  let cost: Int64
  /// What is driven of each edge.
  private let weights: [Int64]
  /// Places on the path by canonical edge; a path that comes twice to an edge keeps the first.
  private let places: FirstPlaces
  private let canonical: [UInt32]

  /// nil where an edge does not follow its predecessor by a turn of the metric.
  init?(_ path: EdgePath, network: RoadNetwork, metric: Metric) {
    var starts: [Int64] = []
    var weights: [Int64] = []
    var canonical: [UInt32] = []
    var cost: Int64 = 0
    starts.reserveCapacity(path.edges.count)
    weights.reserveCapacity(path.edges.count)
    canonical.reserveCapacity(path.edges.count)
    for (index, edge) in path.edges.enumerated() {
      if index > 0 {
        let former = path.edges[index - 1]
        let turn = network.turns(from: former).first {
          network.target(of: TurnID($0)) == edge && metric.turnWeights[Int($0)] != Metric.forbidden
        }
        guard let turn else { return nil }
        cost += Int64(metric.turnWeights[Int(turn)])
      }
      let (from, to) = path.fractions(at: index)
      let isWhole = from == 0 && to == 1
      starts.append(isWhole ? cost : cost - metric.weight(of: edge.rawValue, from: 0, to: from))
      weights.append(
        isWhole ? Int64(metric.edgeWeights[edge.index]) : metric.weight(of: edge.rawValue, from: from, to: to))
      cost += weights[index]
      canonical.append(network.canonicalEdge(edge).rawValue)
    }
    self.path = path
    self.starts = starts
    self.cost = cost
    self.weights = weights
    places = FirstPlaces(canonical)
    self.canonical = canonical
  }

  /// The cost of what this path drives on edges of another.
  func sharedCost(with other: MeasuredPath) -> Int64 {
    canonical.indices.reduce(0) { other.places.place(of: canonical[$1]) == nil ? $0 : $0 + weights[$1] }
  }

  /// The greatest part by which this path leaves another, as a multiple of the part it replaces; nil where it comes
  /// back before the place at which it left.
  func worstDetour(from other: MeasuredPath) -> Double? {
    var worst = 1.0
    var left: Int?
    for index in canonical.indices {
      guard let place = other.places.place(of: canonical[index]) else { continue }
      if let left, let leaving = other.places.place(of: canonical[left]) {
        if place <= leaving { return nil }
        if index > left + 1 {
          // Between the end of the edge where it leaves and the start of the one where it is back.
          let driven = starts[index] - starts[left] - fullWeight(left)
          let replaced = other.starts[place] - other.starts[leaving] - other.fullWeight(leaving)
          worst = max(worst, Double(driven) / Double(max(replaced, 1)))
        }
      }
      left = index
    }
    return worst
  }

  /// The weight of an edge from its start to its end or to the path's.
  private func fullWeight(_ index: Int) -> Int64 {
    index == 0 ? weights[0] - starts[0] : weights[index]
  }

  /// Whether a road is driven twice, in one direction or both, or a junction is passed twice.
  func isLooping(on network: RoadNetwork) -> Bool {
    let segments = path.edges.map { network.segment(of: $0).rawValue }
    if FirstPlaces(segments).count < segments.count { return true }
    let nodes = path.edges.dropFirst().map { network.from($0).rawValue }
    return FirstPlaces(nodes).count < nodes.count
  }
}
