import Geometry

/// The ways cut at junctions.
struct SegmentTable {
  /// The way's row.
  private(set) var way: [UInt32] = []
  /// Where a segment's points start in `points`; one more at the end.
  private(set) var firstPoint: [UInt32] = [0]
  /// Indices into the node table.
  private(set) var points: [UInt32] = []
  /// Junction numbers.
  private(set) var from: [UInt32] = []
  private(set) var to: [UInt32] = []
  private(set) var lengthMillimeters: [UInt32] = []
  /// The node of each junction, an index into the node table.
  private(set) var junctions: [UInt32] = []
  private(set) var missingNodes = 0
  private(set) var splitWays = 0
  private(set) var emptyWays = 0

  var count: Int { way.count }

  init(ways: WayTable, nodes: NodeTable) {
    var uses = [UInt8](repeating: 0, count: nodes.ids.count)
    for row in ways.rows.indices { count(uses: &uses, of: row, ways: ways, nodes: nodes) }
    for index in uses.indices where nodes.attributes[index] != [] && uses[index] > 0 { uses[index] = 2 }
    let numbers = numberJunctions(uses: uses, nodes: nodes)
    for row in ways.rows.indices { cut(row, numbers: numbers, ways: ways, nodes: nodes) }
    sortByPlace()
    measure(nodes: nodes)
  }

  func pointIndices(of segment: Int) -> ArraySlice<UInt32> {
    points[Int(firstPoint[segment])..<Int(firstPoint[segment + 1])]
  }

  // MARK: Steps

  /// The parts of a way between nodes that the map lacks, without repeated nodes, each of at least two nodes.
  private func parts(of row: Int, ways: WayTable, nodes: NodeTable) -> (parts: [[UInt32]], missing: Int) {
    let way = ways.rows[row]
    var parts: [[UInt32]] = []
    var part: [UInt32] = []
    var missing = 0
    for node in ways.nodes[way.firstNode..<(way.firstNode + Int(way.nodeCount))] {
      if nodes.isMissing(node) {
        missing += 1
        if part.count > 1 { parts.append(part) }
        part.removeAll()
      } else if part.last.map({ nodes.place(of: $0) != nodes.place(of: node) }) ?? true {
        part.append(node)
      }
    }
    if part.count > 1 { parts.append(part) }
    return (parts, missing)
  }

  private mutating func count(uses: inout [UInt8], of row: Int, ways: WayTable, nodes: NodeTable) {
    let (parts, missing) = parts(of: row, ways: ways, nodes: nodes)
    missingNodes += missing
    if parts.isEmpty { emptyWays += 1 } else if missing > 0 { splitWays += 1 }
    for part in parts {
      for (position, node) in part.enumerated() {
        let place = Int(nodes.place(of: node))
        let isEnd = position == 0 || position == part.count - 1
        uses[place] = min(2, uses[place] + (isEnd ? 2 : 1))
      }
    }
  }

  /// Numbers the junctions along a Hilbert curve, so that what is near on earth is near in the file.
  private mutating func numberJunctions(uses: [UInt8], nodes: NodeTable) -> [UInt32] {
    var order: [(place: UInt64, node: UInt32)] = []
    for index in uses.indices where uses[index] >= 2 {
      order.append((HilbertCurve.position(nodes.coordinates[index]), UInt32(truncatingIfNeeded: index)))
    }
    order.sort { ($0.place, $0.node) < ($1.place, $1.node) }
    junctions = order.map(\.node)
    var numbers = [UInt32](repeating: .max, count: uses.count)
    for (number, entry) in order.enumerated() { numbers[Int(entry.node)] = UInt32(truncatingIfNeeded: number) }
    return numbers
  }

  private mutating func cut(_ row: Int, numbers: [UInt32], ways: WayTable, nodes: NodeTable) {
    for part in parts(of: row, ways: ways, nodes: nodes).parts {
      var start = 0
      for position in 1..<part.count {
        let number = numbers[Int(nodes.place(of: part[position]))]
        guard number != .max else { continue }
        way.append(UInt32(truncatingIfNeeded: row))
        from.append(numbers[Int(nodes.place(of: part[start]))])
        to.append(number)
        points.append(contentsOf: part[start...position])
        firstPoint.append(UInt32(truncatingIfNeeded: points.count))
        start = position
      }
    }
  }

  private mutating func sortByPlace() {
    // Cutting went along the ways, so equal ends keep the way's order by the index.
    let order = (0..<count).sorted { (from[$0], to[$0], $0) < (from[$1], to[$1], $1) }
    var sortedPoints: [UInt32] = []
    sortedPoints.reserveCapacity(points.count)
    var sortedFirst: [UInt32] = [0]
    sortedFirst.reserveCapacity(count + 1)
    for segment in order {
      sortedPoints.append(contentsOf: pointIndices(of: segment))
      sortedFirst.append(UInt32(truncatingIfNeeded: sortedPoints.count))
    }
    way = order.map { way[$0] }
    from = order.map { from[$0] }
    to = order.map { to[$0] }
    wayPosition = order.map { UInt32(truncatingIfNeeded: $0) }
    points = sortedPoints
    firstPoint = sortedFirst
  }

  /// A number that rises along each way.
  private(set) var wayPosition: [UInt32] = []

  private mutating func measure(nodes: NodeTable) {
    lengthMillimeters.reserveCapacity(count)
    for segment in 0..<count {
      let meters = lengthMeters(pointIndices(of: segment).lazy.map { nodes.coordinates[Int($0)] })
      lengthMillimeters.append(UInt32(min(4e9, max(1, (meters * 1_000).rounded()))))
    }
  }
}
