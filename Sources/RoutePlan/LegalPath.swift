internal import RoadNetwork
internal import Routing

/// Puts restriction state into paths of canonical edges: each edge becomes the copy that remembers how it was entered.
struct LegalPath {
  let network: RoadNetwork
  let mode: TravelMode
  /// What the law forbids at the hour, beside what it always forbids.
  let restrictions: ActiveRestrictions

  /// Why a path may not be driven: the edge, or the turn into it.
  struct Forbidden: Error {
    var edge: EdgeID
  }

  /// The same paths in edges that follow one another by legal turns, from leg to leg as well.
  ///
  /// At a stop the vehicle may turn round on the road, as the plan did. The first edge may be a shadow edge.
  func legalize(_ paths: [EdgePath]) throws(Forbidden) -> [EdgePath] {
    var state: EdgeID?
    var legal: [EdgePath] = []
    for path in paths {
      var edges: [EdgeID] = []
      edges.reserveCapacity(path.edges.count)
      for (index, edge) in path.edges.enumerated() {
        guard network.allows(mode, on: edge) else { throw Forbidden(edge: edge) }
        let next = index == 0 ? begin(edge, after: state) : turn(from: state, into: edge)
        guard let next else { throw Forbidden(edge: edge) }
        edges.append(next)
        state = next
      }
      var copy = path
      copy.edges = edges
      legal.append(copy)
    }
    return legal
  }

  private func begin(_ edge: EdgeID, after state: EdgeID?) -> EdgeID? {
    guard let state else { return edge }
    if network.canonicalEdge(state) == network.canonicalEdge(edge) { return state }
    if network.segment(of: state) == network.segment(of: edge) { return edge }
    return turn(from: state, into: edge)
  }

  private func turn(from state: EdgeID?, into edge: EdgeID) -> EdgeID? {
    guard let state else { return edge }
    for raw in network.turns(from: state) {
      let turn = TurnID(raw)
      let target = network.target(of: turn)
      if network.canonicalEdge(target) == network.canonicalEdge(edge), network.allows(mode, at: turn),
        !restrictions.forbids(turn, mode)
      {
        return target
      }
    }
    return nil
  }
}
