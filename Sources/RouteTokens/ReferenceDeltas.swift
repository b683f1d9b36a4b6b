internal import Routing

/// Way and node ids as small differences: ids of neighbouring ways and nodes are often near each other, and a run
/// begins where the one before it ended.
enum ReferenceDeltas {
  static func encode(_ references: [SegmentReference]) -> [Int64] {
    var deltas: [Int64] = []
    deltas.reserveCapacity(references.count * 3)
    var (way, node): (Int64, Int64) = (0, 0)
    for reference in references {
      deltas.append(reference.wayID &- way)
      deltas.append(reference.fromNodeID &- node)
      deltas.append(reference.toNodeID &- reference.fromNodeID)
      (way, node) = (reference.wayID, reference.toNodeID)
    }
    return deltas
  }

  /// Nil when the count is no multiple of three. Sums wrap: nonsense ids are found nowhere and do no harm.
  static func decode(_ deltas: UnsafeBufferPointer<Int64>) -> [SegmentReference]? {
    guard deltas.count % 3 == 0 else { return nil }
    var references: [SegmentReference] = []
    references.reserveCapacity(deltas.count / 3)
    var (way, node): (Int64, Int64) = (0, 0)
    for index in stride(from: 0, to: deltas.count, by: 3) {
      way = way &+ deltas[index]
      let from = node &+ deltas[index + 1]
      node = from &+ deltas[index + 2]
      references.append(SegmentReference(wayID: way, fromNodeID: from, toNodeID: node))
    }
    return references
  }
}
