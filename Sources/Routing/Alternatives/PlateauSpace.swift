import RoadNetwork

/// The ways along plateaus: stretches that the search from the source and the search from the target both drive
/// (Jones 2012, the choice routing of Cambridge Vehicle Information Technology). By plain searches, so exact and slow.
final class PlateauSpace: ViaSpace {
  private let search: TurnSearch
  private let distances: TurnSearch
  private let metric: Metric
  private let mask: ClosureMask
  private let source: SearchSource
  private let targets: [SearchTarget]
  let partsAreCheapest = true

  /// - Parameter targets: the target's edge and its shadow edges.
  init(
    network: RoadNetwork, metric: Metric, mask: ClosureMask, source: SearchSource, targets: [SearchTarget],
    budget: Int
  ) {
    search = TurnSearch(network: network)
    distances = TurnSearch(network: network)
    search.budget = budget
    distances.budget = budget
    self.metric = metric
    self.mask = mask
    self.source = source
    self.targets = targets
  }

  func candidates(upTo bound: Int64) throws(RoutingFailure) -> [ViaCandidate] {
    let deadEnds = mask.deadEnds(of: targets)
    try search.settleForward(from: [source], upTo: bound, metric: metric, mask: mask, deadEnds: deadEnds)
    try search.settleBackward(from: targets, upTo: bound, metric: metric, mask: mask)
    let (forward, backward) = (search.forward, search.backward)
    var candidates: [ViaCandidate] = []
    for edge in 0..<UInt32(search.network.edgeCount) where forward.isSettled(edge) && backward.isSettled(edge) {
      let cost = SearchCost.units(forward.cost(edge) + backward.cost(edge))
      guard cost <= bound, !continuesPlateau(edge) else { continue }
      candidates.append(ViaCandidate(place: Int(middle(ofPlateauFrom: edge)), cost: cost))
    }
    return candidates.sorted { ($0.cost, $0.place) < ($1.cost, $1.place) }
  }

  /// Whether the plateau of an edge begins before it.
  private func continuesPlateau(_ edge: UInt32) -> Bool {
    let former = search.forward.parent(edge)
    return former & SearchLabels.seedBit == 0 && search.backward.isSettled(former)
      && search.backward.parent(former) == edge
  }

  private func middle(ofPlateauFrom edge: UInt32) -> UInt32 {
    var plateau = [edge]
    while true {
      let last = plateau[plateau.count - 1]
      let next = search.backward.parent(last)
      guard next & SearchLabels.seedBit == 0, search.forward.isSettled(next), search.forward.parent(next) == last else {
        return plateau[plateau.count / 2]
      }
      plateau.append(next)
    }
  }

  func way(through candidate: ViaCandidate) -> (edges: [UInt32], via: Int) {
    let via = UInt32(candidate.place)
    var edges = search.forwardEdges(to: via, sources: [source]).edges
    let place = edges.count - 1
    var parent = search.backward.parent(via)
    while parent & SearchLabels.seedBit == 0 {
      edges.append(parent)
      parent = search.backward.parent(parent)
    }
    return (edges, place)
  }

  func distance(from source: UInt32, to target: UInt32) throws(RoutingFailure) -> Int64? {
    try distances.cheapestPath(
      from: [SearchSource(edge: source, fraction: 0, cost: 0)],
      to: [SearchTarget(edge: target, fraction: 0, cost: 0)], metric: metric, mask: mask)?.cost
  }
}

extension TurnSearch {
  /// Settles every edge that begins at most `bound` behind the sources.
  ///
  /// - Parameter deadEnds: `ClosureMask.deadEnds` of the search's targets.
  func settleForward(
    from sources: [SearchSource], upTo bound: Int64, metric: Metric, mask: ClosureMask, deadEnds: [UInt32]
  ) throws(RoutingFailure) {
    seedForward(sources, metric: metric, mask: mask, deadEnds: deadEnds)
    let limit = SearchCost.exact(bound + 1)
    while forward.queue.leastCost < limit, let (edge, cost) = forward.settleNext() {
      try spend()
      if deadEnds.contains(edge) { continue }
      let edgeWeight = metric.edgeWeights[Int(edge)]
      for turn in network.turns(from: EdgeID(edge)) where metric.turnWeights[Int(turn)] != Metric.forbidden {
        let next = network.target(of: TurnID(turn)).rawValue
        if mask.blocks(next), !deadEnds.contains(next) { continue }
        let label = cost &+ SearchCost.exact(edge: edgeWeight, turn: metric.turnWeights[Int(turn)], id: turn)
        _ = forward.improve(next, cost: label, parent: edge)
      }
    }
  }

  /// Settles every edge from whose start a target is at most `bound` away.
  func settleBackward(
    from targets: [SearchTarget], upTo bound: Int64, metric: Metric, mask: ClosureMask
  ) throws(RoutingFailure) {
    seedBackward(targets, metric: metric, mask: mask) { _, _ in }
    let limit = SearchCost.exact(bound + 1)
    while backward.queue.leastCost < limit, let (edge, cost) = backward.settleNext() {
      try spend()
      for place in network.incomingTurns(of: EdgeID(edge)) {
        let turn = network.incomingTurn(place)
        let former = network.source(of: turn).rawValue
        if metric.turnWeights[turn.index] == Metric.forbidden || mask.blocks(former) { continue }
        let weight = SearchCost.exact(
          edge: metric.edgeWeights[Int(former)], turn: metric.turnWeights[turn.index], id: turn.rawValue)
        _ = backward.improve(former, cost: cost &+ weight, parent: edge)
      }
    }
  }

  private func spend() throws(RoutingFailure) {
    guard budget > 0 else { throw .budgetExceeded }
    budget -= 1
  }
}
