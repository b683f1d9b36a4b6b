/// Where a query lays out its path.
struct PathWorkspace {
  /// The halves of shortcuts still to be unpacked.
  let tails: UnsafeMutablePointer<UInt32>
  let heads: UnsafeMutablePointer<UInt32>
  /// The ranks of a way up or down, from its end.
  let chain: UnsafeMutablePointer<UInt32>
  /// The edges found.
  let edges: UnsafeMutablePointer<UInt32>

  /// A shortcut's halves lie lower than it does, so that no more than two for each rank wait; and no way up or down
  /// drives an edge twice, except the first.
  init(nodeCount: Int) {
    tails = .allocate(capacity: 2 * nodeCount + 2)
    heads = .allocate(capacity: 2 * nodeCount + 2)
    chain = .allocate(capacity: nodeCount + 1)
    edges = .allocate(capacity: 2 * nodeCount + 2)
  }

  func deallocate() {
    tails.deallocate()
    heads.deallocate()
    chain.deallocate()
    edges.deallocate()
  }
}

extension HierarchyQuery {
  /// The path through the rank at which both directions met: the source's edge, and on to the target's.
  ///
  /// - Parameter graph: the arcs that the labels came over, or the perfect ones if no way is cheaper.
  func path(
    through meeting: Int, _ graph: SearchGraph, sources: [SearchSource]
  ) -> (source: Int, target: Int, edges: [UInt32]) {
    var rank = UInt32(truncatingIfNeeded: meeting)
    var count = 0
    let source = layWayUp(to: rank, graph, sources, &count)
    var next = backward.parent[Int(rank)]
    while next & HierarchyLabels.seedBit == 0 {
      unpack(from: rank, to: next, graph, &count)
      rank = next
      next = backward.parent[Int(rank)]
    }
    return (source, Int(next & ~HierarchyLabels.seedBit), laidEdges(count))
  }

  func laidEdges(_ count: Int) -> [UInt32] { Array(UnsafeBufferPointer(start: workspace.edges, count: count)) }

  /// Lays the edges from the source's up to that of a rank with a forward label.
  func layWayUp(to rank: UInt32, _ graph: SearchGraph, _ sources: [SearchSource], _ count: inout Int) -> Int {
    let chain = workspace.chain
    var last = 0
    chain[0] = rank
    var former = forward.parent[Int(rank)]
    while former & HierarchyLabels.seedBit == 0 {
      last &+= 1
      chain[last] = former
      former = forward.parent[Int(former)]
    }
    let source = Int(former & ~HierarchyLabels.seedBit)
    workspace.edges[count] = sources[source].edge
    workspace.edges[count &+ 1] = arcs.edgeOfRank[Int(chain[last])]
    count &+= 2
    while last > 0 {
      unpack(from: chain[last], to: chain[last &- 1], graph, &count)
      last &-= 1
    }
    return source
  }

  /// Lays the edges after `tail` up to `head`: ranks that an arc joins.
  func unpack(from tail: UInt32, to head: UInt32, _ graph: SearchGraph, _ count: inout Int) {
    let (tails, heads) = (workspace.tails, workspace.heads)
    var laid = count
    tails[0] = tail
    heads[0] = head
    var waiting = 1
    while waiting > 0 {
      waiting &-= 1
      let (from, to) = (tails[waiting], heads[waiting])
      let middle =
        from < to ? graph.up.middle(between: Int(from), and: to) : graph.down.middle(between: Int(to), and: from)
      if middle == HierarchyArcs.noRank {
        workspace.edges[laid] = arcs.edgeOfRank[Int(to)]
        laid &+= 1
        continue
      }
      // The first half comes first.
      tails[waiting] = middle
      heads[waiting] = to
      tails[waiting &+ 1] = from
      heads[waiting &+ 1] = middle
      waiting &+= 2
    }
    count = laid
  }
}
