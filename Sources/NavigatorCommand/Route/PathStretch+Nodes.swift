import RoadNetwork
import Routing

extension PathStretch {
  /// The OpenStreetMap nodes driven by, in order, from the one at or before the stretch's begin to the one at or after
  /// its end.
  func nodeIDs(of path: EdgePath, on network: RoadNetwork) -> [Int64] {
    var nodes: [Int64] = []
    for edge in path.edges[edgeIndices] { nodes += network.osmNodeIDs(of: edge).dropFirst(nodes.isEmpty ? 0 : 1) }
    if let first = nodes.firstIndex(of: reference.fromNodeID), let last = nodes.lastIndex(of: reference.toNodeID),
      first <= last
    {
      nodes = Array(nodes[first...last])
    }
    return nodes
  }
}
