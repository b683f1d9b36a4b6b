/// The strongly connected components of the turn graph of one mode (Tarjan 1972, without recursion).
///
/// Components are numbered by size, the largest first; sizes count canonical edges.
struct StrongComponents {
  /// The component of each edge; `.max` for edges the mode may not drive.
  private(set) var component: [UInt32]
  private(set) var sizes: [UInt32] = []

  init(turns: TurnExpansion, edges: EdgeTable, mode: TravelMode) {
    let count = turns.edgeCount
    let canonical = edges.count
    let bit = UInt16(mode.set.rawValue)
    component = [UInt32](repeating: .max, count: count)
    var index = [UInt32](repeating: .max, count: count)
    var low = [UInt32](repeating: 0, count: count)
    var onStack = [Bool](repeating: false, count: count)
    var stack: [UInt32] = []
    var calls: [(edge: UInt32, turn: UInt32)] = []
    var nextIndex: UInt32 = 0
    var found: UInt32 = 0

    for root in 0..<count where index[root] == .max {
      let road = root < canonical ? root : Int(turns.shadowCanonical[root - canonical])
      guard edges.access[road].contains(mode) else { continue }
      calls.append((UInt32(truncatingIfNeeded: root), turns.first[root]))
      while let (edge, turn) = calls.last {
        let e = Int(edge)
        if index[e] == .max {
          (index[e], low[e]) = (nextIndex, nextIndex)
          nextIndex += 1
          stack.append(edge)
          onStack[e] = true
        }
        if turn < turns.first[e + 1] {
          calls[calls.count - 1].turn += 1
          guard turns.flags[Int(turn)].rawValue & bit != 0 else { continue }
          let target = turns.target[Int(turn)]
          if index[Int(target)] == .max {
            calls.append((target, turns.first[Int(target)]))
          } else if onStack[Int(target)] {
            low[e] = min(low[e], index[Int(target)])
          }
          continue
        }
        calls.removeLast()
        if let caller = calls.last { low[Int(caller.edge)] = min(low[Int(caller.edge)], low[e]) }
        guard low[e] == index[e] else { continue }
        while let member = stack.popLast() {
          onStack[Int(member)] = false
          component[Int(member)] = found
          if member == edge { break }
        }
        found += 1
      }
    }
    number(canonical: canonical, found: Int(found))
  }

  private mutating func number(canonical: Int, found: Int) {
    var size = [UInt32](repeating: 0, count: found)
    var firstEdge = [Int](repeating: .max, count: found)
    for (edge, id) in component.enumerated() where id != .max {
      if edge < canonical { size[Int(id)] += 1 }
      firstEdge[Int(id)] = min(firstEdge[Int(id)], edge)
    }
    let order = (0..<found).sorted { size[$0] != size[$1] ? size[$0] > size[$1] : firstEdge[$0] < firstEdge[$1] }
    var number = [UInt32](repeating: 0, count: found)
    for (new, old) in order.enumerated() { number[old] = UInt32(truncatingIfNeeded: new) }
    sizes = order.map { size[$0] }
    for edge in component.indices where component[edge] != .max { component[edge] = number[Int(component[edge])] }
  }
}
