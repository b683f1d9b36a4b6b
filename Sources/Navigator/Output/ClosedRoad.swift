/// A closure that stands in a vehicle's way: as it was reported, and where the route meets it.
public struct ClosedRoad: Hashable, Sendable {
  /// The key of the record that reported it.
  public var conditionKey: String
  /// The stretch as it was reported; nil when it was reported as a line.
  public var reported: RoadStretch?
  /// The piece of this network's road, from junction to junction, where the route meets it first.
  public var edge: RoadStretch
  /// That road's name, else its number; empty when it has neither.
  public var roadName: String

  public init(conditionKey: String, reported: RoadStretch? = nil, edge: RoadStretch, roadName: String = "") {
    self.conditionKey = conditionKey
    self.reported = reported
    self.edge = edge
    self.roadName = roadName
  }
}

/// A directed stretch of road by OpenStreetMap's ids.
public struct RoadStretch: Hashable, Sendable {
  public var wayID: Int64
  public var fromNodeID: Int64
  public var toNodeID: Int64

  public init(wayID: Int64, fromNodeID: Int64, toNodeID: Int64) {
    self.wayID = wayID
    self.fromNodeID = fromNodeID
    self.toNodeID = toNodeID
  }
}
