/// The higher ranks that undirected elimination joins with each rank: more than its arcs lead to or come from.
///
/// Each of them is an ancestor in the elimination tree, and so named by its depth there. Of two of them the higher one
/// is in the row of the lower one too: every triangle's third side is there.
final class EliminationRows: Sendable {
  /// Ranks on the longest way from a leaf to its root.
  let height: Int
  // Written before the initializer returns, read-only afterwards.
  /// By rank: how many ranks lie above it in the tree.
  nonisolated(unsafe) let depth: UnsafeMutablePointer<UInt32>
  /// Every rank: parents before their children, each subtree in one stretch.
  nonisolated(unsafe) let order: UnsafeMutablePointer<UInt32>
  private nonisolated(unsafe) let first: UnsafeMutablePointer<UInt32>
  /// By place in a row: the depth, deepest first, which is lowest rank first.
  nonisolated(unsafe) let ends: UnsafeMutablePointer<UInt32>

  init(_ arcs: HierarchyArcs) {
    let count = arcs.nodeCount
    depth = .allocate(capacity: count)
    order = .allocate(capacity: count)
    first = .allocate(capacity: count + 1)
    height = EliminationRows.measure(arcs, depth)
    EliminationRows.arrange(arcs, order)
    var row = EliminationRow(height: height)
    var places: [UInt32] = []
    places.reserveCapacity(arcs.upCount + arcs.downCount)
    // Finished ranks wait in the list of their parent: first by parent, next by member.
    var list = [UInt32](repeating: HierarchyArcs.noRank, count: count)
    var next = list
    first[0] = 0
    for rank in 0..<count {
      row.begin(below: depth[rank])
      for arc in arcs.upRange(rank) { row.insert(depth[Int(arcs.upHead[arc])]) }
      for arc in arcs.downRange(rank) { row.insert(depth[Int(arcs.downTail[arc])]) }
      var child = list[rank]
      while child != HierarchyArcs.noRank {
        for place in Int(first[Int(child)])..<Int(first[Int(child) + 1]) { row.insert(places[place]) }
        child = next[Int(child)]
      }
      row.take(into: &places)
      first[rank + 1] = UInt32(truncatingIfNeeded: places.count)
      let parent = arcs.parent[rank]
      if parent == HierarchyArcs.noRank { continue }
      next[rank] = list[Int(parent)]
      list[Int(parent)] = UInt32(truncatingIfNeeded: rank)
    }
    ends = .allocate(capacity: places.count)
    places.withUnsafeBufferPointer { places in
      for place in places.indices { ends[place] = places[place] }
    }
  }

  deinit {
    depth.deallocate()
    order.deallocate()
    first.deallocate()
    ends.deallocate()
  }

  @inline(__always)
  func range(_ rank: Int) -> Range<Int> { Range(uncheckedBounds: (Int(first[rank]), Int(first[rank &+ 1]))) }

  private static func measure(_ arcs: HierarchyArcs, _ depth: UnsafeMutablePointer<UInt32>) -> Int {
    var height = 0
    for rank in (0..<arcs.nodeCount).reversed() {
      let parent = arcs.parent[rank]
      depth[rank] = parent == HierarchyArcs.noRank ? 0 : depth[Int(parent)] &+ 1
      height = max(height, Int(depth[rank]) + 1)
    }
    return height
  }

  private static func arrange(_ arcs: HierarchyArcs, _ order: UnsafeMutablePointer<UInt32>) {
    var size = [UInt32](repeating: 1, count: arcs.nodeCount)
    for rank in 0..<arcs.nodeCount where arcs.parent[rank] != HierarchyArcs.noRank {
      size[Int(arcs.parent[rank])] &+= size[rank]
    }
    // By rank: where the next of its subtrees begins.
    var free = [UInt32](repeating: 0, count: arcs.nodeCount)
    var freeOfRoots: UInt32 = 0
    for rank in (0..<arcs.nodeCount).reversed() {
      let parent = arcs.parent[rank]
      let place: UInt32
      if parent == HierarchyArcs.noRank {
        place = freeOfRoots
        freeOfRoots &+= size[rank]
      } else {
        place = free[Int(parent)]
        free[Int(parent)] &+= size[rank]
      }
      order[Int(place)] = UInt32(truncatingIfNeeded: rank)
      free[rank] = place &+ 1
    }
  }
}

/// One row being put together: a set of depths.
private struct EliminationRow {
  private var words: [UInt64]
  private var limit: UInt32 = 0

  init(height: Int) { words = Array(repeating: 0, count: height / 64 + 1) }

  mutating func begin(below depth: UInt32) { limit = depth }

  @inline(__always)
  mutating func insert(_ depth: UInt32) {
    // The rank itself is in the rows of its children.
    if depth < limit { words[Int(depth >> 6)] |= 1 &<< UInt64(depth & 63) }
  }

  /// Empties the set into a list, greatest first.
  mutating func take(into list: inout [UInt32]) {
    var index = Int(limit >> 6)
    while index >= 0 {
      var word = words[index]
      words[index] = 0
      while word != 0 {
        let bit = 63 &- word.leadingZeroBitCount
        list.append(UInt32(truncatingIfNeeded: index &<< 6 | bit))
        word &= ~(1 &<< UInt64(truncatingIfNeeded: bit))
      }
      index &-= 1
    }
  }
}
