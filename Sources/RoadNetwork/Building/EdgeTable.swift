import Geometry

/// The directed edges of the segments, with what turns need to know of them.
struct EdgeTable {
  private(set) var from: [UInt32] = []
  private(set) var to: [UInt32] = []
  /// Segment × 2, + 1 backward.
  private(set) var segment: [UInt32] = []
  private(set) var access: [ModeSet] = []
  private(set) var restricted: [ModeSet] = []
  private(set) var durationDrive: [UInt32] = []
  private(set) var durationTwoWheeler: [UInt32] = []
  private(set) var speedLimit: [UInt8] = []
  /// The directions at the start and at the end, in driving direction, degrees.
  private(set) var startBearing: [Double] = []
  private(set) var endBearing: [Double] = []
  /// The edges of each segment; `.max` where nobody may drive.
  private(set) var forwardEdge: [UInt32] = []
  private(set) var backwardEdge: [UInt32] = []

  var count: Int { from.count }

  init(segments: SegmentTable, ways: WayTable, nodes: NodeTable, ferries: FerryTimes) {
    for index in 0..<segments.count {
      let row = Int(segments.way[index])
      let way = ways.rows[row]
      let bearings = Self.bearings(of: index, segments: segments, nodes: nodes)
      let wholeWaySpeed = ferries.speed(ofRow: row)
      forwardEdge.append(
        append(
          index, way.forward, isForward: true, bearings: bearings, wholeWaySpeed: wholeWaySpeed, segments: segments))
      backwardEdge.append(
        append(
          index, way.backward, isForward: false, bearings: bearings, wholeWaySpeed: wholeWaySpeed, segments: segments))
    }
  }

  func isForward(_ edge: Int) -> Bool { segment[edge] & 1 == 0 }

  /// The same road in the other direction; nil if nobody may drive there.
  func reverse(of edge: Int) -> Int? {
    let segment = Int(segment[edge] >> 1)
    let reverse = isForward(edge) ? backwardEdge[segment] : forwardEdge[segment]
    return reverse == .max ? nil : Int(reverse)
  }

  private mutating func append(
    _ index: Int, _ rules: DirectionRow, isForward: Bool, bearings: (start: Double, end: Double),
    wholeWaySpeed: Double?, segments: SegmentTable
  ) -> UInt32 {
    guard !rules.access.isEmpty else { return .max }
    let edge = UInt32(truncatingIfNeeded: count)
    let length = Double(segments.lengthMillimeters[index])
    from.append(isForward ? segments.from[index] : segments.to[index])
    to.append(isForward ? segments.to[index] : segments.from[index])
    segment.append(UInt32(truncatingIfNeeded: index) << 1 | (isForward ? 0 : 1))
    access.append(rules.access)
    restricted.append(rules.restricted)
    speedLimit.append(rules.speedLimit)
    durationDrive.append(Self.milliseconds(length, wholeWaySpeed ?? Double(rules.driveSpeed) / 10))
    durationTwoWheeler.append(Self.milliseconds(length, wholeWaySpeed ?? Double(rules.twoWheelerSpeed) / 10))
    startBearing.append(isForward ? bearings.start : normalizedDegrees(bearings.end + 180))
    endBearing.append(isForward ? bearings.end : normalizedDegrees(bearings.start + 180))
    return edge
  }

  private static func milliseconds(_ lengthMillimeters: Double, _ speed: Double) -> UInt32 {
    UInt32(min(4e9, max(1, (lengthMillimeters * 3.6 / max(0.5, speed)).rounded())))
  }

  /// The directions of a segment at its two ends, in drawing direction.
  private static func bearings(
    of segment: Int, segments: SegmentTable, nodes: NodeTable
  ) -> (start: Double, end: Double) {
    let points = segments.pointIndices(of: segment)
    let start = bearing(along: points.lazy.map { nodes.coordinates[Int($0)] })
    let end = bearing(along: points.reversed().lazy.map { nodes.coordinates[Int($0)] })
    return (start, normalizedDegrees(end + 180))
  }

  /// The direction in which a line leaves its first point, seen over the first metres: the very first piece is often a
  /// drawing artefact of a wide junction.
  private static func bearing(along line: some Sequence<Coordinate>) -> Double {
    let lookahead = 12.0
    var start: Coordinate?
    var previous: Coordinate?
    var far: Coordinate?
    var travelled = 0.0
    for point in line {
      guard let first = start, let last = previous else {
        (start, previous) = (point, point)
        continue
      }
      let piece = distanceMeters(last, point)
      if travelled + piece >= lookahead {
        let fraction = piece > 0 ? (lookahead - travelled) / piece : 0
        return bearingDegrees(from: first, to: interpolated(from: last, to: point, fraction: fraction))
      }
      travelled += piece
      if point != first { far = point }
      previous = point
    }
    guard let start, let far else { return 0 }
    return bearingDegrees(from: start, to: far)
  }
}
