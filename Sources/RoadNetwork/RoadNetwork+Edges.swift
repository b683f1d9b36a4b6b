extension RoadNetwork {
  @inlinable public func from(_ edge: EdgeID) -> NodeID { NodeID(columns.edgeFrom[edge.index]) }
  @inlinable public func to(_ edge: EdgeID) -> NodeID { NodeID(columns.edgeTo[edge.index]) }

  @inlinable
  public func lengthMillimeters(of edge: EdgeID) -> UInt32 { lengthMillimeters(of: segment(of: edge)) }
  @inlinable public func lengthMeters(of edge: EdgeID) -> Double { Double(lengthMillimeters(of: edge)) / 1_000 }

  /// The free-flow time over the whole edge in milliseconds, turns not included; at least 1.
  ///
  /// For a mode that may not drive here it is the time of the slowest walk, never a trap for searches.
  @inlinable
  public func durationMilliseconds(of edge: EdgeID, _ mode: TravelMode) -> UInt32 {
    mode == .drive ? columns.edgeDurationDrive[edge.index] : columns.edgeDurationTwoWheeler[edge.index]
  }

  /// The free-flow speed in kilometres an hour.
  @inlinable
  public func speedKilometersPerHour(of edge: EdgeID, _ mode: TravelMode) -> Double {
    Double(lengthMillimeters(of: edge)) * 3.6 / Double(durationMilliseconds(of: edge, mode))
  }

  /// The legal limit in kilometres an hour as tagged; nil if unknown or none.
  @inlinable
  public func speedLimitKilometersPerHour(of edge: EdgeID) -> Int? {
    let limit = columns.edgeSpeedLimit[edge.index]
    return limit == 0 ? nil : Int(limit)
  }

  /// The modes that may drive along an edge.
  @inlinable
  public func access(of edge: EdgeID) -> ModeSet { ModeSet(rawValue: columns.edgeAccess[edge.index] & 3) }
  @inlinable public func allows(_ mode: TravelMode, on edge: EdgeID) -> Bool { access(of: edge).contains(mode) }

  /// Whether an edge is private or for destinations only: usable at the two ends of a route, not to pass through.
  @inlinable
  public func isRestricted(_ edge: EdgeID, _ mode: TravelMode) -> Bool {
    ModeSet(rawValue: columns.edgeAccess[edge.index] >> EdgeAccess.restrictedShift & 3).contains(mode)
  }

  @inlinable public func isFerry(_ edge: EdgeID) -> Bool { flags(of: edge).contains(.ferry) }

  /// Whether the mode pays on this edge (a toll booth at a junction is a flag of the turn).
  @inlinable
  public func isToll(_ edge: EdgeID, _ mode: TravelMode) -> Bool { flags(of: edge).contains(.toll(mode)) }

  /// The other direction of the same piece of road; nil if nobody may drive there.
  @inlinable
  public func reverse(of edge: EdgeID) -> EdgeID? {
    let pair = edges(of: segment(of: edge))
    return isForward(edge) ? pair.backward : pair.forward
  }

  // MARK: Shadow edges

  /// The road that an edge stands for: itself, unless it is a shadow edge.
  @inlinable
  public func canonicalEdge(_ edge: EdgeID) -> EdgeID {
    edge.index < canonicalEdgeCount ? edge : EdgeID(columns.shadowCanonical[edge.index - canonicalEdgeCount])
  }

  @inlinable public func isShadow(_ edge: EdgeID) -> Bool { edge.index >= canonicalEdgeCount }

  /// The shadow edges of a canonical edge: a search that ends on the edge must accept them too.
  public func shadowEdges(of edge: EdgeID) -> Range<UInt32> {
    guard columns.edgeAccess[edge.index] & EdgeAccess.hasShadows != 0, !isShadow(edge) else { return 0..<0 }
    let first = firstShadow(notBelow: edge.rawValue)
    let next = firstShadow(notBelow: edge.rawValue + 1)
    return UInt32(canonicalEdgeCount + first)..<UInt32(canonicalEdgeCount + next)
  }

  private func firstShadow(notBelow canonical: UInt32) -> Int {
    var low = 0
    var high = columns.shadowCanonical.count
    while low < high {
      let middle = (low + high) / 2
      if columns.shadowCanonical[middle] < canonical { low = middle + 1 } else { high = middle }
    }
    return low
  }

  // MARK: Components

  /// The strongly connected component of an edge in a mode's turn graph; nil if the mode may not drive there.
  @inlinable
  public func component(of edge: EdgeID, _ mode: TravelMode) -> UInt32? {
    let id = mode == .drive ? columns.edgeComponentDrive[edge.index] : columns.edgeComponentTwoWheeler[edge.index]
    return id == .max ? nil : id
  }

  /// The number of canonical edges in the edge's component; 0 if the mode may not drive there.
  @inlinable
  public func componentSize(of edge: EdgeID, _ mode: TravelMode) -> Int {
    guard let id = component(of: edge, mode) else { return 0 }
    return Int(mode == .drive ? columns.componentSizeDrive[Int(id)] : columns.componentSizeTwoWheeler[Int(id)])
  }
}
