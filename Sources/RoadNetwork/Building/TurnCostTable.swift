/// The time a turn's angle costs, worked out once for each degree.
struct TurnCostTable {
  /// Deciseconds by degree 0 … 180, for turns to the near side and across the oncoming side.
  private let near: [Double]
  private let across: [Double]

  init(_ model: TurnCostModel) {
    let bias = max(0.1, model.crossingBias)
    near = (0...180).map { Self.seconds(Double($0), steepness: 13 / bias, shift: 6.5 * bias, model) * 10 }
    across = (0...180).map { Self.seconds(Double($0), steepness: 13 * bias, shift: 6.5 / bias, model) * 10 }
  }

  /// Deciseconds for a turn angle (right positive) where traffic keeps right or left.
  func deciseconds(angle: Int, leftHandTraffic: Bool) -> Double {
    let isAcross = leftHandTraffic ? angle > 0 : angle < 0
    let degrees = min(180, abs(angle))
    return isAcross ? across[degrees] : near[degrees]
  }

  private static func seconds(_ degrees: Double, steepness: Double, shift: Double, _ model: TurnCostModel) -> Double {
    model.angleSeconds / (1 + exponential(-(steepness * degrees / 180 - shift)))
  }

  /// eˣ for |x| < 20 from + − × ÷ alone, the same bits on every machine.
  private static func exponential(_ x: Double) -> Double {
    let part = x / 1_024
    var power = 1 + part * (1 + part / 2 * (1 + part / 3 * (1 + part / 4 * (1 + part / 5))))
    for _ in 0..<10 { power *= power }
    return power
  }
}
