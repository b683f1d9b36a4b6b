import Geometry

/// A contraction order of the turn graph's nodes by nested dissection of the road graph.
///
/// A cut parts a set of junctions in two. The edges that cross it, in both directions and with their shadow edges,
/// separate the edges of the one side from those of the other and come after both; so the order is made on the small
/// road graph although the turn graph is what is contracted (Buchhold, Wagner, Zeitz, Zündorf 2020). Within each cut and
/// each cell that is not cut further, the order is greedy.
struct ContractionOrder {
  /// All edges, the first to be contracted first.
  let edges: [UInt32]

  init(_ graph: JunctionGraph, turnSource: [UInt32], turnTarget: [UInt32]) {
    let sets = Self.sets(graph)
    var elimination = GreedyElimination(nodes: graph.edgeCount, source: turnSource, target: turnTarget)
    for part in 0..<sets.first.count - 1 {
      elimination.eliminate(sets.edges[Int(sets.first[part])..<Int(sets.first[part + 1])])
    }
    edges = elimination.order
  }

  /// The edges of each part of the dissection: where they start, and they; and the part above each part.
  static func sets(_ graph: JunctionGraph) -> (first: [UInt32], edges: [UInt32], parent: [UInt32]) {
    let core = CoreGraph(graph)
    let dissection = Dissection(core, coordinates: graph.coordinates)
    let partOfSegment = core.partOfSegments(graph, cell: dissection.cell, cutPart: dissection.cutPart)
    var partOfEdge = [UInt32](repeating: 0, count: graph.edgeCount)
    for segment in partOfSegment.indices {
      for edge in [graph.forwardEdge[segment], graph.backwardEdge[segment]] where edge != .max {
        partOfEdge[Int(edge)] = partOfSegment[segment]
      }
    }
    for (index, canonical) in graph.shadowCanonical.enumerated() {
      partOfEdge[graph.canonicalCount + index] = partOfEdge[Int(canonical)]
    }
    var first = [UInt32](repeating: 0, count: dissection.parent.count + 1)
    for part in partOfEdge { first[Int(part) + 1] += 1 }
    for part in 0..<dissection.parent.count { first[part + 1] += first[part] }
    var next = first
    var edges = [UInt32](repeating: 0, count: graph.edgeCount)
    for (edge, part) in partOfEdge.enumerated() {
      edges[Int(next[Int(part)])] = UInt32(truncatingIfNeeded: edge)
      next[Int(part)] += 1
    }
    return (first, edges, dissection.parent)
  }
}
