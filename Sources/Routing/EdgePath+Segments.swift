import Geometry
public import RoadNetwork

/// A run of a path along one way.
public struct PathStretch: Hashable, Sendable {
  /// From the last OSM node at or before the path's begin to the first one at or after its end.
  public var reference: SegmentReference
  /// The path's edges it covers, by their place in the path.
  public var edgeIndices: Range<Int>
  public var name: String
  public var ref: String
  /// Meters driven on it.
  public var distanceMeters: Double
}

extension EdgePath {
  /// The path as stretches of ways, each beginning where the one before it ends.
  ///
  /// Looked up in the same network, each reference gives the edges it covers.
  public func stretches(on network: RoadNetwork) -> [PathStretch] {
    var stretches: [PathStretch] = []
    var start = 0
    while start < edges.count {
      var end = start + 1
      while end < edges.count, continues(at: end, on: network) { end += 1 }
      let run = stretch(start..<end, on: network)
      // On a way that crosses itself the nodes may name another run: then edge by edge.
      if end - start > 1, !isFound(run, on: network) {
        stretches += (start..<end).map { stretch($0..<($0 + 1), on: network) }
      } else {
        stretches.append(run)
      }
      start = end
    }
    return stretches
  }

  private func continues(at index: Int, on network: RoadNetwork) -> Bool {
    let (former, edge) = (edges[index - 1], edges[index])
    return network.wayID(of: former) == network.wayID(of: edge)
      && network.isForward(former) == network.isForward(edge)
  }

  private func isFound(_ stretch: PathStretch, on network: RoadNetwork) -> Bool {
    let found = network.edges(
      ofWay: stretch.reference.wayID, fromNode: stretch.reference.fromNodeID,
      toNode: stretch.reference.toNodeID)
    return found.elementsEqual(edges[stretch.edgeIndices]) { $0 == network.canonicalEdge($1) }
  }

  private func stretch(_ indices: Range<Int>, on network: RoadNetwork) -> PathStretch {
    let first = edges[indices.lowerBound]
    let (from, _) = nodes(at: indices.lowerBound, on: network)
    let (_, to) = nodes(at: indices.upperBound - 1, on: network)
    var millimeters = 0.0
    for index in indices {
      let (start, end) = fractions(at: index)
      millimeters += Double(network.lengthMillimeters(of: edges[index])) * max(0, end - start)
    }
    return PathStretch(
      reference: SegmentReference(wayID: network.wayID(of: first), fromNodeID: from, toNodeID: to),
      edgeIndices: indices, name: network.name(of: first), ref: network.ref(of: first),
      distanceMeters: millimeters / 1_000)
  }

  /// The OSM nodes that enclose the part driven of an edge.
  private func nodes(at index: Int, on network: RoadNetwork) -> (from: Int64, to: Int64) {
    let edge = edges[index]
    let (start, end) = fractions(at: index)
    let whole = SegmentReference(edge, on: network)
    if start <= 0, end >= 1 { return (whole.fromNodeID, whole.toNodeID) }
    let nodes = network.osmNodeIDs(of: edge)
    let shares = network.pointFractions(of: edge)
    var first = 0
    var last = nodes.count - 1
    // An end that is driven whole keeps its node, though the next one may lie on the same spot.
    while start > 0, first + 1 < last, shares[first + 1] <= start { first += 1 }
    while end < 1, last - 1 > first, shares[last - 1] >= end { last -= 1 }
    return (nodes[first], nodes[last])
  }
}

extension RoadNetwork {
  /// Where the points of an edge lie, in shares of its length: from 0 to 1.
  func pointFractions(of edge: EdgeID) -> [Double] {
    let line = Polyline(geometry(of: edge))
    guard line.lengthMeters > 0 else { return line.distances.indices.map { $0 == 0 ? 0 : 1 } }
    return line.distances.map { $0 / line.lengthMeters }
  }
}
