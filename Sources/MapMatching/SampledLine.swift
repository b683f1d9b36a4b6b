internal import Geometry

/// A line as points at most a step apart, on a plane.
struct SampledLine {
  static let stepMeters = 2.0
  /// A longer line is refused: as long as the longest road.
  static let maximumMeters = 5_000_000.0

  let plane: LocalPlane
  private(set) var points: [(x: Double, y: Double)]

  /// Nil for a line without points or one that is too long.
  init?(_ line: [Coordinate]) {
    guard let first = line.first, lengthMeters(line) <= Self.maximumMeters else { return nil }
    plane = LocalPlane(origin: first)
    points = [(0, 0)]
    for coordinate in line.dropFirst() {
      let (from, to) = (points[points.count - 1], plane.position(of: coordinate))
      Self.forEachStep(from: from, to: to) { point, _ in points.append(point) }
    }
  }

  var lastIndex: Int { points.count - 1 }

  func squareDistance(_ index: Int, to point: (x: Double, y: Double)) -> Double {
    let (dx, dy) = (points[index].x - point.x, points[index].y - point.y)
    return dx * dx + dy * dy
  }

  /// Calls `body` with points at most a step apart, `to` included and `from` not, and their distance from `from`.
  static func forEachStep(
    from: (x: Double, y: Double), to: (x: Double, y: Double), _ body: ((x: Double, y: Double), Double) -> Void
  ) {
    let (dx, dy) = (to.x - from.x, to.y - from.y)
    let length = (dx * dx + dy * dy).squareRoot()
    guard length > 0, length <= 2 * maximumMeters else { return }
    let count = max(1, Int((length / stepMeters).rounded(.up)))
    for number in 1...count {
      let part = Double(number) / Double(count)
      body((from.x + part * dx, from.y + part * dy), part * length)
    }
  }
}
