public import RoadNetwork

/// A directed stretch of road by its names in OpenStreetMap, which outlive a network file.
public struct SegmentReference: Hashable, Sendable {
  public var wayID: Int64
  /// Where the stretch begins: a node of the way.
  public var fromNodeID: Int64
  /// Where it ends: another node of the way. The stretch runs along the way between them.
  public var toNodeID: Int64

  public init(wayID: Int64, fromNodeID: Int64, toNodeID: Int64) {
    self.wayID = wayID
    self.fromNodeID = fromNodeID
    self.toNodeID = toNodeID
  }

  /// The whole of an edge.
  public init(_ edge: EdgeID, on network: RoadNetwork) {
    let segment = network.segment(of: edge)
    let last = network.pointCount(of: segment) - 1
    let isForward = network.isForward(edge)
    self.init(
      wayID: network.wayID(of: segment),
      fromNodeID: network.osmNodeID(ofPoint: isForward ? 0 : last, of: segment),
      toNodeID: network.osmNodeID(ofPoint: isForward ? last : 0, of: segment))
  }
}
