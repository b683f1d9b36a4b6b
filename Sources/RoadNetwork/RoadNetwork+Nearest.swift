public import Geometry

/// A place on an edge near a given point.
public struct EdgeMatch: Hashable, Sendable {
  public let edge: EdgeID
  /// How far along the edge in driving direction, 0 … 1 of its length.
  public let fraction: Double
  /// How far the given point lies from it, in metres.
  public let distanceMeters: Double
  /// The place itself.
  public let point: Coordinate
  /// The driving direction there, degrees from north.
  public let bearingDegrees: Double
  /// Whether the given point lies on the right-hand side of the driving direction.
  public let isPointOnRight: Bool
}

/// An edge near a given point, not yet looked at closely.
public struct EdgePlace: Sendable {
  public let edge: EdgeID
  /// How far the given point lies from it, in metres.
  public var distanceMeters: Double { match.distanceMeters }
  let match: SegmentMatch

  init(_ edge: EdgeID, _ match: SegmentMatch) {
    self.edge = edge
    self.match = match
  }
}

extension RoadNetwork {
  /// The canonical edges nearest to a point, nearest first; both directions of a road count as two.
  ///
  /// Only edges that `mode` may drive (any mode if nil) and that pass `isIncluded`. Equal distances are ordered by id,
  /// so the answer is always the same. No heading filter and no preference of classes or components: these belong to
  /// the caller.
  public func nearestEdges(
    to point: Coordinate, within meters: Double, limit: Int, mode: TravelMode? = nil,
    where isIncluded: (EdgeID) -> Bool = { _ in true }
  ) -> [EdgeMatch] {
    nearestPlaces(to: point, within: meters, limit: limit, mode: mode, where: isIncluded).map { match($0, of: point) }
  }

  /// Like `nearestEdges`, with the distance alone: for a caller that looks closer at few of them.
  public func nearestPlaces(
    to point: Coordinate, within meters: Double, limit: Int, mode: TravelMode? = nil,
    where isIncluded: (EdgeID) -> Bool = { _ in true }
  ) -> [EdgePlace] {
    func isUsable(_ edge: EdgeID) -> Bool { (mode.map { allows($0, on: edge) } ?? true) && isIncluded(edge) }
    let segments = SpatialIndex(columns).nearest(to: point, within: meters, limit: limit) { segment in
      let pair = edges(of: segment)
      return (pair.forward.map(isUsable) ?? false ? 1 : 0) + (pair.backward.map(isUsable) ?? false ? 1 : 0)
    }
    var places: [EdgePlace] = []
    places.reserveCapacity(2 * segments.count)
    for match in segments {
      let pair = edges(of: match.segment)
      if let edge = pair.forward, isUsable(edge), places.count < limit { places.append(EdgePlace(edge, match)) }
      if let edge = pair.backward, isUsable(edge), places.count < limit { places.append(EdgePlace(edge, match)) }
    }
    return places
  }

  /// All of a place found near a point.
  public func match(_ place: EdgePlace, of point: Coordinate) -> EdgeMatch {
    edgeMatch(place.match, edge: place.edge, point: point)
  }

  /// The place of one edge that is nearest to a point, however far.
  public func match(_ point: Coordinate, onto edge: EdgeID) -> EdgeMatch {
    let edge = canonicalEdge(edge)
    let segment = segment(of: edge)
    let plane = LocalPlane(origin: point)
    var best = SegmentMatch(segment: segment, piece: 0, fraction: 0, distanceMeters: .infinity)
    for piece in 0..<(pointCount(of: segment) - 1) {
      let projection = SegmentProjection(
        plane: plane, start: self.point(piece, of: segment), end: self.point(piece + 1, of: segment))
      if projection.distanceMeters < best.distanceMeters {
        best = SegmentMatch(
          segment: segment, piece: piece, fraction: projection.fraction, distanceMeters: projection.distanceMeters)
      }
    }
    return edgeMatch(best, edge: edge, point: point)
  }

  /// The place at a fraction of an edge's length, and the driving direction there.
  public func place(on edge: EdgeID, fraction: Double) -> (point: Coordinate, bearingDegrees: Double) {
    let line = Polyline(geometry(of: edge))
    let along = line.lengthMeters * min(1, max(0, fraction.isNaN ? 0 : fraction))
    return (line.point(atMeters: along) ?? coordinate(of: from(edge)), line.bearingDegrees(atMeters: along) ?? 0)
  }

  private func edgeMatch(_ match: SegmentMatch, edge: EdgeID, point: Coordinate) -> EdgeMatch {
    let segment = match.segment
    let start = self.point(match.piece, of: segment)
    let end = self.point(match.piece + 1, of: segment)
    let place = interpolated(from: start, to: end, fraction: match.fraction)
    let isForward = isForward(edge)
    let bearing =
      isForward ? Geometry.bearingDegrees(from: start, to: end) : Geometry.bearingDegrees(from: end, to: start)
    let fraction = segmentFraction(match)
    let side = turnAngleDegrees(from: bearing, to: Geometry.bearingDegrees(from: place, to: point))
    return EdgeMatch(
      edge: edge, fraction: isForward ? fraction : 1 - fraction, distanceMeters: match.distanceMeters, point: place,
      bearingDegrees: bearing, isPointOnRight: side >= 0)
  }

  /// Where a match lies along its segment in drawing direction, as a part of the length.
  private func segmentFraction(_ match: SegmentMatch) -> Double {
    var before = 0.0
    var total = 0.0
    for piece in 0..<(pointCount(of: match.segment) - 1) {
      let length = distanceMeters(point(piece, of: match.segment), point(piece + 1, of: match.segment))
      if piece < match.piece { before += length }
      if piece == match.piece { before += length * match.fraction }
      total += length
    }
    return total > 0 ? min(1, max(0, before / total)) : 0
  }
}
