import RoadNetwork

/// Partial customization (Dibbelt, Strasser, Wagner 2016, section 7.4): ranks whose arcs may change are visited from
/// low to high. A lower weight is known when it arises; only an arc that lost the way it stood for looks through its
/// turns and lower triangles again.
extension HierarchyMetric {
  /// Brings the weights, a copy of the former metric's, up to this metric's.
  func update(_ changes: MetricChanges, from former: HierarchyMetric) {
    var touched = TouchedArcs(hierarchy.arcs)
    for turn in changes.turns { setInput(turn, former, &touched) }
    var rank = touched.nextRank(from: 0)
    while let current = rank {
      settle(current, former, &touched)
      rank = touched.nextRank(from: current + 1)
    }
  }

  private func setInput(_ turn: UInt32, _ former: HierarchyMetric, _ touched: inout TouchedArcs) {
    let place = hierarchy.arcs.arcOfTurn[Int(turn)]
    if place == HierarchyArcs.noArc { return }
    let source = hierarchy.network.source(of: TurnID(turn)).index
    let arc = Int(place >> 1)
    let target = hierarchy.network.target(of: TurnID(turn)).index
    let (first, second) = (hierarchy.arcs.rankOfEdge[source], hierarchy.arcs.rankOfEdge[target])
    let rank = Int(min(first, second))
    let old = former.metric.exactWeight(of: turn, from: source)
    let new = metric.exactWeight(of: turn, from: source)
    if place & 1 == 0 {
      propose(new, instead: old, middle: HierarchyArcs.noRank, arc, rank, isUp: true, former, &touched)
    } else {
      propose(new, instead: old, middle: HierarchyArcs.noRank, arc, rank, isUp: false, former, &touched)
    }
  }

  /// One of the ways an arc may stand for has changed its weight.
  @inline(__always)
  private func propose(
    _ new: UInt64, instead old: UInt64, middle: UInt32, _ arc: Int, _ rank: Int, isUp: Bool, _ former: HierarchyMetric,
    _ touched: inout TouchedArcs
  ) {
    let weights = isUp ? up : down
    if new < weights[arc] {
      weights[arc] = new
      (isUp ? upMiddle : downMiddle)[arc] = middle
      touched.insert(arc, of: rank, isUp: isUp)
    } else if new > old, old == (isUp ? former.up : former.down)[arc], old != SearchCost.infinity {
      touched.insert(arc, of: rank, isUp: isUp)
    }
  }

  /// Settles the touched arcs of a rank and tells the arcs above.
  private func settle(_ rank: Int, _ former: HierarchyMetric, _ touched: inout TouchedArcs) {
    let arcs = hierarchy.arcs
    for arc in arcs.upRange(rank) where touched.up.contains(arc) {
      if up[arc] == former.up[arc] { searchUp(arc, rank) }
      guard up[arc] != former.up[arc] else { continue }
      for other in arcs.downRange(rank) { touched.changed.append((arc, other)) }
    }
    for arc in arcs.downRange(rank) where touched.down.contains(arc) {
      if down[arc] == former.down[arc] { searchDown(arc, rank) }
      guard down[arc] != former.down[arc] else { continue }
      for other in arcs.upRange(rank) { touched.changed.append((other, arc)) }
    }
    for (upArc, downArc) in touched.changed {
      let old = former.down[downArc] &+ former.up[upArc]
      let new = down[downArc] &+ up[upArc]
      if old >= SearchCost.infinity, new >= SearchCost.infinity { continue }
      let (head, tail) = (arcs.upHead[upArc], arcs.downTail[downArc])
      if tail < head {
        let arc = arcs.upArc(from: Int(tail), to: head)
        propose(new, instead: old, middle: UInt32(rank), arc, Int(tail), isUp: true, former, &touched)
      } else if tail > head {
        let arc = arcs.downArc(from: tail, to: Int(head))
        propose(new, instead: old, middle: UInt32(rank), arc, Int(head), isUp: false, former, &touched)
      }
    }
    touched.changed.removeAll(keepingCapacity: true)
  }

