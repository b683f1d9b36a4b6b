/// Checks at opening that the hierarchy is one of these turns, that nothing in it leads outside, and that every lower
/// triangle has its third arc: who walks triangles looks arcs up that must be there, and finds them without a further test.
struct HierarchyCheck {
  let hierarchy: HierarchyColumns
  let columns: Columns

  func run() throws(RoadNetworkError) {
    let nodes = columns.edgeFrom.count
    try checkOrder(nodes)
    try checkArcs(hierarchy.upFirst, hierarchy.upHead, nodes, .hierarchyUpHead)
    try checkArcs(hierarchy.downFirst, hierarchy.downTail, nodes, .hierarchyDownTail)
    try checkParents(nodes)
    try checkTurns()
    try checkTriangles(nodes)
  }

  private func checkOrder(_ nodes: Int) throws(RoadNetworkError) {
    let rank = hierarchy.rank.start
    let edge = hierarchy.edge.start
    try require(hierarchy.rank.count == nodes && hierarchy.edge.count == nodes, .hierarchyRank)
    var isGood = true
    for index in 0..<nodes where Int(rank[index]) >= nodes || edge[Int(rank[index])] != index { isGood = false }
    try require(isGood, .hierarchyRank)
  }

  private func checkArcs(
    _ first: Column<UInt32>, _ ends: Column<UInt32>, _ nodes: Int, _ section: Section
  ) throws(RoadNetworkError) {
    try require(first.count == nodes + 1 && first[0] == 0 && Int(first[nodes]) == ends.count, section)
    // An arc's index must leave room for the direction bit.
    try require(ends.count < 1 << 31, section)
    var isGood = true
    for node in 0..<nodes {
      // In this order no row reaches outside: rows rise from 0, and none may pass the end.
      guard first.start[node] <= first.start[node + 1], Int(first.start[node + 1]) <= ends.count else {
        isGood = false
        break
      }
      var last = UInt32(truncatingIfNeeded: node)
      for arc in Int(first.start[node])..<Int(first.start[node + 1]) {
        let end = ends.start[arc]
        if end <= last { isGood = false }
        last = end
      }
      if Int(last) >= nodes { isGood = false }
    }
    try require(isGood, section)
  }

  private func checkParents(_ nodes: Int) throws(RoadNetworkError) {
    try require(hierarchy.parent.count == nodes, .hierarchyParent)
    let parent = hierarchy.parent.start
    var isGood = true
    for node in 0..<nodes where parent[node] != .max && (Int(parent[node]) <= node || Int(parent[node]) >= nodes) {
      isGood = false
    }
    try require(isGood, .hierarchyParent)
  }

  private func checkTurns() throws(RoadNetworkError) {
    let turns = columns.turnTarget.count
    try require(hierarchy.arcOfTurn.count == turns, .hierarchyArcOfTurn)
    let rank = hierarchy.rank.start
    var isGood = true
    for turn in 0..<turns {
      let arc = hierarchy.arcOfTurn.start[turn]
      let from = rank[Int(columns.turnSource.start[turn])]
      let to = rank[Int(columns.turnTarget.start[turn])]
      if arc == .max {
        if from != to { isGood = false }
        continue
      }
      let (first, ends) =
        arc & 1 == 0 ? (hierarchy.upFirst, hierarchy.upHead) : (hierarchy.downFirst, hierarchy.downTail)
      let (low, high) = arc & 1 == 0 ? (from, to) : (to, from)
      let isOfLow = first.start[Int(low)] <= arc >> 1 && arc >> 1 < first.start[Int(low) + 1]
      if !isOfLow || ends.start[Int(arc >> 1)] != high { isGood = false }
    }
    try require(isGood, .hierarchyArcOfTurn)
  }

  /// Where u→x and x→w lead over a lower node x, u→w is an arc. Linear in the triangles but for short jumps.
  private func checkTriangles(_ nodes: Int) throws(RoadNetworkError) {
    let (upFirst, upHead) = (hierarchy.upFirst.start, hierarchy.upHead.start)
    let (downFirst, downTail) = (hierarchy.downFirst.start, hierarchy.downTail.start)
    var (hasUps, hasDowns) = (true, true)
    for lower in 0..<nodes {
      let ups = Int(upFirst[lower])..<Int(upFirst[lower + 1])
      let downs = Int(downFirst[lower])..<Int(downFirst[lower + 1])
      for down in downs {
        let tail = downTail[down]
        var row = RisingRow(upHead, Int(upFirst[Int(tail)])..<Int(upFirst[Int(tail) + 1]))
        for up in ups where upHead[up] > tail && !row.advance(to: upHead[up]) { hasUps = false }
      }
      for up in ups {
        let head = upHead[up]
        var row = RisingRow(downTail, Int(downFirst[Int(head)])..<Int(downFirst[Int(head) + 1]))
        for down in downs where downTail[down] > head && !row.advance(to: downTail[down]) { hasDowns = false }
      }
    }
    try require(hasUps, .hierarchyUpHead)
    try require(hasDowns, .hierarchyDownTail)
  }

  private func require(_ condition: Bool, _ section: Section) throws(RoadNetworkError) {
    guard condition else { throw .inconsistent(section: "\(section)") }
  }
}

/// A row of rising values, in which rising values are looked up one after another.
private struct RisingRow {
  private let values: UnsafePointer<UInt32>
  private var place: Int
  private let end: Int

  init(_ values: UnsafePointer<UInt32>, _ range: Range<Int>) {
    self.values = values
    (place, end) = (range.lowerBound, range.upperBound)
  }

  /// Goes on to the first value that is not below; whether it is the one asked for.
  mutating func advance(to value: UInt32) -> Bool {
    var step = 1
    while place + step < end, values[place + step] < value {
      place += step
      step *= 2
    }
    while step > 0 {
      if place + step < end, values[place + step] < value { place += step } else { step /= 2 }
    }
    if place < end, values[place] < value { place += 1 }
    return place < end && values[place] == value
  }
}
