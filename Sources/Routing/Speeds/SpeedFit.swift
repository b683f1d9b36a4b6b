import RoadNetwork

/// Fits a speed table to finished trips: robust, regularised, bounded, deterministic.
///
/// The sum of relative errors, too fast and too slow alike, is minimised by reweighted least squares (each round solves for all unknowns, linearised
/// about the last). Priors pull every class's factor toward the overall one, every hour toward its neighbours and the
/// general profile, and delays toward usual ones, so that what few trips drove stays sensible.
public struct SpeedFit: Sendable {
  /// How strongly priors hold: standard deviations, in the unit of what they pull.
  public struct Priors: Hashable, Sendable {
    /// Of a class's factor, relative to the overall factor.
    public var factor = 0.2
    /// Of the difference between a class's factors in denser and less dense surroundings, likewise.
    public var surroundings = 0.1
    /// Of an hour's factor about the general profile.
    public var hour = 0.5
    /// Of the difference between an hour and the next, both about the general profile.
    public var nextHour = 0.25
    /// Of the difference between kinds of roads in an hour, likewise.
    public var hourOfKind = 0.25
    /// Delays in seconds; a signal costs 2 to 15 s on the whole.
    public var turnFactor = Delay(mean: 1, deviation: 0.5)
    public var signal = Delay(mean: 6, deviation: 8)
    public var junction = Delay(mean: 0.5, deviation: 1)
    public var turning = Delay(mean: 2, deviation: 3)
    public var start = Delay(mean: 40, deviation: 60)

    public struct Delay: Hashable, Sendable {
      public var mean: Double
      public var deviation: Double
    }

    public init() {}
  }

  /// What is pulled to: the general table.
  public var general: SpeedTable
  public var priors = Priors()
  public var rounds = 40
  /// Relative errors below this count as squares: nothing is gained by fitting noise.
  private static let smallError = 0.05

  public init(general: SpeedTable = .general) { self.general = general }

  /// The table that suits the samples best. Without samples it is the general one.
  public func table(for samples: [SpeedSample]) -> SpeedTable {
    let usable = samples.filter { $0.seconds > 0 && $0.seconds.isFinite }
    guard !usable.isEmpty else { return general }
    var unknowns = SpeedUnknowns(general)
    for _ in 0..<rounds { unknowns = next(unknowns, usable) }
    var table = unknowns.table(like: general)
    table.tripCount = usable.count
    return table
  }

  private func next(_ unknowns: SpeedUnknowns, _ samples: [SpeedSample]) -> SpeedUnknowns {
    var equations = NormalEquations(count: unknowns.values.count)
    // Half as long is as wrong as twice as long: relative to the geometric mean of foretold and real.
    let errors = samples.map { sample -> (error: Double, unit: Double) in
      let foretold = unknowns.seconds(for: sample)
      let unit = (max(1, foretold) * sample.seconds).squareRoot()
      return (abs(foretold - sample.seconds) / unit, unit)
    }
    let scale = max(Self.smallError, errors.map { $0.error }.sorted()[errors.count / 2])
    for (sample, (error, unit)) in zip(samples, errors) {
      let (terms, value) = unknowns.linearised(sample)
      equations.add(
        terms.map { ($0.index, $0.coefficient / unit) }, equals: value / unit,
        weight: 1 / (max(error, Self.smallError) * scale))
    }
    addPriors(to: &equations, unknowns, samples)
    return unknowns.replacing(equations.solution(within: SpeedUnknowns.bounds))
  }

  private func addPriors(to equations: inout NormalEquations, _ unknowns: SpeedUnknowns, _ samples: [SpeedSample]) {
    func pull(_ terms: [(Int, Double)], to value: Double, deviation: Double) {
      equations.add(terms.map { ($0.0, $0.1) }, equals: value, weight: 1 / (deviation * deviation))
    }
    let prior = SpeedUnknowns(general)
    let overall = unknowns.overallFactor(relativeTo: prior, samples)
    for roadClass in RoadClass.allCases {
      let places = Surroundings.allCases.map { SpeedTable.place(roadClass, $0) }
      if roadClass == .ferry {
        // Timetables know no traffic.
        for place in places { pull([(place, 1)], to: prior.values[place], deviation: 0.001) }
        continue
      }
      for (number, place) in places.enumerated() {
        let expected = overall * prior.values[place]
        pull([(place, 1)], to: expected, deviation: priors.factor * expected)
        guard number > 0 else { continue }
        let step = expected - overall * prior.values[places[number - 1]]
        pull([(place, 1), (places[number - 1], -1)], to: step, deviation: priors.surroundings * overall)
      }
    }
    for day in DayKind.allCases {
      for hour in 0..<24 {
        let places = TrafficKind.allCases.map { SpeedUnknowns.place(day, $0, hour: hour) }
        for (kind, place) in zip(TrafficKind.allCases, places) {
          let next = SpeedUnknowns.place(day, kind, hour: (hour + 1) % 24)
          pull([(place, 1)], to: prior.values[place], deviation: priors.hour)
          pull(
            [(next, 1), (place, -1)], to: prior.values[next] - prior.values[place], deviation: priors.nextHour)
        }
        pull(
          [(places[0], 1), (places[1], -1)], to: prior.values[places[0]] - prior.values[places[1]],
          deviation: priors.hourOfKind)
      }
    }
    for (number, delay) in [priors.turnFactor, priors.signal, priors.junction, priors.turning, priors.start]
      .enumerated()
    {
      pull([(SpeedUnknowns.delays + number, 1)], to: delay.mean, deviation: delay.deviation)
    }
  }
}
