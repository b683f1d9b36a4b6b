public import RoadNetwork

/// How long edges and turns take a mode, with the conditions of a moment and without: the one place that durations and
/// metrics take them from.
///
/// Without a speed table in the conditions the network's free flow holds.
public struct TravelTimes: Sendable {
  public let network: RoadNetwork
  public let mode: TravelMode
  public let conditions: Conditions
  /// Event time, milliseconds since 1970.
  public let atMillis: Int64
  /// The vehicle drives already, so that setting off takes no time.
  public var startsMoving = false
  private let speeds: SpeedModel?
  private let traffic: Traffic

  public init(
    _ network: RoadNetwork, mode: TravelMode, conditions: Conditions = .none, atMillis: Int64 = 0
  ) {
    self.init(network, mode: mode, conditions: conditions, atMillis: atMillis, isForSearch: false)
  }

  /// - Parameter isForSearch: as a metric takes them: the hour's traffic in steps, so that few metrics serve a day, and
  ///   no table that does not guide the search.
  init(_ network: RoadNetwork, mode: TravelMode, conditions: Conditions, atMillis: Int64, isForSearch: Bool) {
    self.network = network
    self.mode = mode
    self.conditions = conditions
    self.atMillis = atMillis
    speeds = isForSearch ? conditions.guidingSpeeds : conditions.speeds
    let now = speeds?.traffic(atMillis: atMillis) ?? .usual
    traffic = isForSearch ? now.pattern : now
  }

  /// With the hour's traffic, and reported speeds where they hold.
  public func milliseconds(of edge: EdgeID) -> UInt32 {
    let free = network.durationMilliseconds(of: edge, mode)
    let usual = speeds?.milliseconds(of: edge, free: free, traffic) ?? free
    guard let report = conditions.speed(of: edge, atMillis: atMillis) else { return usual }
    // Length in mm, speed in mm/s; the rest of the edge keeps its speed.
    let length = UInt64(network.lengthMillimeters(of: edge))
    let reported = length * UInt64(report.share) / 65_536 * 1_000 / UInt64(report.speed)
    let rest = UInt64(usual) * (65_536 - UInt64(report.share)) / 65_536
    let whole = UInt64(Conditions.fadeSteps)
    let fresh = UInt64(report.strength)
    return UInt32(clamping: max(1, ((reported + rest) * fresh + UInt64(usual) * (whole - fresh)) / whole))
  }

  /// On the whole: without reports and whatever the hour.
  public func staticMilliseconds(of edge: EdgeID) -> UInt32 {
    let free = network.durationMilliseconds(of: edge, mode)
    return speeds?.milliseconds(of: edge, free: free, .usual) ?? free
  }

  public func milliseconds(of turn: TurnID) -> UInt32 {
    speeds?.milliseconds(of: turn) ?? network.durationDeciseconds(of: turn) * 100
  }

  /// Setting off from a stop and coming to rest at the next, over a leg of that length; less for one of a few meters.
  public func startSeconds(legMeters meters: Double) -> Double {
    guard let speeds, !startsMoving else { return 0 }
    return Double(speeds.table.startDeciseconds) / 10 * min(1, max(0, meters / 300))
  }

  /// Whether the moment makes no difference: no report, no hours.
  public var areStatic: Bool { conditions.isEmpty && traffic == .usual && conditions.speeds == nil }
}
