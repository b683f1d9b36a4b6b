import Geometry
import TestSupport
import Testing

@testable import MapMatching

@Suite("The reach of a line")
struct LineReachTests {
  /// The definition: Eiter and Mannila's recursion over all pairs.
  private func frechet(_ a: [(x: Double, y: Double)], _ b: [(x: Double, y: Double)]) -> Double {
    var row = [Double](repeating: .infinity, count: b.count)
    for (i, p) in a.enumerated() {
      var next = [Double](repeating: .infinity, count: b.count)
      for (j, q) in b.enumerated() {
        let distance = ((p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y)).squareRoot()
        let before =
          i == 0 && j == 0
          ? 0
          : min(row[j], j > 0 ? min(next[j - 1], row[j - 1]) : .infinity)
        next[j] = max(distance, before)
      }
      row = next
    }
    return row[b.count - 1]
  }

  @Test(
    "it reaches the line's end exactly where the discrete Fréchet distance allows",
    arguments: Seeds.fromEnvironment(count: 20))
  func oracle(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var reached = 0
    for _ in 0..<50 {
      // Two wandering lines on a small field, so that they cross, turn back and touch.
      func line() -> [Coordinate] {
        var (x, y) = (0, 0)
        return (0..<random.number(in: 1...8)).map { _ in
          (x, y) = (x + random.number(in: -60...90), y + random.number(in: -60...60))
          return Coordinate(latitudeE7: Int32(480_000_000 + y), longitudeE7: Int32(110_000_000 + x))
        }
      }
      let drawn = try #require(SampledLine(line()))
      let other = line()
      var walked: [(x: Double, y: Double)] = []
      for coordinate in other {
        let place = drawn.plane.position(of: coordinate)
        if let last = walked.last {
          SampledLine.forEachStep(from: last, to: place) { point, _ in walked.append(point) }
        } else {
          walked.append(place)
        }
      }
      let tolerance = Double(random.number(in: 2...12))
      var reach = LineReach(start: walked[0], of: drawn, tolerance: tolerance)
      for point in walked.dropFirst() { reach.step(to: point, of: drawn, tolerance: tolerance) }
      let isNear = frechet(drawn.points, walked) <= tolerance
      #expect(reach.reaches(drawn.lastIndex) == isNear, "seed \(seed)")
      if isNear { reached += 1 }
    }
    #expect(reached > 0, "seed \(seed)")
  }
}
