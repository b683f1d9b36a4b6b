internal import MapMatching
internal import RoadNetwork
internal import Routing

/// The shortest legal way from a place on a road onto a path, when there is one of at most some meters.
struct ConnectorSearch {
  let network: RoadNetwork
  let mode: TravelMode
  let restrictions: ActiveRestrictions
  let path: EdgePath
  let limitMeters: Double

  struct Way {
    /// Before the path's edge `pathIndex`; empty when the place is on that edge.
    var edges: [EdgeID]
    var pathIndex: Int
    var meters: Double
  }

  private struct Entry: Comparable {
    var meters: Double
    /// Into the labels.
    var label: Int

    static func < (a: Entry, b: Entry) -> Bool { a.meters == b.meters ? a.label < b.label : a.meters < b.meters }
  }

  private struct Label {
    var edge: EdgeID
    var parent: Int
    /// Set when the path is reached: the edge is the path's.
    var pathIndex: Int?
  }

  func way(from start: EdgePosition) -> Way? {
    let first = network.canonicalEdge(path.edges[0])
    if network.canonicalEdge(start.edge) == first, start.fraction <= path.startFraction {
      let meters = (path.startFraction - start.fraction) * network.lengthMeters(of: first)
      if meters <= limitMeters { return Way(edges: [], pathIndex: 0, meters: meters) }
    }
    var labels = [Label(edge: start.edge, parent: -1)]
    var queue = MinimumHeap<Entry>()
    queue.push(Entry(meters: (1 - start.fraction) * network.lengthMeters(of: start.edge), label: 0))
    var settled: Set<EdgeID> = []
    while let entry = queue.popMinimum(), entry.meters <= limitMeters {
      let label = labels[entry.label]
      if let index = label.pathIndex {
        return Way(edges: edges(before: entry.label, labels), pathIndex: index, meters: entry.meters)
      }
      guard settled.insert(label.edge).inserted else { continue }
      for raw in network.turns(from: label.edge) {
        let turn = TurnID(raw)
        guard network.allows(mode, at: turn), !restrictions.forbids(turn, mode) else { continue }
        let next = network.target(of: turn)
        if let index = pathIndex(of: next) {
          // The path's first edge begins at its start fraction: what lies before is connector as well.
          let extra = index == 0 ? path.startFraction * network.lengthMeters(of: next) : 0
          labels.append(Label(edge: next, parent: entry.label, pathIndex: index))
          queue.push(Entry(meters: entry.meters + extra, label: labels.count - 1))
        } else {
          labels.append(Label(edge: next, parent: entry.label))
          queue.push(Entry(meters: entry.meters + network.lengthMeters(of: next), label: labels.count - 1))
        }
      }
    }
    return nil
  }

  /// The first place of the path that is this edge; not its last edge when the path ends before the edge does begin.
  private func pathIndex(of edge: EdgeID) -> Int? {
    let canonical = network.canonicalEdge(edge)
    return path.edges.firstIndex { network.canonicalEdge($0) == canonical }
  }

  private func edges(before label: Int, _ labels: [Label]) -> [EdgeID] {
    var edges: [EdgeID] = []
    var index = labels[label].parent
    while index >= 0 {
      edges.append(labels[index].edge)
      index = labels[index].parent
    }
    return edges.reversed()
  }
}
