/// Takes out the nodes of a turn graph, always one that joins few others, within the sets that a dissection gives.
///
/// Keeps the graph of what is left: in- and out-neighbours of each node, fill-in included.
struct GreedyElimination: ~Copyable {
  private(set) var order: [UInt32] = []
  private var incoming: NeighbourLists
  private var outgoing: NeighbourLists
  /// By node: what taking it out costs, as of when it was last looked at; `.max` once it is out.
  private let cost: FlatArray<UInt32>
  private let mark: FlatArray<UInt32>
  /// One number: the last mark given.
  private let stamps = FlatArray<UInt32>(repeating: 0, count: 1)
  private var heap: [UInt64] = []
  private let isInSet: FlatArray<Bool>

  init(nodes: Int, source: [UInt32], target: [UInt32]) {
    outgoing = NeighbourLists(nodes: nodes, from: source, to: target)
    incoming = NeighbourLists(nodes: nodes, from: target, to: source)
    cost = FlatArray(repeating: 0, count: nodes)
    mark = FlatArray(repeating: 0, count: nodes)
    isInSet = FlatArray(repeating: false, count: nodes)
    order.reserveCapacity(nodes)
  }

  /// Takes out all nodes of a set.
  mutating func eliminate(_ set: ArraySlice<UInt32>) {
    for node in set { isInSet[Int(node)] = true }
    heap.removeAll(keepingCapacity: true)
    for node in set {
      cost[Int(node)] = price(Int(node))
      push(node)
    }
    while let (node, old) = popCheapest() {
      let now = price(Int(node))
      if now > old {
        cost[Int(node)] = now
        push(node)
        continue
      }
      takeOut(Int(node))
    }
  }

  private mutating func takeOut(_ node: Int) {
    let name = UInt32(truncatingIfNeeded: node)
    order.append(name)
    isInSet[node] = false
    let ins = incoming.count(of: node)
    let outs = outgoing.count(of: node)
    for place in 0..<ins {
      let from = Int(incoming[node, place])
      outgoing.remove(name, from: from)
      let stamp = nextStamp()
      mark[from] = stamp
      for index in 0..<outgoing.count(of: from) { mark[Int(outgoing[from, index])] = stamp }
      for index in 0..<outs {
        let to = outgoing[node, index]
        guard mark[Int(to)] != stamp else { continue }
        outgoing.add(to, to: from)
        incoming.add(UInt32(truncatingIfNeeded: from), to: Int(to))
      }
    }
    for place in 0..<outs { incoming.remove(name, from: Int(outgoing[node, place])) }
    for place in 0..<ins { renew(Int(incoming[node, place])) }
    for place in 0..<outs { renew(Int(outgoing[node, place])) }
    incoming.clear(node)
    outgoing.clear(node)
  }

  private mutating func renew(_ node: Int) {
    guard isInSet[node] else { return }
    let now = price(node)
    if now < cost[node] {
      cost[node] = now
      push(UInt32(truncatingIfNeeded: node))
    } else {
      cost[node] = now
    }
  }

  private func nextStamp() -> UInt32 {
    stamps[0] &+= 1
    if stamps[0] == 0 {
      for node in 0..<mark.count { mark[node] = 0 }
      stamps[0] = 1
    }
    return stamps[0]
  }

  // MARK: Price

  /// Above this many pairs of neighbours the added arcs are not counted: in the cliques that cuts leave, counting leads
  /// to worse orders (on Porto a third more triangles) and takes longer.
  private static let countedPairs = 32

  /// The arcs that taking a node out adds; for nodes with many neighbours the most that it can be.
  private func price(_ node: Int) -> UInt32 {
    let ins = incoming.count(of: node)
    let outs = outgoing.count(of: node)
    guard ins * outs <= Self.countedPairs else { return UInt32(clamping: ins * outs) }
    var added: UInt32 = 0
    for place in 0..<ins {
      let from = Int(incoming[node, place])
      let stamp = nextStamp()
      mark[from] = stamp
      for index in 0..<outgoing.count(of: from) { mark[Int(outgoing[from, index])] = stamp }
      for index in 0..<outs where mark[Int(outgoing[node, index])] != stamp { added += 1 }
    }
    return added
  }

  // MARK: Heap

  private mutating func push(_ node: UInt32) {
    heap.append(UInt64(cost[Int(node)]) << 32 | UInt64(node))
    var place = heap.count - 1
    while place > 0, heap[place] < heap[(place - 1) / 2] {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  private mutating func popCheapest() -> (node: UInt32, cost: UInt32)? {
    while let top = heap.first {
      let last = heap.removeLast()
      if !heap.isEmpty {
        heap[0] = last
        sink()
      }
      let node = UInt32(truncatingIfNeeded: top)
      let old = UInt32(truncatingIfNeeded: top >> 32)
      if isInSet[Int(node)], cost[Int(node)] >= old { return (node, old) }
    }
    return nil
  }

  private mutating func sink() {
    var place = 0
    while 2 * place + 1 < heap.count {
      var child = 2 * place + 1
      if child + 1 < heap.count, heap[child + 1] < heap[child] { child += 1 }
      if heap[place] <= heap[child] { return }
      heap.swapAt(place, child)
      place = child
    }
  }
}
