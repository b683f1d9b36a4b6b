public import RoadNetwork

/// A closure in force on an edge, as it was reported.
public struct RoadClosure: Hashable, Sendable {
  /// The key it was reported under.
  public var key: String
  /// The stretch as it was reported: along a way, often over several edges; nil when it was reported as a line.
  public var segment: SegmentReference?
  /// An edge that lies in it, or has a part in it.
  public var edge: EdgeID

  public init(key: String, segment: SegmentReference? = nil, edge: EdgeID) {
    self.key = key
    self.segment = segment
    self.edge = edge
  }
}

extension Conditions {
  /// Of the closures that hold on some part of an edge between two fractions at that event time, the one with the least key.
  ///
  /// - Parameter beginsThere: leaves out one that begins before the first fraction, as `isClosed(_:beginningFrom:to:)` does.
  func closure(
    on edge: EdgeID, from: Double, to: Double, beginsThere: Bool = false, atMillis millis: Int64
  ) -> RoadClosure? {
    guard isTouched(edge) else { return nil }
    let found = entries[range(of: edge)].first { entry in
      entry.isClosed && entry.isValid(at: millis) && entry.overlaps(from: from, to: to)
        && (!beginsThere || Double(entry.from) >= from * Entry.whole)
    }
    return found.map { RoadClosure(key: $0.key, segment: closedSegments[$0.key], edge: edge) }
  }
}

extension EdgePath {
  /// The closure on the edge that `firstClosedEdge` finds with the same arguments.
  public func firstClosure(
    from index: Int = 0, fraction: Double? = nil, under conditions: Conditions, atMillis millis: Int64
  ) -> RoadClosure? {
    guard
      let number = firstClosedEdge(from: index, fraction: fraction, under: conditions, atMillis: millis)
    else { return nil }
    let (from, to) = fractions(at: number)
    guard number == index, let fraction else {
      return conditions.closure(on: edges[number], from: from, to: to, atMillis: millis)
    }
    return conditions.closure(
      on: edges[number], from: max(from, fraction), to: to, beginsThere: true, atMillis: millis)
  }
}
