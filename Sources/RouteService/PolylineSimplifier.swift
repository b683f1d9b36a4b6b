import Geometry

/// Leaves points out of a line as long as it stays within a tolerance (Douglas and Peucker 1973).
struct PolylineSimplifier {
  let toleranceMeters: Double

  /// What an overview of a line may be off: a thousandth of its length, between 2 and 50 m.
  static func overview(of line: [Coordinate]) -> [Coordinate] {
    PolylineSimplifier(toleranceMeters: min(50, max(2, lengthMeters(line) / 1_000))).simplify(line)
  }

  /// The points kept, first and last always. Quadratic at worst, without recursion.
  func simplify(_ line: [Coordinate]) -> [Coordinate] {
    guard line.count > 2 else { return line }
    var isKept = [Bool](repeating: false, count: line.count)
    isKept[0] = true
    isKept[line.count - 1] = true
    var open = [(0, line.count - 1)]
    while let (first, last) = open.popLast() {
      guard let (index, distance) = farthest(line, first, last), distance > toleranceMeters else { continue }
      isKept[index] = true
      open.append((first, index))
      open.append((index, last))
    }
    return line.indices.filter { isKept[$0] }.map { line[$0] }
  }

  private func farthest(_ line: [Coordinate], _ first: Int, _ last: Int) -> (Int, Double)? {
    var worst: (index: Int, distance: Double)?
    for index in (first + 1)..<max(first + 1, last) {
      let projection = SegmentProjection(of: line[index], ontoSegmentFrom: line[first], to: line[last])
      if projection.distanceMeters > worst?.distance ?? -1 { worst = (index, projection.distanceMeters) }
    }
    return worst.map { ($0.index, $0.distance) }
  }
}
