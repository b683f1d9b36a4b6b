internal import Geometry

/// Leaves points out of a line so that, walked at fitting speeds, the old and the new line are never farther apart
/// than the tolerance.
///
/// Douglas and Peucker (1973) with one more reason to keep a point: a line that turns back on itself. Distance to the
/// piece alone would drop the tip of a there-and-back, and the discrete Fréchet distance would grow with it.
enum LineSimplifier {
  static func simplify(_ line: [Coordinate], toleranceMeters: Double) -> [Coordinate] {
    guard line.count > 2 else { return line }
    var isKept = [Bool](repeating: false, count: line.count)
    isKept[0] = true
    isKept[line.count - 1] = true
    var pieces = [(first: 0, last: line.count - 1)]
    while let piece = pieces.popLast() {
      guard let split = worst(line, piece.first, piece.last, toleranceMeters) else { continue }
      isKept[split] = true
      pieces.append((piece.first, split))
      pieces.append((split, piece.last))
    }
    return line.indices.filter { isKept[$0] }.map { line[$0] }
  }

  /// The point between two that deviates most from the straight piece; nil when none deviates too much.
  private static func worst(_ line: [Coordinate], _ first: Int, _ last: Int, _ tolerance: Double) -> Int? {
    guard last > first + 1 else { return nil }
    let plane = LocalPlane(origin: line[first])
    let end = plane.position(of: line[last])
    let length = (end.x * end.x + end.y * end.y).squareRoot()
    var farthestAlong = 0.0
    var worst: (index: Int, deviation: Double)?
    for index in (first + 1)..<last {
      let point = plane.position(of: line[index])
      let along = length > 0 ? (point.x * end.x + point.y * end.y) / length : 0
      let clamped = min(max(along, 0), length)
      let foot = length > 0 ? (x: end.x / length * clamped, y: end.y / length * clamped) : (x: 0, y: 0)
      let (dx, dy) = (point.x - foot.x, point.y - foot.y)
      let deviation = max((dx * dx + dy * dy).squareRoot(), farthestAlong - clamped)
      farthestAlong = max(farthestAlong, clamped)
      if deviation > tolerance, deviation > worst?.deviation ?? 0 { worst = (index, deviation) }
    }
    return worst?.index
  }
}
