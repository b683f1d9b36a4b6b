/// The arcs of a contraction hierarchy: what remains between higher nodes when each node in turn is taken out.
///
/// Taking out x joins each u→x with each x→w. Doing so pair by pair costs as much as a customization; instead x hands
/// its lists only to neighbours up to the lowest that it has arcs with in both directions, because that one hands them
/// on (symmetric pruning: Eisenstat, Liu, "Exploiting structural symmetry in unsymmetric sparse symbolic
/// factorization", 1992).
struct HierarchyElimination {
  /// By edge.
  let rank: [UInt32]
  /// By rank.
  let parent: [UInt32]
  let upFirst: [UInt32]
  let upHead: [UInt32]
  let downFirst: [UInt32]
  let downTail: [UInt32]
  /// By turn.
  let arcOfTurn: [UInt32]

  init(order: [UInt32], turnSource: [UInt32], turnTarget: [UInt32]) {
    var rank = [UInt32](repeating: 0, count: order.count)
    for (place, edge) in order.enumerated() { rank[Int(edge)] = UInt32(truncatingIfNeeded: place) }
    let up = InputArcs(rank: rank, low: turnSource, high: turnTarget)
    let down = InputArcs(rank: rank, low: turnTarget, high: turnSource)
    parent = EliminationTree.parents(up, down)
    var ups = ArcLists(count: order.count)
    var downs = ArcLists(count: order.count)
    for node in 0..<order.count {
      ups.gather(node, up)
      downs.gather(node, down)
      Self.handOn(node, &ups, &downs)
    }
    arcOfTurn = (0..<turnSource.count).map { turn in
      let (from, to) = (Int(rank[Int(turnSource[turn])]), Int(rank[Int(turnTarget[turn])]))
      if from == to { return HierarchyTopology.noArc }
      return from < to ? ups.position(of: to, in: from) << 1 : downs.position(of: from, in: to) << 1 | 1
    }
    self.rank = rank
    // Last, so that each list is gone before the next one is copied.
    (upFirst, upHead) = ups.takeColumns()
    (downFirst, downTail) = downs.takeColumns()
  }

  /// u→node→w: the tails take over the heads above them, the heads the tails above them.
  private static func handOn(_ node: Int, _ ups: inout ArcLists, _ downs: inout ArcLists) {
    let heads = ups.arcs(of: node)
    let tails = downs.arcs(of: node)
    guard !heads.isEmpty, !tails.isEmpty else { return }
    var (i, j) = (heads.lowerBound, tails.lowerBound)
    var lowestOfBoth = UInt32.max
    while i < heads.upperBound, j < tails.upperBound {
      let (head, tail) = (ups.end(i), downs.end(j))
      if head == tail {
        lowestOfBoth = head
        break
      }
      if head < tail { i += 1 } else { j += 1 }
    }
    for arc in tails where downs.end(arc) <= lowestOfBoth { ups.hand(node, to: downs.end(arc)) }
    for arc in heads where ups.end(arc) <= lowestOfBoth { downs.hand(node, to: ups.end(arc)) }
  }
}

/// The turns between a lower and a higher node, by the lower.
struct InputArcs: ~Copyable {
  let nodeCount: Int
  private let first: FlatArray<UInt32>
  private let ends: FlatArray<UInt32>

  init(rank: [UInt32], low: [UInt32], high: [UInt32]) {
    nodeCount = rank.count
    first = FlatArray(repeating: 0, count: rank.count + 2)
    for turn in low.indices where rank[Int(low[turn])] < rank[Int(high[turn])] {
      first[Int(rank[Int(low[turn])]) + 2] += 1
    }
    for node in 0..<rank.count { first[node + 2] += first[node + 1] }
    ends = FlatArray(repeating: 0, count: Int(first[rank.count + 1]))
    for turn in low.indices where rank[Int(low[turn])] < rank[Int(high[turn])] {
      let node = Int(rank[Int(low[turn])])
      ends[Int(first[node + 1])] = rank[Int(high[turn])]
      first[node + 1] += 1
    }
  }

  @inline(__always)
  func arcs(of node: Int) -> Range<Int> { Range(uncheckedBounds: (Int(first[node]), Int(first[node + 1]))) }

  @inline(__always)
  func end(_ arc: Int) -> UInt32 { ends[arc] }
}

/// The arcs of one direction so far, and which lower nodes hand arcs on to which.
private struct ArcLists: ~Copyable {
  private let first: FlatArray<UInt32>
  private var ends = FlatList<UInt32>()
  /// By node: the node that gathered it last.
  private let seen: FlatArray<UInt32>
  /// By node: the last entry of its linked list of givers.
  private let lastGift: FlatArray<UInt32>
  private var gifts = FlatList<(giver: UInt32, before: UInt32)>()

  init(count: Int) {
    first = FlatArray(repeating: 0, count: count + 1)
    seen = FlatArray(repeating: .max, count: count)
    lastGift = FlatArray(repeating: .max, count: count)
  }

  consuming func takeColumns() -> (first: [UInt32], ends: [UInt32]) { (first.array, ends.array) }

  @inline(__always)
  func arcs(of node: Int) -> Range<Int> { Range(uncheckedBounds: (Int(first[node]), Int(first[node + 1]))) }

  @inline(__always)
  func end(_ arc: Int) -> UInt32 { ends[arc] }

  mutating func hand(_ giver: Int, to node: UInt32) {
    gifts.append((UInt32(truncatingIfNeeded: giver), lastGift[Int(node)]))
    lastGift[Int(node)] = UInt32(truncatingIfNeeded: gifts.count - 1)
  }

  /// Makes the list of the next node: its own turns, and what lower nodes hand on.
  mutating func gather(_ node: Int, _ input: borrowing InputArcs) {
    let name = UInt32(truncatingIfNeeded: node)
    let start = ends.count
    for arc in input.arcs(of: node) { add(input.end(arc), name) }
    var gift = lastGift[node]
    while gift != .max {
      let (giver, before) = gifts[Int(gift)]
      let begin = Int(first[Int(giver)])
      var arc = Int(first[Int(giver) + 1])
      while arc > begin, ends[arc - 1] > name {
        arc -= 1
        add(ends[arc], name)
      }
      gift = before
    }
    ends.sort(from: start)
    first[node + 1] = UInt32(truncatingIfNeeded: ends.count)
  }

  @inline(__always)
  private mutating func add(_ end: UInt32, _ node: UInt32) {
    if seen[Int(end)] != node {
      seen[Int(end)] = node
      ends.append(end)
    }
  }

  func position(of end: Int, in node: Int) -> UInt32 {
    var low = first[node]
    var high = first[node + 1]
    while low < high {
      let middle = low + (high - low) / 2
      if Int(ends[Int(middle)]) < end { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
