extension RoadNetwork {
  /// The segments of an OpenStreetMap way, in the way's order; empty if the way is not in the network.
  public func segments(ofWay way: Int64) -> [SegmentID] {
    var low = 0
    var high = columns.segmentByWay.count
    while low < high {
      let middle = (low + high) / 2
      if columns.segmentWay[Int(columns.segmentByWay[middle])] < way { low = middle + 1 } else { high = middle }
    }
    var segments: [SegmentID] = []
    while low < columns.segmentByWay.count {
      let segment = SegmentID(columns.segmentByWay[low])
      guard wayID(of: segment) == way else { break }
      segments.append(segment)
      low += 1
    }
    return segments
  }

  /// The edges over which a way runs from one of its nodes to another, in driving order.
  ///
  /// Both may be any nodes of the way, not only junctions; the first and last edge then stick out. Empty if the way or
  /// a node is unknown, a piece between is missing, or nobody may drive in that direction.
  public func edges(ofWay way: Int64, fromNode: Int64, toNode: Int64) -> [EdgeID] {
    let segments = segments(ofWay: way)
    var best: [EdgeID] = []
    for (start, segment) in segments.enumerated() {
      for index in 0..<pointCount(of: segment) where osmNodeID(ofPoint: index, of: segment) == fromNode {
        for isForward in [true, false] {
          let run = run(over: segments, from: start, point: index, isForward: isForward, to: toNode)
          if !run.isEmpty, best.isEmpty || run.count < best.count { best = run }
        }
      }
    }
    return best
  }

  /// The edges from a point of a way in one direction until a node comes; empty if it does not come.
  private func run(
    over segments: [SegmentID], from start: Int, point: Int, isForward: Bool, to node: Int64
  ) -> [EdgeID] {
    var run: [EdgeID] = []
    var position = start
    var next = isForward ? point + 1 : point - 1
    while run.count <= segments.count {
      let segment = segments[position]
      let pair = edges(of: segment)
      let count = pointCount(of: segment)
      guard let edge = isForward ? pair.forward : pair.backward, (0..<count).contains(next) else { return [] }
      // A run continues only where the pieces of the way touch; a ring goes on over its start.
      if let last = run.last, to(last) != from(edge) { return [] }
      run.append(edge)
      while (0..<count).contains(next) {
        if osmNodeID(ofPoint: next, of: segment) == node { return run }
        next += isForward ? 1 : -1
      }
      position = (position + (isForward ? 1 : segments.count - 1)) % segments.count
      next = isForward ? 1 : pointCount(of: segments[position]) - 2
    }
    return []
  }
}
