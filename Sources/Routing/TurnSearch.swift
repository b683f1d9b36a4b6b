import RoadNetwork

/// The workspace of searches on one network.
///
/// Labels are costs at the *start* of an edge; the arc from an edge into the next weighs the edge and
/// the turn. A source therefore labels the edges that *follow* its own: its own edge keeps no label,
/// so that a way round the block back to it is found like any other (osrm-backend#1863). Labels are
/// exact costs (`SearchCost`), costs given and returned are units.
final class TurnSearch {
  let network: RoadNetwork
  let forward: SearchLabels
  let backward: SearchLabels
  /// Edges the current request may still settle.
  var budget = 0

  init(network: RoadNetwork) {
    self.network = network
    forward = SearchLabels(edgeCount: network.edgeCount)
    backward = SearchLabels(edgeCount: network.edgeCount)
  }

  /// Labels the edges that follow each source.
  ///
  /// - Parameter deadEnds: `ClosureMask.deadEnds` of the search's targets.
  func seedForward(_ sources: [SearchSource], metric: Metric, mask: ClosureMask, deadEnds: [UInt32]) {
    forward.reset()
    for (number, source) in sources.enumerated() where !mask.blocks(source.edge, from: source.fraction, to: 1) {
      let rest = SearchCost.exact(source.cost + metric.weight(of: source.edge, from: source.fraction, to: 1))
      for turn in network.turns(from: EdgeID(source.edge)) {
        let weight = metric.turnWeights[Int(turn)]
        let target = network.target(of: TurnID(turn)).rawValue
        if weight == Metric.forbidden || (mask.blocks(target) && !deadEnds.contains(target)) { continue }
        let cost = rest &+ SearchCost.exact(edge: 0, turn: weight, id: turn)
        _ = forward.improve(target, cost: cost, parent: SearchLabels.seedBit | UInt32(number))
      }
    }
  }

  /// The cheapest path that stays on one edge, from a source to a target farther along.
  func pathOnOneEdge(
    _ sources: [SearchSource], _ targets: [SearchTarget], metric: Metric, mask: ClosureMask
  ) -> FoundPath? {
    var best: FoundPath?
    for (number, source) in sources.enumerated() {
      for (other, target) in targets.enumerated()
      where target.edge == source.edge && source.fraction <= target.fraction
        && !mask.blocks(source.edge, from: source.fraction, to: target.fraction)
      {
        let driven = metric.weight(of: source.edge, from: source.fraction, to: target.fraction)
        let cost = source.cost + driven + target.cost
        if cost < best?.cost ?? .max {
          best = FoundPath(source: number, target: other, edges: [source.edge], cost: cost)
        }
      }
    }
    return best
  }

  /// The edges from the source that reached `edge` up to `edge`, by the forward labels.
  func forwardEdges(to edge: UInt32, sources: [SearchSource]) -> (source: Int, edges: [UInt32]) {
    var edges = [edge]
    var parent = forward.parent(edge)
    while parent & SearchLabels.seedBit == 0 {
      edges.append(parent)
      parent = forward.parent(parent)
    }
    let source = Int(parent & ~SearchLabels.seedBit)
    edges.append(sources[source].edge)
    edges.reverse()
    return (source, edges)
  }
}
