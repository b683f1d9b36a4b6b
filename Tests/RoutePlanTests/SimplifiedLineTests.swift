import Geometry
import TestSupport
import Testing

@testable import RoutePlan

@Suite("Simplified lines")
struct SimplifiedLineTests {
  private let origin = Coordinate(latitudeE7: 411_480_000, longitudeE7: -86_110_000)

  private func line(_ points: [(Double, Double)]) -> [Coordinate] {
    points.map { LocalPlane(origin: origin).coordinate(x: $0.0, y: $0.1) }
  }

  @Test("points on a straight piece go, corners stay")
  func corners() {
    let points = line([(0, 0), (50, 0.5), (100, 0), (100, 50), (100.5, 80), (100, 100)])
    #expect(LineSimplifier.simplify(points, toleranceMeters: 2) == [points[0], points[2], points[5]])
  }

  @Test("the tip of a there-and-back stays, though it lies on the straight piece")
  func tips() {
    let points = line([(0, 0), (100, 0), (40, 0), (200, 0)])
    #expect(LineSimplifier.simplify(points, toleranceMeters: 2) == points)
    let closed = line([(0, 0), (50, 0), (0, 0)])
    #expect(LineSimplifier.simplify(closed, toleranceMeters: 2) == closed)
  }

  @Test("lines of up to two points are left alone")
  func short() {
    for count in 0...2 {
      let points = Array(line([(0, 0), (1, 1)]).prefix(count))
      #expect(LineSimplifier.simplify(points, toleranceMeters: 2) == points)
    }
  }

  @Test(
    "the simplified line stays near the line as it was, walked forward only",
    arguments: Seeds.fromEnvironment(count: 10))
  func tolerance(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let plane = LocalPlane(origin: origin)
    for _ in 0..<20 {
      var (x, y) = (0.0, 0.0)
      let points = line(
        (0..<random.number(in: 3...25)).map { _ in
          x += Double(random.number(in: -6...15))
          y += Double(random.number(in: -5...5))
          return (x, y)
        })
      let simple = LineSimplifier.simplify(points, toleranceMeters: 2)
      let distance = frechet(sampled(points, plane), sampled(simple, plane))
      // Half a step of the sampling, 1 m, is added to the tolerance.
      #expect(distance <= 2 + 0.55, "seed \(seed)")
    }
  }

  private func sampled(_ line: [Coordinate], _ plane: LocalPlane) -> [(x: Double, y: Double)] {
    var points: [(x: Double, y: Double)] = []
    for (a, b) in zip(line, line.dropFirst()) {
      let (from, to) = (plane.position(of: a), plane.position(of: b))
      let count = max(1, Int(distanceMeters(a, b).rounded(.up)))
      for step in 0...count {
        let part = Double(step) / Double(count)
        points.append((from.x + part * (to.x - from.x), from.y + part * (to.y - from.y)))
      }
    }
    return points
  }

  private func frechet(_ a: [(x: Double, y: Double)], _ b: [(x: Double, y: Double)]) -> Double {
    var row = [Double](repeating: .infinity, count: b.count)
    for (i, p) in a.enumerated() {
      var next = [Double](repeating: .infinity, count: b.count)
      for (j, q) in b.enumerated() {
        let distance = ((p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y)).squareRoot()
        let before = i == 0 && j == 0 ? 0 : min(row[j], j > 0 ? min(next[j - 1], row[j - 1]) : .infinity)
        next[j] = max(distance, before)
      }
      row = next
    }
    return row[b.count - 1]
  }
}
