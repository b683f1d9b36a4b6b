import RoadNetwork

/// Partial customization (Dibbelt, Strasser, Wagner 2016, section 7.4): ranks whose arcs may change are visited from
/// low to high. A lower weight is known when it arises; only an arc that lost the way it stood for looks through its
/// turns and lower triangles again.
struct PartialCustomization {
  private let arcs: HierarchyArcs
  private let network: RoadNetwork
  private let lower: LowerArcs
  private let metric: Metric
  private let former: HierarchyMetric
  /// What is written: at first equal to the former metric's.
  private let up: UnsafeMutablePointer<UInt64>
  private let down: UnsafeMutablePointer<UInt64>
  private let upMiddle: UnsafeMutablePointer<UInt32>
  private let downMiddle: UnsafeMutablePointer<UInt32>
  private var touched: TouchedArcs

  /// Brings weights that are equal to the former metric's up to a metric's.
  ///
  /// - Returns: every arc written: their numbers × 2, + 1 for a down arc.
  static func run(
    _ weights: ArcWeights, to metric: Metric, from former: HierarchyMetric, _ changes: MetricChanges
  ) -> [UInt32] {
    var update = PartialCustomization(weights, metric, former)
    defer { update.touched.deallocate() }
    for turn in changes.turns { update.setInput(turn) }
    var rank = update.touched.nextRank(from: 0)
    while let current = rank {
      update.settle(current)
      rank = update.touched.nextRank(from: current + 1)
    }
    return update.touched.places
  }

  private init(_ weights: ArcWeights, _ metric: Metric, _ former: HierarchyMetric) {
    network = former.hierarchy.network
    arcs = former.hierarchy.arcs
    lower = former.hierarchy.lowerArcs
    self.metric = metric
    self.former = former
    (up, down, upMiddle, downMiddle) = (weights.up, weights.down, weights.upMiddle, weights.downMiddle)
    touched = TouchedArcs(arcs)
  }

  private mutating func setInput(_ turn: UInt32) {
    let place = arcs.arcOfTurn[Int(turn)]
    if place == HierarchyArcs.noArc { return }
    let source = network.source(of: TurnID(turn)).index
    let target = network.target(of: TurnID(turn)).index
    let rank = Int(min(arcs.rankOfEdge[source], arcs.rankOfEdge[target]))
    let old = former.metric.exactWeight(of: turn, from: source)
    let new = metric.exactWeight(of: turn, from: source)
    if place & 1 == 0 {
      proposeUp(new, instead: old, middle: HierarchyArcs.noRank, Int(place >> 1), rank)
    } else {
      proposeDown(new, instead: old, middle: HierarchyArcs.noRank, Int(place >> 1), rank)
    }
  }

  /// One of the ways an up arc may stand for has changed its weight.
  @inline(__always)
  private mutating func proposeUp(_ new: UInt64, instead old: UInt64, middle: UInt32, _ arc: Int, _ rank: Int) {
    if new < up[arc] {
      (up[arc], upMiddle[arc]) = (new, middle)
      touched.insertUp(arc, of: rank)
    } else if new > old, old == former.up[arc], old != SearchCost.infinity {
      touched.insertUp(arc, of: rank)
    }
  }

  @inline(__always)
  private mutating func proposeDown(_ new: UInt64, instead old: UInt64, middle: UInt32, _ arc: Int, _ rank: Int) {
    if new < down[arc] {
      (down[arc], downMiddle[arc]) = (new, middle)
      touched.insertDown(arc, of: rank)
    } else if new > old, old == former.down[arc], old != SearchCost.infinity {
      touched.insertDown(arc, of: rank)
    }
  }

  /// Settles the touched arcs of a rank and tells the arcs above.
  private mutating func settle(_ rank: Int) {
    let (ups, downs) = (arcs.upRange(rank), arcs.downRange(rank))
    for arc in ups where touched.up.contains(arc) && up[arc] == former.up[arc] { searchUp(arc, rank) }
    for arc in downs where touched.down.contains(arc) && down[arc] == former.down[arc] { searchDown(arc, rank) }
    // Both kinds are settled before any is told.
    for arc in ups where touched.up.contains(arc) && up[arc] != former.up[arc] { tellAbove(up: arc, downs, rank) }
    for arc in downs where touched.down.contains(arc) && down[arc] != former.down[arc] {
      tellAbove(down: arc, ups, rank)
    }
  }

  /// Proposes the ways over a rank that end with an up arc whose weight has changed.
  private mutating func tellAbove(up arc: Int, _ downs: Range<Int>, _ rank: Int) {
    let head = arcs.upHead[arc]
    let (old, new) = (former.up[arc], up[arc])
    // Tails ascend, and so do the arcs into the head.
    let into = arcs.downRange(Int(head))
    var from = into.lowerBound
    for other in downs {
      let tail = arcs.downTail[other]
      let (oldSum, newSum) = (former.down[other] &+ old, down[other] &+ new)
      if tail == head || (oldSum >= SearchCost.infinity && newSum >= SearchCost.infinity) { continue }
      if tail < head {
        proposeUp(
          newSum, instead: oldSum, middle: UInt32(truncatingIfNeeded: rank), arcs.upArc(from: Int(tail), to: head),
          Int(tail))
      } else {
        from = HierarchyArcs.position(of: tail, in: arcs.downTail, from..<into.upperBound)
        proposeDown(newSum, instead: oldSum, middle: UInt32(truncatingIfNeeded: rank), from, Int(head))
      }
    }
  }

  /// Proposes the ways over a rank that begin with a down arc whose weight has changed. Where the other arc has changed
  /// too, it has proposed them.
  private mutating func tellAbove(down arc: Int, _ ups: Range<Int>, _ rank: Int) {
    let tail = arcs.downTail[arc]
    let (old, new) = (former.down[arc], down[arc])
    let outOf = arcs.upRange(Int(tail))
    var from = outOf.lowerBound
    for other in ups {
      let head = arcs.upHead[other]
      let weight = up[other]
      if tail == head || weight != former.up[other] || weight == SearchCost.infinity { continue }
      if tail > head {
        proposeDown(
          new &+ weight, instead: old &+ weight, middle: UInt32(truncatingIfNeeded: rank),
          arcs.downArc(from: tail, to: Int(head)), Int(head))
      } else {
        from = HierarchyArcs.position(of: head, in: arcs.upHead, from..<outOf.upperBound)
        proposeUp(
          new &+ weight, instead: old &+ weight, middle: UInt32(truncatingIfNeeded: rank), from, Int(tail))
      }
    }
  }

  /// Finds an up arc's weight among its turns and lower triangles.
  private func searchUp(_ arc: Int, _ rank: Int) {
    let head = arcs.upHead[arc]
    var (best, middle) = (cheapestTurn(from: rank, to: Int(head)), HierarchyArcs.noRank)
    let lower = lower.from
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
    let tail = arcs.downTail[arc]
    var (best, middle) = (cheapestTurn(from: Int(tail), to: rank), HierarchyArcs.noRank)
    let lower = lower.into
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
    let source = arcs.edgeOfRank[rank]
    let target = arcs.edgeOfRank[other]
    var best = SearchCost.infinity
    for turn in network.turns(from: EdgeID(source))
    where network.target(of: TurnID(turn)).rawValue == target {
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