  /// Finds an up arc's weight among its turns and lower triangles.
  private func searchUp(_ arc: Int, _ rank: Int) {
    let arcs = hierarchy.arcs
    let head = arcs.upHead[arc]
    var (best, middle) = (cheapestTurn(from: rank, to: Int(head)), HierarchyArcs.noRank)
    let lower = hierarchy.lowerArcs.from
    for place in lower.range(rank) {
      let first = down[Int(lower.arc[place])]
      if first >= best { continue }
      let range = arcs.upRange(Int(lower.lower[place]))
      let second = HierarchyArcs.position(of: head, in: arcs.upHead, range)
      guard second < range.upperBound, arcs.upHead[second] == head, first &+ up[second] < best else { continue }
      (best, middle) = (first &+ up[second], lower.lower[place])
    }
    (up[arc], upMiddle[arc]) = (best, middle)
  }

  private func searchDown(_ arc: Int, _ rank: Int) {
    let arcs = hierarchy.arcs
    let tail = arcs.downTail[arc]
    var (best, middle) = (cheapestTurn(from: Int(tail), to: rank), HierarchyArcs.noRank)
    let lower = hierarchy.lowerArcs.into
    for place in lower.range(rank) {
      let second = up[Int(lower.arc[place])]
      if second >= best { continue }
      let range = arcs.downRange(Int(lower.lower[place]))
      let first = HierarchyArcs.position(of: tail, in: arcs.downTail, range)
      guard first < range.upperBound, arcs.downTail[first] == tail, down[first] &+ second < best else { continue }
      (best, middle) = (down[first] &+ second, lower.lower[place])
    }
    (down[arc], downMiddle[arc]) = (best, middle)
  }

  private func cheapestTurn(from rank: Int, to other: Int) -> UInt64 {
    let source = hierarchy.arcs.edgeOfRank[rank]
    let target = hierarchy.arcs.edgeOfRank[other]
    var best = SearchCost.infinity
    for turn in hierarchy.network.turns(from: EdgeID(source))
    where hierarchy.network.target(of: TurnID(turn)).rawValue == target {
      best = min(best, metric.exactWeight(of: turn, from: Int(source)))
    }
    return best
  }
}

extension Metric {
  /// The exact cost of a turn with the edge before it.
  func exactWeight(of turn: UInt32, from edge: Int) -> UInt64 {
    let weight = turnWeights[Int(turn)]
    if weight == Metric.forbidden { return SearchCost.infinity }
    return UInt64(bitPattern: SearchCost.exact(edge: edgeWeights[edge], turn: weight, id: turn))
  }
}

/// The arcs an update still has to look at, by the rank of their lower end.
private struct TouchedArcs {
  private(set) var up: BitSet
  private(set) var down: BitSet
  private var ranks: BitSet
  /// The pairs of an up and a down arc at the current rank of which one has changed.
  var changed: [(up: Int, down: Int)] = []

  init(_ arcs: HierarchyArcs) {
    up = BitSet(count: arcs.upCount)
    down = BitSet(count: arcs.downCount)
    ranks = BitSet(count: arcs.nodeCount)
  }

  mutating func insert(_ arc: Int, of rank: Int, isUp: Bool) {
    if isUp { up.insert(arc) } else { down.insert(arc) }
    ranks.insert(rank)
  }

  func nextRank(from rank: Int) -> Int? { ranks.first(from: rank) }
}

/// Some of the numbers from 0 up to a count.
struct BitSet {
  private var words: [UInt64]

  init(count: Int) { words = Array(repeating: 0, count: count / 64 + 1) }

  mutating func insert(_ value: Int) { words[value >> 6] |= 1 << UInt64(value & 63) }

  func contains(_ value: Int) -> Bool { words[value >> 6] & 1 << UInt64(value & 63) != 0 }

  /// The least member not below a value.
  func first(from value: Int) -> Int? {
    var index = value >> 6
    guard index < words.count else { return nil }
    var word = words[index] & (.max << UInt64(value & 63))
    while word == 0 {
      index += 1
      guard index < words.count else { return nil }
      word = words[index]
    }
    return index << 6 + word.trailingZeroBitCount
  }
}
