public import RoadNetwork

/// A finished trip as a fit sees it: what its road would take in free flow, by kind, and what it took.
public struct SpeedSample: Hashable, Sendable {
  /// What it took, from the first fix to the last.
  public var seconds: Double
  public var meters: Double
  /// When it was half done.
  public var moment: DayQuarter
  /// Seconds of free flow by place in the table.
  public var free: [Double]
  /// Seconds of the turns' angles and ranks.
  public var turnSeconds: Double
  /// Seconds that no table changes.
  public var fixedSeconds: Double
  public var signals: Double
  public var junctions: Double
  public var turnings: Double

  public init(
    seconds: Double, meters: Double, moment: DayQuarter, free: [Double], turnSeconds: Double = 0,
    fixedSeconds: Double = 0, signals: Double = 0, junctions: Double = 0, turnings: Double = 0
  ) {
    self.seconds = seconds
    self.meters = meters
    self.moment = moment
    self.free = free
    self.turnSeconds = turnSeconds
    self.fixedSeconds = fixedSeconds
    self.signals = signals
    self.junctions = junctions
    self.turnings = turnings
  }

  /// - Parameters:
  ///   - departureMillis: event time of the first fix.
  ///   - seconds: to the last fix.
  public init(_ path: EdgePath, mode: TravelMode, departureMillis: Int64, seconds: Double, on model: SpeedModel) {
    let network = model.network
    self.seconds = seconds
    let half = seconds.isFinite && abs(seconds) < 1e9 ? Int64(seconds * 500) : 0
    moment = model.quarter(atMillis: departureMillis.addingReportingOverflow(half).partialValue)
    free = Array(repeating: 0, count: model.table.factors.count)
    (meters, turnSeconds, fixedSeconds, signals, junctions, turnings) = (0, 0, 0, 0, 0, 0)
    for index in path.edges.indices {
      let edge = path.edges[index]
      let (from, to) = path.fractions(at: index)
      let share = max(0, to - from)
      meters += network.lengthMeters(of: edge) * share
      free[model.kind(of: edge).place] += Double(network.durationMilliseconds(of: edge, mode)) / 1_000 * share
      guard index > 0, let turn = network.turn(from: path.edges[index - 1], to: edge) else { continue }
      let parts = model.parts(of: turn)
      turnSeconds += Double(parts.deciseconds) / 10
      fixedSeconds += Double(parts.fixedDeciseconds) / 10
      signals += parts.isSignal ? 1 : 0
      junctions += parts.isJunction ? 1 : 0
      turnings += parts.isTurning ? 1 : 0
    }
  }
}
