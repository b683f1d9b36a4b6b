public import RoadNetwork

/// Why a list of edges is no path a mode may drive.
public enum PathFailure: Error, Hashable, Sendable {
  case empty
  /// The mode may not drive the edge with this number.
  case edgeForbidden(index: Int)
  /// No legal turn leads from the edge before into the edge with this number.
  case turnForbidden(index: Int)
}

extension EdgePath {
  /// The path along roads that are given without restriction state: each edge is replaced by the
  /// shadow edge that remembers the way so far, where the turn table has one.
  public init(
    following roads: [EdgeID], startFraction: Double, endFraction: Double, on network: RoadNetwork,
    mode: TravelMode
  ) throws(PathFailure) {
    guard var edge = roads.first else { throw .empty }
    guard network.allows(mode, on: edge) else { throw .edgeForbidden(index: 0) }
    var edges = [edge]
    edges.reserveCapacity(roads.count)
    for index in roads.indices.dropFirst() {
      guard network.allows(mode, on: roads[index]) else { throw .edgeForbidden(index: index) }
      guard let turn = network.turn(from: edge, to: roads[index]), network.allows(mode, at: turn) else {
        throw .turnForbidden(index: index)
      }
      edge = network.target(of: turn)
      edges.append(edge)
    }
    self.init(edges: edges, startFraction: startFraction, endFraction: endFraction)
  }

  /// The number of the first edge from `index` on of which the path drives a closed stretch at that event time.
  ///
  /// - Parameter fraction: where on the edge with that number the vehicle is. A stretch behind it is passed, and one that
  ///   it is in is being driven: neither counts. nil counts from where the path begins there.
  public func firstClosedEdge(
    from index: Int = 0, fraction: Double? = nil, under conditions: Conditions, atMillis millis: Int64
  ) -> Int? {
    if conditions.isEmpty { return nil }
    return edges.indices.dropFirst(index).first { number in
      let (from, to) = fractions(at: number)
      if number == index, let fraction {
        return conditions.isClosed(edges[number], beginningFrom: max(from, fraction), to: to, atMillis: millis)
      }
      return conditions.isClosed(edges[number], from: from, to: to, atMillis: millis)
    }
  }

  /// Whether some part of the path is tolled for the mode: a toll road or a toll booth.
  public func hasToll(on network: RoadNetwork, mode: TravelMode) -> Bool {
    for index in edges.indices {
      if network.isToll(edges[index], mode) { return true }
      if index > 0, let turn = network.turn(from: edges[index - 1], to: edges[index]),
        network.isToll(turn, mode)
      {
        return true
      }
    }
    return false
  }
}
