/// The ranks of a hierarchy shared among threads by subtrees of the elimination tree: an arc never leads from one
/// subtree into another, so that no thread waits for one. What lies above the subtrees is for one thread, afterwards.
struct SubtreeShares: Sendable {
  /// By rank: the thread, or `top` for what lies above.
  let owners: [UInt8]

  static let top = UInt8.max

  /// - Parameter count: threads, at most 64.
  init(_ arcs: HierarchyArcs, count: Int) {
    let parents = arcs.parent
    // The work of a rank: pairs of its arcs, and the rank itself.
    var work = (0..<arcs.nodeCount).map { 1 + arcs.upRange($0).count * arcs.downRange($0).count }
    var children = [Int](repeating: 0, count: arcs.nodeCount)
    for rank in 0..<arcs.nodeCount where parents[rank] != HierarchyArcs.noRank {
      work[Int(parents[rank])] += work[rank]
      children[Int(parents[rank])] += 1
    }
    let total = (0..<arcs.nodeCount).reduce(0) { parents[$1] == HierarchyArcs.noRank ? $0 + work[$1] : $0 }
    // Every subtree that is small enough under one that is not.
    let most = total / (Self.partsPerThread * count)
    var roots: [Int] = []
    for rank in 0..<arcs.nodeCount where work[rank] <= most {
      let parent = parents[rank]
      if parent == HierarchyArcs.noRank || work[Int(parent)] > most { roots.append(rank) }
    }
    // The greatest first, each to the thread with the least work so far.
    roots.sort { (work[$1], $0) < (work[$0], $1) }
    var loads = [Int](repeating: 0, count: count)
    var owners = [UInt8](repeating: Self.top, count: arcs.nodeCount)
    for root in roots {
      let owner = loads.indices.min { (loads[$0], $0) < (loads[$1], $1) } ?? 0
      loads[owner] += work[root]
      owners[root] = UInt8(truncatingIfNeeded: owner)
    }
    for rank in (0..<arcs.nodeCount).reversed() where work[rank] <= most && owners[rank] == Self.top {
      owners[rank] = owners[Int(parents[rank])]
    }
    self.owners = owners
  }

  private static let partsPerThread = 8
}
