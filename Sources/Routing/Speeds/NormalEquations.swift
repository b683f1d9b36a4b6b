/// Weighted least squares with bounds: sums rows, then solves by Cholesky's decomposition.
struct NormalEquations {
  let count: Int
  private var matrix: [Double]
  private var right: [Double]

  init(count: Int) {
    self.count = count
    matrix = Array(repeating: 0, count: count * count)
    right = Array(repeating: 0, count: count)
  }

  /// One equation Σ coefficient × unknown = value, each unknown at most once.
  mutating func add(_ terms: [(index: Int, coefficient: Double)], equals value: Double, weight: Double) {
    for (row, a) in terms {
      right[row] += weight * a * value
      for (column, b) in terms { matrix[row * count + column] += weight * a * b }
    }
  }

  /// The solution within bounds: unknowns that leave theirs are held at them, one round after another.
  func solution(within bounds: [ClosedRange<Double>]) -> [Double] {
    var held: [Double?] = Array(repeating: nil, count: count)
    var result = [Double](repeating: 0, count: count)
    for _ in 0..<count {
      result = solution(holding: held)
      var isDone = true
      for index in 0..<count where held[index] == nil && !bounds[index].contains(result[index]) {
        held[index] = min(max(result[index], bounds[index].lowerBound), bounds[index].upperBound)
        isDone = false
      }
      if isDone { break }
    }
    return zip(result, bounds).map { min(max($0, $1.lowerBound), $1.upperBound) }
  }

  private func solution(holding held: [Double?]) -> [Double] {
    let free = held.indices.filter { held[$0] == nil }
    let size = free.count
    var lower = [Double](repeating: 0, count: size * size)
    var x = [Double](repeating: 0, count: size)
    for (i, row) in free.enumerated() {
      x[i] = right[row]
      for (column, value) in held.enumerated() {
        if let value { x[i] -= matrix[row * count + column] * value }
      }
      for j in 0...i { lower[i * size + j] = matrix[row * count + free[j]] }
    }
    lower.withUnsafeMutableBufferPointer { lower in
      x.withUnsafeMutableBufferPointer { x in Self.solve(lower, x) }
    }
    var result = held.map { $0 ?? 0 }
    for (i, index) in free.enumerated() { result[index] = x[i] }
    return result
  }

  /// Turns the lower half of a positive definite matrix into its factor, and the right side into the solution.
  private static func solve(_ lower: UnsafeMutableBufferPointer<Double>, _ x: UnsafeMutableBufferPointer<Double>) {
    let size = x.count
    for i in 0..<size {
      for j in 0...i {
        var sum = lower[i * size + j]
        for k in 0..<j { sum -= lower[i * size + k] * lower[j * size + k] }
        // An unknown that nothing speaks of stays at 0.
        lower[i * size + j] = i == j ? max(sum, 1e-9).squareRoot() : sum / lower[j * size + j]
      }
      for k in 0..<i { x[i] -= lower[i * size + k] * x[k] }
      x[i] /= lower[i * size + i]
    }
    for i in stride(from: size - 1, through: 0, by: -1) {
      for k in i + 1..<max(size, i + 1) { x[i] -= lower[k * size + i] * x[k] }
      x[i] /= lower[i * size + i]
    }
  }
}
