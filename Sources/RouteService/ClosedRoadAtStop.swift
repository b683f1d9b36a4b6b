import RoadNetwork
public import Routing

/// A closure that keeps a leg from ending nearer to its waypoint.
public struct ClosedRoadAtStop: Hashable, Sendable {
  /// The key of the record that reported it.
  public var conditionKey: String
  /// The stretch as it was reported; nil when it was reported as a line.
  public var segment: SegmentReference?
  /// The piece of the network's road, from junction to junction, that is nearer to the waypoint.
  public var edge: SegmentReference
  /// That road's name, else its number; empty when it has neither.
  public var roadName: String

  init(_ closure: RoadClosure, on network: RoadNetwork) {
    let edge = network.canonicalEdge(closure.edge)
    let name = network.name(of: edge)
    conditionKey = closure.key
    segment = closure.segment
    self.edge = SegmentReference(edge, on: network)
    roadName = name.isEmpty ? network.ref(of: edge) : name
  }
}
