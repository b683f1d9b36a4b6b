import RoadNetwork
import TestSupport
import Testing

@testable import Routing

/// Trips made up from a known table must give that table back.
struct SpeedFitTests {
  private static let truth: SpeedTable = {
    var table = SpeedTable.general
    for surroundings in Surroundings.allCases {
      table.setPermille(1_200, .motorway, surroundings)
      table.setPermille(1_700, .primary, surroundings)
      table.setPermille(1_500, .residential, surroundings)
    }
    table.signalDeciseconds = 90
    table.startDeciseconds = 500
    var hours = SpeedTable.general.hours(.weekday, .other).permille
    for hour in 7...9 { hours[hour] += 250 }
    table.setHours(HourProfile(permille: hours), .weekday, .other)
    return table
  }()

  /// Fewer rounds than a calibration has: a table to these tolerances needs no more.
  private static let fit: SpeedFit = {
    var fit = SpeedFit()
    fit.rounds = 12
    return fit
  }()

  private func samples(_ count: Int, noise: Double, seed: UInt64 = 20_240_601) -> [SpeedSample] {
    var random = SeededRandom(seed: seed)
    let truth = SpeedUnknowns(Self.truth)
    return (0..<count).map { _ in
      var free = [Double](repeating: 0, count: SpeedUnknowns.factorCount)
      for roadClass in [RoadClass.motorway, .primary, .residential] {
        for surroundings in Surroundings.allCases {
          free[SpeedTable.place(roadClass, surroundings)] = random.unit() * 150
        }
      }
      var sample = SpeedSample(
        seconds: 1, meters: 5_000, moment: DayQuarter(day: .weekday, quarter: Int(random.unit() * 96)), free: free,
        turnSeconds: random.unit() * 60, signals: (random.unit() * 12).rounded(),
        junctions: (random.unit() * 40).rounded(), turnings: (random.unit() * 8).rounded())
      sample.seconds = truth.seconds(for: sample) * (1 + noise * (random.unit() + random.unit() - 1))
      return sample
    }
  }

  @Test("the table that trips were made from is found again")
  func recovery() {
    let found = Self.fit.table(for: samples(400, noise: 0.1))
    #expect(found.tripCount == 400)
    for roadClass in [RoadClass.motorway, .primary, .residential] {
      for surroundings in Surroundings.allCases {
        let (real, fitted) = (Self.truth.permille(roadClass, surroundings), found.permille(roadClass, surroundings))
        #expect(abs(Double(fitted) / Double(real) - 1) < 0.12, "\(roadClass) \(surroundings): \(fitted), not \(real)")
      }
    }
    #expect(abs(Int(found.signalDeciseconds) - 90) < 25)
    #expect(abs(Int(found.startDeciseconds) - 500) < 120)
    let judged = samples(200, noise: 0, seed: 7)
    let fitted = SpeedUnknowns(found)
    let errors = judged.map { abs(fitted.seconds(for: $0) / $0.seconds - 1) }.sorted()
    #expect(errors[100] < 0.03)
  }

  @Test("trips that stood still for an hour do not spoil the table")
  func robustness() {
    var spoiled = samples(400, noise: 0.1)
    for index in stride(from: 0, to: 400, by: 10) { spoiled[index].seconds += 3_600 }
    let fitted = SpeedUnknowns(Self.fit.table(for: spoiled))
    let judged = samples(200, noise: 0, seed: 7)
    let errors = judged.map { abs(fitted.seconds(for: $0) / $0.seconds - 1) }.sorted()
    #expect(errors[100] < 0.05)
  }

  @Test("classes that no trip drove follow the overall factor, and hours without trips their neighbours")
  func shrinkage() {
    let found = Self.fit.table(for: samples(400, noise: 0.1))
    let tertiary =
      Double(found.permille(.tertiary, .builtUp)) / Double(SpeedTable.general.permille(.tertiary, .builtUp))
    #expect(tertiary > 1.05)
    #expect(tertiary < 1.5)
    var early = samples(400, noise: 0.1)
    early.removeAll { $0.moment.quarter >= 44 }
    let hours = Self.fit.table(for: early).hours(.weekday, .other).permille
    #expect(hours.allSatisfy { (500...2_500).contains($0) })
  }

  @Test("without trips the general table holds, and one trip moves it little")
  func few() {
    #expect(Self.fit.table(for: []) == .general)
    var one = samples(1, noise: 0)
    one[0].seconds *= 10
    let found = Self.fit.table(for: one)
    #expect(
      SpeedUnknowns(found).values.enumerated().allSatisfy { SpeedUnknowns.bounds[$0.offset].contains($0.element) })
  }

  @Test("the order of trips and a second run change nothing that matters")
  func determinism() {
    let trips = samples(200, noise: 0.2)
    let first = Self.fit.table(for: trips)
    #expect(Self.fit.table(for: trips) == first)
  }

  @Test("least squares find the solution, and the nearest one within bounds")
  func equations() {
    var equations = NormalEquations(count: 2)
    equations.add([(0, 1), (1, 1)], equals: 3, weight: 1)
    equations.add([(0, 1), (1, -1)], equals: 1, weight: 1)
    let free = equations.solution(within: [-9...9, -9...9])
    #expect(abs(free[0] - 2) < 1e-6 && abs(free[1] - 1) < 1e-6)
    let bounded = equations.solution(within: [-9...9, 2...9])
    #expect(bounded[1] == 2 && abs(bounded[0] - 2) < 1e-6)
  }
}

extension SeededRandom {
  fileprivate mutating func unit() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }
}
