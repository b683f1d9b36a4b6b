import RoadNetwork

/// A contraction hierarchy's arcs as flat arrays over ranks: what customization and queries walk.
///
/// Reads in place what the network keeps; valid as long as the network lives. An arc is kept at its
/// lower end: `up` arcs lead from it to higher ranks, `down` arcs come to it from higher ranks.
struct HierarchyArcs: Sendable {
  /// Directed edges of the network, shadow edges included.
  let nodeCount: Int
  /// Arcs of rank `r`: `upFirst[r]..<upFirst[r + 1]`, heads ascending.
  nonisolated(unsafe) let upFirst: UnsafeBufferPointer<UInt32>
  nonisolated(unsafe) let upHead: UnsafeBufferPointer<UInt32>
  nonisolated(unsafe) let downFirst: UnsafeBufferPointer<UInt32>
  nonisolated(unsafe) let downTail: UnsafeBufferPointer<UInt32>
  /// Elimination tree: every higher end of a rank's arcs is an ancestor; `noRank` at a root.
  nonisolated(unsafe) let parent: UnsafeBufferPointer<UInt32>
  nonisolated(unsafe) let rankOfEdge: UnsafeBufferPointer<UInt32>
  nonisolated(unsafe) let edgeOfRank: UnsafeBufferPointer<UInt32>
  /// By turn: arc × 2, + 1 for a down arc; `noArc` for a turn from an edge into itself.
  nonisolated(unsafe) let arcOfTurn: UnsafeBufferPointer<UInt32>

  static let noRank = UInt32.max
  static let noArc = UInt32.max

  var upCount: Int { Int(upFirst[nodeCount]) }
  var downCount: Int { Int(downFirst[nodeCount]) }
  /// Bytes of one metric's `ArcWeights`.
  var weightBytes: Int { 12 * (upCount + downCount) }

  @inline(__always)
  func upRange(_ rank: Int) -> Range<Int> {
    Range(uncheckedBounds: (Int(upFirst[rank]), Int(upFirst[rank &+ 1])))
  }

  @inline(__always)
  func downRange(_ rank: Int) -> Range<Int> {
    Range(uncheckedBounds: (Int(downFirst[rank]), Int(downFirst[rank &+ 1])))
  }

  /// The up arc between two ranks that have one.
  @inline(__always)
  func upArc(from tail: Int, to head: UInt32) -> Int {
    HierarchyArcs.position(of: head, in: upHead, upRange(tail))
  }

  /// The down arc into `head` from the higher `tail`, which has one.
  @inline(__always)
  func downArc(from tail: UInt32, to head: Int) -> Int {
    HierarchyArcs.position(of: tail, in: downTail, downRange(head))
  }

  /// First position whose value is not below `rank`.
  @inline(__always)
  static func position(of rank: UInt32, in sorted: UnsafeBufferPointer<UInt32>, _ range: Range<Int>) -> Int {
    var low = range.lowerBound
    var length = range.upperBound &- low
    while length > 0 {
      let half = length >> 1
      let isBelow = sorted[low &+ half] < rank
      low = isBelow ? low &+ half &+ 1 : low
      length = isBelow ? length &- half &- 1 : half
    }
    return low
  }
}

extension HierarchyArcs {
  init(_ topology: HierarchyTopology) {
    self.init(
      nodeCount: topology.nodeCount, upFirst: topology.upFirst, upHead: topology.upHead, downFirst: topology.downFirst,
      downTail: topology.downTail, parent: topology.parents, rankOfEdge: topology.ranks, edgeOfRank: topology.edges,
      arcOfTurn: topology.arcOfTurn)
  }
}
