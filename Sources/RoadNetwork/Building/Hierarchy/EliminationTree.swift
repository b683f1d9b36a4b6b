/// The elimination tree of the undirected graph of all turns (Liu, "The role of elimination trees in sparse
/// factorization", 1990), with path compression.
enum EliminationTree {
  static func parents(_ up: borrowing InputArcs, _ down: borrowing InputArcs) -> [UInt32] {
    let count = up.nodeCount
    // The algorithm goes by the higher end, so the rows are turned round.
    let first = FlatArray<UInt32>(repeating: 0, count: count + 2)
    for node in 0..<count {
      for arc in up.arcs(of: node) { first[Int(up.end(arc)) + 2] += 1 }
      for arc in down.arcs(of: node) { first[Int(down.end(arc)) + 2] += 1 }
    }
    for node in 0..<count { first[node + 2] += first[node + 1] }
    let lower = FlatArray<UInt32>(repeating: 0, count: Int(first[count + 1]))
    func file(_ node: Int, under end: UInt32) {
      lower[Int(first[Int(end) + 1])] = UInt32(truncatingIfNeeded: node)
      first[Int(end) + 1] += 1
    }
    for node in 0..<count {
      for arc in up.arcs(of: node) { file(node, under: up.end(arc)) }
      for arc in down.arcs(of: node) { file(node, under: down.end(arc)) }
    }
    let parent = FlatArray<UInt32>(repeating: HierarchyTopology.noParent, count: count)
    let ancestor = FlatArray<UInt32>(repeating: HierarchyTopology.noParent, count: count)
    for node in 0..<count {
      let name = UInt32(truncatingIfNeeded: node)
      for index in Int(first[node])..<Int(first[node + 1]) {
        var current = Int(lower[index])
        while ancestor[current] != name {
          let above = ancestor[current]
          ancestor[current] = name
          guard above != HierarchyTopology.noParent else {
            parent[current] = name
            break
          }
          current = Int(above)
        }
      }
    }
    return parent.array
  }
}
