public import RoadNetwork

/// How long edges and turns take a mode, with the conditions of a moment and without.
public struct TravelTimes: Sendable {
  public let network: RoadNetwork
  public let mode: TravelMode
  public let conditions: Conditions
  /// Event time, milliseconds since 1970.
  public let atMillis: Int64

  public init(
    _ network: RoadNetwork, mode: TravelMode, conditions: Conditions = .none, atMillis: Int64 = 0
  ) {
    self.network = network
    self.mode = mode
    self.conditions = conditions
    self.atMillis = atMillis
  }

  /// With reported speeds where they hold.
  public func milliseconds(of edge: EdgeID) -> UInt32 {
    let free = network.durationMilliseconds(of: edge, mode)
    guard let (speed, share) = conditions.speed(of: edge, atMillis: atMillis) else { return free }
    // Length in mm, speed in mm/s; the rest of the edge keeps its speed.
    let length = UInt64(network.lengthMillimeters(of: edge))
    let reported = length * UInt64(share) / 65_536 * 1_000 / UInt64(speed)
    let rest = UInt64(free) * (65_536 - UInt64(share)) / 65_536
    return UInt32(clamping: max(1, reported + rest))
  }

  /// Free flow.
  public func staticMilliseconds(of edge: EdgeID) -> UInt32 {
    network.durationMilliseconds(of: edge, mode)
  }

  public func milliseconds(of turn: TurnID) -> UInt32 { network.durationDeciseconds(of: turn) * 100 }
}
