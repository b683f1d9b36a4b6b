extension HierarchyMetric {
  /// The arcs that queries go by: the perfect ones once they are there. Costs and ways are the same with all.
  @inline(__always)
  var searched: SearchGraph { perfectArcs?.graph ?? full }

  /// All arcs, for what must not depend on whether the perfect ones are there.
  var full: SearchGraph {
    let arcs = hierarchy.arcs
    return SearchGraph(
      up: SearchArcs(arcs.upFirst, arcs.upHead, weight: up, middle: upMiddle),
      down: SearchArcs(arcs.downFirst, arcs.downTail, weight: down, middle: downMiddle))
  }

  var isPerfect: Bool { perfectArcs != nil }
}
