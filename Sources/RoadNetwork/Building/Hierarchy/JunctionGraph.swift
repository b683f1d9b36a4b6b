import Geometry

/// What the contraction order is made from: junctions with their places, and the segments between them.
struct JunctionGraph {
  /// By junction.
  let coordinates: [Coordinate]
  /// By segment: the junctions at its ends.
  let from: [UInt32]
  let to: [UInt32]
  /// By segment: its edges; `.max` where nobody may drive.
  let forwardEdge: [UInt32]
  let backwardEdge: [UInt32]
  /// The canonical edge of each shadow edge, rising; shadow edges are numbered after all canonical ones.
  let shadowCanonical: [UInt32]
  let canonicalCount: Int

  var edgeCount: Int { canonicalCount + shadowCanonical.count }

  /// By segment: how many nodes of the turn graph it is, its two directions and their shadow edges.
  func nodesOfSegments() -> [UInt32] {
    var nodes = [UInt32](repeating: 0, count: from.count)
    var segmentOf = [UInt32](repeating: .max, count: canonicalCount)
    for segment in from.indices {
      for edge in [forwardEdge[segment], backwardEdge[segment]] where edge != .max {
        nodes[segment] += 1
        segmentOf[Int(edge)] = UInt32(truncatingIfNeeded: segment)
      }
    }
    for edge in shadowCanonical where segmentOf[Int(edge)] != .max { nodes[Int(segmentOf[Int(edge)])] += 1 }
    return nodes
  }
}
