/// Which samples of a line can be matched to the place reached on the roads, when both are walked forward only and
/// never lie farther apart than the tolerance: one row of the discrete Fréchet distance's free-space diagram, as
/// ranges of indices.
///
/// Eiter and Mannila, "Computing Discrete Fréchet Distance" (1994); on road graphs Alt, Efrat, Rote and Wenk,
/// "Matching planar maps" (2003).
struct LineReach: Equatable {
  struct Run: Hashable {
    var low: Int
    var high: Int
  }

  /// Ascending, disjoint.
  private(set) var runs: [Run]

  init(runs: [Run]) { self.runs = runs }

  /// What is reached when both walks begin: the first samples, as long as they are near.
  init(start point: (x: Double, y: Double), of line: SampledLine, tolerance: Double) {
    runs = []
    guard line.squareDistance(0, to: point) <= tolerance * tolerance else { return }
    runs = [Run(low: 0, high: Self.end(of: line, from: 0, near: point, tolerance * tolerance))]
  }

  var isEmpty: Bool { runs.isEmpty }

  func reaches(_ index: Int) -> Bool { runs.last?.high == index }

  /// What is reached when the walk on the roads takes a step to `point`.
  mutating func step(to point: (x: Double, y: Double), of line: SampledLine, tolerance: Double) {
    let square = tolerance * tolerance
    var next: [Run] = []
    for run in runs {
      var index = max(run.low, (next.last?.high ?? -1) + 1)
      while index <= min(run.high + 1, line.lastIndex) {
        if line.squareDistance(index, to: point) <= square {
          // From a near sample every following near one is reached by standing still on the roads.
          let end = Self.end(of: line, from: index, near: point, square)
          next.append(Run(low: index, high: end))
          index = end + 1
        } else {
          index += 1
        }
      }
    }
    runs = next
  }

  /// The squared distance from a point to the nearest sample reached.
  func squareDistance(from point: (x: Double, y: Double), on line: SampledLine) -> Double {
    var least = Double.infinity
    for run in runs {
      for index in run.low...run.high { least = min(least, line.squareDistance(index, to: point)) }
    }
    return least
  }

  private static func end(
    of line: SampledLine, from start: Int, near point: (x: Double, y: Double), _ square: Double
  ) -> Int {
    var end = start
    while end < line.lastIndex, line.squareDistance(end + 1, to: point) <= square { end += 1 }
    return end
  }
}
