/// The flow network of one part of a core graph, and maximum flows between growing sets of terminals (Dinic 1970).
///
/// Undirected edges are pairs of arcs with the same capacity. Terminals only ever grow until `reset`, so that the flow
/// found so far stays a flow. A `FlatArray` of this type is read and written in two steps: on `+=` into a member's element
/// of a noncopyable type, the compiler (6.3.1) breaks under the thread sanitizer.
struct FlowNetwork: ~Copyable {
  private(set) var nodeCount = 0
  private(set) var arcCount = 0
  private let first: FlatArray<UInt32>
  private let head: FlatArray<UInt32>
  private let reverse: FlatArray<UInt32>
  private let capacity: FlatArray<UInt32>
  private let residual: FlatArray<UInt32>
  private let terminal: FlatArray<UInt8>
  private let level: FlatArray<UInt32>
  private let nextArc: FlatArray<UInt32>
  private let queue: FlatArray<UInt32>
  private let path: FlatArray<UInt32>
  /// The flow from sources to sinks so far.
  private(set) var flow = 0

  static let source: UInt8 = 1
  static let sink: UInt8 = 2

  init(nodes: Int, arcs: Int) {
    first = FlatArray(repeating: 0, count: nodes + 1)
    head = FlatArray(repeating: 0, count: arcs)
    reverse = FlatArray(repeating: 0, count: arcs)
    capacity = FlatArray(repeating: 0, count: arcs)
    residual = FlatArray(repeating: 0, count: arcs)
    terminal = FlatArray(repeating: 0, count: nodes)
    level = FlatArray(repeating: 0, count: nodes)
    nextArc = FlatArray(repeating: 0, count: nodes)
    queue = FlatArray(repeating: 0, count: nodes)
    path = FlatArray(repeating: 0, count: nodes + 1)
  }

  // MARK: Filling

  mutating func begin() { (nodeCount, arcCount) = (0, 0) }

  /// Ends one node's arcs and begins the next node's.
  mutating func endNode() {
    nodeCount += 1
    first[nodeCount] = UInt32(truncatingIfNeeded: arcCount)
  }

  /// Adds an arc to the current node; `reverse` is the opposite one's index, once both are there.
  mutating func addArc(to node: UInt32, capacity value: UInt32) -> UInt32 {
    head[arcCount] = node
    capacity[arcCount] = value
    arcCount += 1
    return UInt32(truncatingIfNeeded: arcCount - 1)
  }

  mutating func pair(_ a: UInt32, _ b: UInt32) {
    reverse[Int(a)] = b
    reverse[Int(b)] = a
  }

  // MARK: Flow

  mutating func reset() {
    for arc in 0..<arcCount { residual[arc] = capacity[arc] }
    for node in 0..<nodeCount { terminal[node] = 0 }
    flow = 0
  }

  mutating func setTerminal(_ node: Int, _ kind: UInt8) { terminal[node] = kind }

  /// Augments until the flow is maximal or more than a limit; false if more.
  ///
  /// Afterwards `isReached` says which nodes the sources still reach.
  mutating func maximize(limit: Int) -> Bool {
    while buildLevels() {
      augment()
      if flow > limit { return false }
    }
    return true
  }

  /// The nodes that the sources still reach after `maximize`: their side of the cut nearest to them.
  func isReached(_ node: Int) -> Bool { level[node] != .max }

  /// Marks the nodes that still reach a sink after `maximize`: the sinks' side of the cut nearest to them; their count.
  func markSinkSide(into isSinkSide: borrowing FlatArray<Bool>) -> Int {
    var end = 0
    for node in 0..<nodeCount {
      isSinkSide[node] = terminal[node] == Self.sink
      if isSinkSide[node] {
        queue[end] = UInt32(truncatingIfNeeded: node)
        end += 1
      }
    }
    var start = 0
    while start < end {
      let node = Int(queue[start])
      start += 1
      for arc in arcs(of: node) where !isSinkSide[Int(head[arc])] && residual[Int(reverse[arc])] > 0 {
        isSinkSide[Int(head[arc])] = true
        queue[end] = head[arc]
        end += 1
      }
    }
    return end
  }

  @inline(__always)
  private func arcs(of node: Int) -> Range<Int> {
    Range(uncheckedBounds: (Int(first[node]), Int(first[node + 1])))
  }

  /// Breadth-first levels from the sources over free arcs; false if no sink is reached.
  private func buildLevels() -> Bool {
    var end = 0
    for node in 0..<nodeCount {
      if terminal[node] == Self.source {
        level[node] = 0
        queue[end] = UInt32(truncatingIfNeeded: node)
        end += 1
      } else {
        level[node] = .max
      }
    }
    var start = 0
    var sinkLevel = UInt32.max
    while start < end {
      let node = Int(queue[start])
      start += 1
      let next = level[node] + 1
      if next > sinkLevel { break }
      for arc in arcs(of: node) where residual[arc] > 0 {
        let other = Int(head[arc])
        guard level[other] == .max else { continue }
        level[other] = next
        if terminal[other] == Self.sink {
          sinkLevel = next
        } else {
          queue[end] = UInt32(truncatingIfNeeded: other)
          end += 1
        }
      }
    }
    return sinkLevel != .max
  }

  /// A blocking flow along the levels, depth first.
  private mutating func augment() {
    for node in 0..<nodeCount { nextArc[node] = first[node] }
    for start in 0..<nodeCount where terminal[start] == Self.source {
      var depth = 0
      var node = start
      while true {
        if terminal[node] == Self.sink {
          // Send what fits and go back to the first full arc.
          var amount = UInt32.max
          for step in 0..<depth { amount = min(amount, residual[Int(path[step])]) }
          var full = 0
          for step in (0..<depth).reversed() {
            let arc = Int(path[step])
            residual[arc] = residual[arc] - amount
            residual[Int(reverse[arc])] = residual[Int(reverse[arc])] + amount
            if residual[arc] == 0 { full = step }
          }
          flow += Int(amount)
          depth = full
          node = Int(head[Int(reverse[Int(path[full])])])
          continue
        }
        let end = first[node + 1]
        var arc = nextArc[node]
        let next = level[node] + 1
        while arc < end, residual[Int(arc)] == 0 || level[Int(head[Int(arc)])] != next { arc += 1 }
        nextArc[node] = arc
        if arc < end {
          path[depth] = arc
          depth += 1
          node = Int(head[Int(arc)])
        } else {
          guard depth > 0 else { break }
          depth -= 1
          node = Int(head[Int(reverse[Int(path[depth])])])
          nextArc[node] = nextArc[node] + 1
        }
      }
    }
  }

  // MARK: Shape

  /// Numbers the connected components by node; their count.
  func components(into component: borrowing FlatArray<UInt32>) -> Int {
    for node in 0..<nodeCount { component[node] = .max }
    var count = 0
    for root in 0..<nodeCount where component[root] == .max {
      var (start, end) = (0, 1)
      queue[0] = UInt32(truncatingIfNeeded: root)
      component[root] = UInt32(truncatingIfNeeded: count)
      while start < end {
        let node = Int(queue[start])
        start += 1
        for arc in arcs(of: node) where component[Int(head[arc])] == .max {
          component[Int(head[arc])] = UInt32(truncatingIfNeeded: count)
          queue[end] = head[arc]
          end += 1
        }
      }
      count += 1
    }
    return count
  }
}
