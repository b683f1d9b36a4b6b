import Geometry

/// Checks at opening that no offset or id of a network leads outside of it.
struct ContentCheck {
  private let columns: Columns

  init(_ columns: Columns) { self.columns = columns }

  func run() throws(RoadNetworkError) {
    try checkNodes()
    try checkSegments()
    try checkEdges()
    try checkTurns()
    try checkStrings()
    try checkTree()
  }

  private func checkNodes() throws(RoadNetworkError) {
    let nodes = columns.nodeOSMID.count
    let canonical = columns.outEdge.count
    try require(columns.nodeCoordinate.count == nodes, .nodeCoordinate)
    try check(columns.nodeFirstOut, rows: nodes, end: canonical, .nodeFirstOut)
    try check(columns.outEdge, below: canonical, .outEdge)
    try checkCoordinates(columns.nodeCoordinate, .nodeCoordinate)
    try checkCoordinates(columns.pointCoordinate, .pointCoordinate)
  }

  private func checkSegments() throws(RoadNetworkError) {
    let segments = columns.segmentWay.count
    let canonical = columns.outEdge.count
    let strings = columns.stringOffset.count - 1
    try require(columns.pointOSMID.count == columns.pointCoordinate.count, .pointOSMID)
    try check(columns.segmentFirstPoint, rows: segments, end: columns.pointCoordinate.count, .segmentFirstPoint)
    try require(
      all(segments) { columns.segmentFirstPoint.start[$0 + 1] >= columns.segmentFirstPoint.start[$0] + 2 },
      .segmentFirstPoint)
    try require(columns.segmentName.count == segments, .segmentName)
    try require(columns.segmentRef.count == segments, .segmentRef)
    try check(columns.segmentName, below: strings, .segmentName)
    try check(columns.segmentRef, below: strings, .segmentRef)
    try require(columns.segmentFlags.count == segments, .segmentFlags)
    try require(columns.segmentClass.count == segments, .segmentClass)
    try require(columns.segmentLanes.count == segments, .segmentLanes)
    try require(columns.segmentCountry.count == segments, .segmentCountry)
    try require(columns.segmentLength.count == segments, .segmentLength)
    try require(columns.segmentByWay.count == segments, .segmentByWay)
    try check(columns.segmentByWay, below: segments, .segmentByWay)
    for (column, section, backward) in [
      (columns.segmentForwardEdge, Section.segmentForwardEdge, UInt32(0)),
      (columns.segmentBackwardEdge, .segmentBackwardEdge, 1),
    ] {
      try require(column.count == segments, section)
      try require(columns.edgeSegment.count >= canonical, .edgeSegment)
      try require(
        all(segments) { index in
          let edge = Int(column.start[index])
          return edge == UInt32.max
            || edge < canonical && columns.edgeSegment.start[edge] == UInt32(truncatingIfNeeded: index) << 1 | backward
        }, section)
    }
  }

  private func checkEdges() throws(RoadNetworkError) {
    let edges = columns.edgeFrom.count
    let canonical = columns.outEdge.count
    let nodes = columns.nodeOSMID.count
    try require(edges >= canonical && columns.shadowCanonical.count == edges - canonical, .shadowCanonical)
    try check(columns.shadowCanonical, below: canonical, .shadowCanonical)
    try require(columns.edgeTo.count == edges, .edgeTo)
    try check(columns.edgeFrom, below: nodes, .edgeFrom)
    try check(columns.edgeTo, below: nodes, .edgeTo)
    try require(columns.edgeSegment.count == edges, .edgeSegment)
    try check(columns.edgeSegment, below: 2 * columns.segmentWay.count, .edgeSegment)
    try require(columns.edgeAccess.count == edges, .edgeAccess)
    try require(columns.edgeSpeedLimit.count == edges, .edgeSpeedLimit)
    for (column, section) in [
      (columns.edgeDurationDrive, Section.edgeDurationDrive),
      (columns.edgeDurationTwoWheeler, .edgeDurationTwoWheeler),
    ] {
      try require(column.count == edges, section)
      try require(all(edges) { column.start[$0] > 0 }, section)
    }
    for (column, sizes, section) in [
      (columns.edgeComponentDrive, columns.componentSizeDrive, Section.edgeComponentDrive),
      (columns.edgeComponentTwoWheeler, columns.componentSizeTwoWheeler, .edgeComponentTwoWheeler),
    ] {
      try require(column.count == edges, section)
      try require(all(edges) { column.start[$0] == .max || Int(column.start[$0]) < sizes.count }, section)
    }
  }

