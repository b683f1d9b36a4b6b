import Geometry
import RoadNetwork

/// A part of an edge that a condition holds on.
struct EdgeStretch: Hashable, Sendable {
  var edge: EdgeID
  /// From where to where on it, in 1/65536 of its length.
  var from: UInt32
  var to: UInt32

  /// Fractions in the wrong order, of a way that passes one node twice, mean the whole edge.
  init(edge: EdgeID, fractions from: Double, _ to: Double) {
    self.edge = edge
    let isInOrder = from < to
    self.from = isInOrder ? EdgeStretch.units(from) : 0
    self.to = isInOrder ? EdgeStretch.units(to) : 65_536
  }

  private static func units(_ fraction: Double) -> UInt32 { UInt32((min(max(fraction, 0), 1) * 65_536).rounded()) }
}

extension RoadNetwork {
  /// The edges of a reported stretch, shadow edges included, in ascending order; empty when the
  /// network does not have it.
  func stretches(of segment: RoadConditionUpdate.Segment) -> [EdgeStretch] {
    let found: [EdgeStretch]
    switch segment {
    case .reference(let reference): found = stretches(of: reference)
    case .polyline(let line): found = stretches(along: line)
    }
    var all = found
    for stretch in found {
      for shadow in shadowEdges(of: stretch.edge) {
        var copy = stretch
        copy.edge = EdgeID(shadow)
        all.append(copy)
      }
    }
    return all.sorted { $0.edge < $1.edge }
  }

  private func stretches(of reference: SegmentReference) -> [EdgeStretch] {
    let run = edges(ofWay: reference.wayID, fromNode: reference.fromNodeID, toNode: reference.toNodeID)
    var seen: Set<EdgeID> = []
    return run.indices.compactMap { index in
      let edge = run[index]
      guard seen.insert(edge).inserted else { return nil }
      var (from, to) = (0.0, 1.0)
      if index == 0 || index == run.count - 1 {
        let nodes = osmNodeIDs(of: edge)
        let shares = pointFractions(of: edge)
        if index == 0, let place = nodes.firstIndex(of: reference.fromNodeID) { from = shares[place] }
        if index == run.count - 1, let place = nodes.lastIndex(of: reference.toNodeID) { to = shares[place] }
      }
      return EdgeStretch(edge: edge, fractions: from, to)
    }
  }

  /// Walks the line in steps and keeps the edges that run beside it in its direction.
  private func stretches(along line: [Coordinate]) -> [EdgeStretch] {
    let line = Polyline(line)
    guard line.points.count > 1, line.lengthMeters > 0, line.lengthMeters < 1_000_000 else { return [] }
    let steps = max(2, Int((line.lengthMeters / Self.stepMeters).rounded(.up)))
    var extents: [EdgeID: (from: Double, to: Double, hits: Int)] = [:]
    for step in 0...steps {
      let along = line.lengthMeters * Double(step) / Double(steps)
      guard let point = line.point(atMeters: along), let bearing = line.bearingDegrees(atMeters: along) else {
        continue
      }
      for match in nearestEdges(to: point, within: Self.besideMeters, limit: 16)
      where angleDifferenceDegrees(match.bearingDegrees, bearing) <= 35 {
        let former = extents[match.edge]
        extents[match.edge] = (
          min(former?.from ?? match.fraction, match.fraction),
          max(former?.to ?? match.fraction, match.fraction), (former?.hits ?? 0) + 1
        )
      }
    }
    return extents.keys.sorted().compactMap { edge in
      guard let extent = extents[edge], extent.hits > 1 else { return nil }
      let share = extent.to - extent.from
      // An edge that the line only touches at a junction is not meant.
      guard share * lengthMeters(of: edge) > Self.stepMeters / 2 || share > 0.5 else { return nil }
      // Between two steps nobody looked: an end that near to the edge's means the edge's.
      let step = Self.stepMeters / max(lengthMeters(of: edge), Self.stepMeters)
      return EdgeStretch(
        edge: edge, fractions: extent.from < step ? 0 : extent.from, extent.to > 1 - step ? 1 : extent.to)
    }
  }

  private static var stepMeters: Double { 8 }
  private static var besideMeters: Double { 8 }
}
