/// A ferry line of several ways whose time is known as a whole.
struct FerryRoute {
  /// OpenStreetMap ids.
  var ways: [Int64]
  /// The ways of these that only lead back: their length is not part of the crossing.
  var backwardWays: Set<Int64>
  var seconds: Double
}

/// The speeds of ways whose time is known as a whole, or that follow from the length of a ferry's line.
///
/// `duration` belongs to the whole way, however it is cut (osrm-backend#494, valhalla#839); where only the relation of
/// the line has one, it is shared out over the line (osrm-backend#1405).
struct FerryTimes {
  /// Meters in the network, by the way's row.
  private var lengths: [Double]
  /// By the way's row; 0 if not known.
  private var seconds: [Double]
  private let ways: WayTable

  init(_ routes: [FerryRoute], segments: SegmentTable, ways: WayTable) {
    self.ways = ways
    lengths = [Double](repeating: 0, count: ways.rows.count)
    for index in 0..<segments.count {
      lengths[Int(segments.way[index])] += Double(segments.lengthMillimeters[index]) / 1_000
    }
    seconds = ways.rows.map { Double($0.wholeWaySeconds) }
    guard !routes.isEmpty else { return }
    let needed = Set(routes.flatMap(\.ways))
    var rowOfWay: [Int64: Int] = [:]
    for (row, way) in ways.rows.enumerated() where needed.contains(way.id) { rowOfWay[way.id] = row }
    for route in routes { share(route, rowOfWay) }
  }

  private mutating func share(_ route: FerryRoute, _ rowOfWay: [Int64: Int]) {
    // The time is for the whole line: an extract that has only a part of it cannot share it out.
    guard route.ways.allSatisfy({ rowOfWay[$0] != nil }) else { return }
    var rest = route.seconds
    var restMeters = 0.0
    var open: [Int] = []
    for way in route.ways {
      guard let row = rowOfWay[way], ways.rows[row].flags.contains(.ferry), !open.contains(row) else { continue }
      let isCounted = !route.backwardWays.contains(way)
      if seconds[row] > 0 {
        if isCounted { rest -= seconds[row] }
      } else {
        open.append(row)
        if isCounted { restMeters += lengths[row] }
      }
    }
    guard rest > 0, restMeters > 0 else { return }
    for row in open where lengths[row] > 0 { seconds[row] = rest * lengths[row] / restMeters }
  }

  /// Kilometres an hour; nil for what is no ferry and has no time of its own.
  func speed(ofRow row: Int) -> Double? {
    if seconds[row] > 0 { return lengths[row] / seconds[row] * 3.6 }
    guard ways.rows[row].flags.contains(.ferry) else { return nil }
    // Without a timetable: short crossings are slow (GraphHopper's values); boarding is a cost of the turn.
    if lengths[row] < 1_000 { return 5 }
    return lengths[row] < 30_000 ? 15 : 30
  }
}
