import RoadNetwork

/// Where distance and time stand along a path: sums up to the start of each edge, for progress and
/// arrival without walking the path again.
public struct PathProfile: Hashable, Sendable {
  /// Meters driven when edge *i* begins; one more for the end. The first is 0.
  public let meters: [Double]
  /// Seconds likewise; a turn's time is counted before the edge it enters.
  public let seconds: [Double]
  private let startFraction: Double
  private let endFraction: Double

  public init(_ path: EdgePath, _ times: TravelTimes) {
    let network = times.network
    var meters = [0.0]
    var seconds = [0.0]
    for index in path.edges.indices {
      let edge = path.edges[index]
      let (from, to) = path.fractions(at: index)
      let share = max(0, to - from)
      var turn = 0.0
      if index + 1 < path.edges.count, let id = network.turn(from: edge, to: path.edges[index + 1]) {
        turn = Double(times.milliseconds(of: id)) / 1_000
      }
      meters.append(meters[index] + Double(network.lengthMillimeters(of: edge)) * share / 1_000)
      seconds.append(seconds[index] + Double(times.milliseconds(of: edge)) * share / 1_000 + turn)
    }
    self.meters = meters
    self.seconds = seconds
    startFraction = path.startFraction
    endFraction = path.endFraction
  }

  public var totalMeters: Double { meters[meters.count - 1] }
  public var totalSeconds: Double { seconds[seconds.count - 1] }

  /// Meters from the start to a place on edge number `index`, clamped to the path.
  public func metersDriven(index: Int, fraction: Double) -> Double { value(in: meters, index, fraction) }

  /// Meters left from a place on edge number `index`, never negative.
  public func metersLeft(index: Int, fraction: Double) -> Double {
    max(0, totalMeters - metersDriven(index: index, fraction: fraction))
  }

  /// Seconds left from a place on edge number `index`, never negative.
  public func secondsLeft(index: Int, fraction: Double) -> Double {
    max(0, totalSeconds - value(in: seconds, index, fraction))
  }

  private func value(in sums: [Double], _ index: Int, _ fraction: Double) -> Double {
    guard index >= 0 else { return 0 }
    guard index < sums.count - 1 else { return sums[sums.count - 1] }
    let from = index == 0 ? startFraction : 0
    let to = index == sums.count - 2 ? endFraction : 1
    let share = to > from ? min(1, max(0, (fraction - from) / (to - from))) : 1
    return sums[index] + (sums[index + 1] - sums[index]) * share
  }
}