  private func checkTurns() throws(RoadNetworkError) {
    let edges = columns.edgeFrom.count
    let turns = columns.turnTarget.count
    try check(columns.turnFirst, rows: edges, end: turns, .turnFirst)
    try check(columns.turnTarget, below: edges, .turnTarget)
    try require(columns.turnSource.count == turns, .turnSource)
    try check(columns.turnSource, below: edges, .turnSource)
    try require(columns.turnDuration.count == turns, .turnDuration)
    try require(columns.turnPenalty.count == turns, .turnPenalty)
    try require(columns.turnFlags.count == turns, .turnFlags)
    try require(columns.turnAngle.count == turns, .turnAngle)
    try check(columns.incomingFirst, rows: edges, end: turns, .incomingFirst)
    try require(columns.incomingTurn.count == turns, .incomingTurn)
    try check(columns.incomingTurn, below: turns, .incomingTurn)
    let strings = columns.stringOffset.count - 1
    for (column, bound, section) in [
      (columns.conditionalTurn, turns, Section.conditionalTurn), (columns.conditionalEdge, edges, .conditionalEdge),
    ] {
      try require(
        all(column.count) { Int(column.start[$0].id) < bound && Int(column.start[$0].text) < strings }, section)
    }
  }

  private func checkStrings() throws(RoadNetworkError) {
    try require(columns.stringOffset.count >= 1, .stringOffset)
    try check(
      columns.stringOffset, rows: columns.stringOffset.count - 1, end: columns.stringBytes.count, .stringOffset)
  }

  private func checkTree() throws(RoadNetworkError) {
    let levels = columns.treeLevel.count - 1
    try require(levels >= 0, .treeLevel)
    try check(columns.treeLevel, rows: levels, end: columns.treeBox.count, .treeLevel)
    try require(levels == 0 || Int(columns.treeLevel[1]) == columns.treeItem.count, .treeLevel)
    for level in 0..<max(0, levels - 1) {
      let below = Int(columns.treeLevel[level + 1] - columns.treeLevel[level])
      let count = Int(columns.treeLevel[level + 2] - columns.treeLevel[level + 1])
      try require(count == (below + SpatialIndex.fanout - 1) / SpatialIndex.fanout, .treeLevel)
    }
    try require(
      all(columns.treeItem.count) { index in
        let item = columns.treeItem.start[index]
        let segment = Int(item.segment)
        guard segment < columns.segmentWay.count else { return false }
        let first = columns.segmentFirstPoint.start
        return item.firstPoint < first[segment + 1] - first[segment] - 1
      }, .treeItem)
  }

  // MARK: Building blocks

  private func require(_ condition: Bool, _ section: Section) throws(RoadNetworkError) {
    guard condition else { throw .inconsistent(section: "\(section)") }
  }

  /// Whether a condition holds for every index; no early exit, so that the loop stays simple and fast.
  @inline(__always)
  private func all(_ count: Int, _ holds: (Int) -> Bool) -> Bool {
    var isGood = true
    for index in 0..<count where !holds(index) { isGood = false }
    return isGood
  }

  /// Row offsets: rise from 0 to the end.
  private func check(_ column: Column<UInt32>, rows: Int, end: Int, _ section: Section) throws(RoadNetworkError) {
    try require(column.count == rows + 1 && column[0] == 0 && Int(column[rows]) == end, section)
    try require(all(rows) { column.start[$0] <= column.start[$0 + 1] }, section)
  }

  private func check(_ column: Column<UInt32>, below bound: Int, _ section: Section) throws(RoadNetworkError) {
    try require(all(column.count) { Int(column.start[$0]) < bound }, section)
  }

  private func checkCoordinates(_ column: Column<Coordinate>, _ section: Section) throws(RoadNetworkError) {
    try require(all(column.count) { column.start[$0].isValid }, section)
  }
}
