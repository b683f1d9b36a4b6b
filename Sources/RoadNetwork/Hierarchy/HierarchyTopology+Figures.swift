extension HierarchyTopology {
  /// The most nodes on a way from a leaf of the elimination tree to its root: the bound of what a query visits.
  public var treeHeight: Int {
    let parents = self.parents
    var depth = [UInt32](repeating: 1, count: nodeCount)
    for rank in (0..<nodeCount).reversed() where parents[rank] != Self.noParent {
      depth[rank] = depth[Int(parents[rank])] + 1
    }
    return Int(depth.max() ?? 0)
  }

  /// Pairs u→x→w of arcs over a lower node x: what a customization looks at.
  public var lowerTriangleCount: Int {
    let (ups, downs) = (upFirst, downFirst)
    var pairs = 0
    for rank in 0..<nodeCount { pairs += Int(ups[rank + 1] - ups[rank]) * Int(downs[rank + 1] - downs[rank]) }
    return pairs
  }
}
