import RoadNetwork

/// A speed table as numbers to solve for.
struct SpeedUnknowns {
  /// Factors by place; hours by day, kind and hour; then turn factor, signal, junction, turning, start in seconds.
  private(set) var values: [Double]

  static let factorCount = RoadClass.allCases.count * Surroundings.allCases.count
  static let delays = factorCount + DayKind.allCases.count * TrafficKind.allCases.count * 24
  static let count = delays + 5

  static func place(_ day: DayKind, _ kind: TrafficKind, hour: Int) -> Int {
    factorCount + (day.rawValue * TrafficKind.allCases.count + kind.rawValue) * 24 + hour
  }

  /// Times beyond these are no traffic but a mistake of the data.
  static let bounds: [ClosedRange<Double>] =
    Array(repeating: 0.6...3.5, count: factorCount) + Array(repeating: 0.5...2.5, count: delays - factorCount)
    + [0...2, 0...30, 0...5, 0...15, 0...180]

  init(_ table: SpeedTable) {
    values = table.factors.map { Double($0) / 1_000 }
    for profile in table.hourProfiles { values += profile.permille.map { Double($0) / 1_000 } }
    values.append(Double(table.turnPermille) / 1_000)
    for delay in [
      table.signalDeciseconds, table.junctionDeciseconds, table.turningDeciseconds, table.startDeciseconds,
    ] { values.append(Double(delay) / 10) }
  }

  func replacing(_ values: [Double]) -> SpeedUnknowns {
    var other = self
    other.values = values
    return other
  }

  /// Rounded to what a table holds.
  func table(like template: SpeedTable) -> SpeedTable {
    func whole(_ value: Double, _ scale: Double) -> UInt16 { UInt16(min(max((value * scale).rounded(), 0), 60_000)) }
    var table = template
    for roadClass in RoadClass.allCases {
      for surroundings in Surroundings.allCases {
        let value = values[SpeedTable.place(roadClass, surroundings)]
        table.setPermille(whole(value, 1_000), roadClass, surroundings)
      }
    }
    for day in DayKind.allCases {
      for kind in TrafficKind.allCases {
        let hours = (0..<24).map { whole(values[Self.place(day, kind, hour: $0)], 1_000) }
        table.setHours(HourProfile(permille: hours), day, kind)
      }
    }
    table.turnPermille = whole(values[Self.delays], 1_000)
    table.signalDeciseconds = whole(values[Self.delays + 1], 10)
    table.junctionDeciseconds = whole(values[Self.delays + 2], 10)
    table.turningDeciseconds = whole(values[Self.delays + 3], 10)
    table.startDeciseconds = whole(values[Self.delays + 4], 10)
    return table
  }

  /// What a trip takes by these values.
  func seconds(for sample: SpeedSample) -> Double {
    var sum = sample.fixedSeconds
    for (number, amount) in Self.amounts(sample).enumerated() { sum += amount * values[Self.delays + number] }
    for kind in TrafficKind.allCases { sum += hour(sample, kind) * driving(sample, kind) }
    return sum
  }

  /// The same as a linear function near these values: Σ coefficient × unknown, equal to the trip's time less what is
  /// constant.
  func linearised(_ sample: SpeedSample) -> (terms: [(index: Int, coefficient: Double)], value: Double) {
    var terms: [(index: Int, coefficient: Double)] = []
    var value = sample.seconds - sample.fixedSeconds
    for (number, amount) in Self.amounts(sample).enumerated() where amount > 0 {
      terms.append((Self.delays + number, amount))
    }
    for kind in TrafficKind.allCases {
      let hour = hour(sample, kind)
      let driving = driving(sample, kind)
      guard driving > 0 else { continue }
      for (place, free) in sample.free.enumerated() where free > 0 && Self.kind(ofPlace: place) == kind {
        terms.append((place, free * hour))
      }
      for (index, weight) in Self.hours(sample, kind) { terms.append((index, weight * driving)) }
      // The product of factor and hour is bilinear: f·h ≈ f₀·h + h₀·f − f₀·h₀.
      value += hour * driving
    }
    return (terms, value)
  }

  /// The mean of the factors about a prior's, by the time driven.
  func overallFactor(relativeTo prior: SpeedUnknowns, _ samples: [SpeedSample]) -> Double {
    var (sum, weights) = (0.0, 0.0)
    for sample in samples {
      for (place, free) in sample.free.enumerated() where free > 0 {
        sum += free / sample.seconds * values[place] / prior.values[place]
        weights += free / sample.seconds
      }
    }
    return weights > 0 ? sum / weights : 1
  }

  private static func amounts(_ sample: SpeedSample) -> [Double] {
    [sample.turnSeconds, sample.signals, sample.junctions, sample.turnings, min(1, max(0, sample.meters / 300))]
  }

  private func driving(_ sample: SpeedSample, _ kind: TrafficKind) -> Double {
    var sum = 0.0
    for (place, free) in sample.free.enumerated() where free > 0 && Self.kind(ofPlace: place) == kind {
      sum += free * values[place]
    }
    return sum
  }

  private func hour(_ sample: SpeedSample, _ kind: TrafficKind) -> Double {
    Self.hours(sample, kind).reduce(0) { $0 + $1.weight * values[$1.index] }
  }

  /// The two hours around a moment, weighed as `HourProfile` does.
  private static func hours(_ sample: SpeedSample, _ kind: TrafficKind) -> [(index: Int, weight: Double)] {
    let place = (sample.moment.quarter * 30 + 15 - 60 + 2_880) % 2_880
    let (hour, rest) = (place / 120, Double(place % 120) / 120)
    return [
      (Self.place(sample.moment.day, kind, hour: hour), 1 - rest),
      (Self.place(sample.moment.day, kind, hour: (hour + 1) % 24), rest),
    ]
  }

  private static func kind(ofPlace place: Int) -> TrafficKind {
    place / Surroundings.allCases.count <= Int(RoadClass.trunk.rawValue) ? .fast : .other
  }
}
