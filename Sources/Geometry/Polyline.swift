/// A line of points with the distance of each from the start: positions along it and projections onto it.
public struct Polyline: Sendable {
  public let points: [Coordinate]
  /// Metres from the start to each point; as many as points.
  public let distances: [Double]

  public init(_ points: [Coordinate]) {
    self.points = points
    var sum = 0.0
    var sums: [Double] = []
    sums.reserveCapacity(points.count)
    for (index, point) in points.enumerated() {
      if index > 0 { sum += distanceMeters(points[index - 1], point) }
      sums.append(sum)
    }
    distances = sums
  }

  public var lengthMeters: Double { distances.last ?? 0 }

  /// The point at a distance from the start, clamped to the line; nil if the line has no points.
  public func point(atMeters distance: Double) -> Coordinate? {
    guard let first = points.first, let last = points.last else { return nil }
    if !(distance > 0) { return first }
    if distance >= lengthMeters { return last }
    let index = pieceIndex(atMeters: distance)
    let length = distances[index + 1] - distances[index]
    let fraction = length > 0 ? (distance - distances[index]) / length : 0
    return interpolated(from: points[index], to: points[index + 1], fraction: fraction)
  }

  /// The bearing of the line at a distance from the start, in degrees; nil for a line without length.
  public func bearingDegrees(atMeters distance: Double) -> Double? {
    guard points.count > 1, lengthMeters > 0 else { return nil }
    let index = pieceIndex(atMeters: min(lengthMeters, max(0, distance.isNaN ? 0 : distance)))
    return Geometry.bearingDegrees(from: points[index], to: points[index + 1])
  }

  /// The nearest place of the line to a point, between two distances from the start; nil if there is none.
  ///
  /// The window makes progress monotone on loops: of equally near places the first wins.
  public func projection(
    of point: Coordinate, fromMeters: Double = 0, toMeters: Double = .infinity
  ) -> PolylineProjection? {
    guard points.count > 1 else {
      return points.first.map { only in
        PolylineProjection(
          pieceIndex: 0, fraction: 0, alongMeters: 0, distanceMeters: Geometry.distanceMeters(only, point), point: only)
      }
    }
    let plane = LocalPlane(origin: point)
    var best: PolylineProjection?
    var index = fromMeters > 0 ? pieceIndex(atMeters: min(fromMeters, lengthMeters)) : 0
    while index + 1 < points.count, distances[index] <= toMeters {
      let (start, end) = (points[index], points[index + 1])
      let length = distances[index + 1] - distances[index]
      let projection = SegmentProjection(plane: plane, start: start, end: end)
      var along = distances[index] + projection.fraction * length
      along = max(min(along, toMeters), fromMeters)
      let fraction = length > 0 ? min(1, max(0, (along - distances[index]) / length)) : 0
      let place = interpolated(from: start, to: end, fraction: fraction)
      let distance = fraction == projection.fraction ? projection.distanceMeters : plane.distanceMeters(to: place)
      if distance < best?.distanceMeters ?? .infinity {
        best = PolylineProjection(
          pieceIndex: index, fraction: fraction, alongMeters: along, distanceMeters: distance, point: place)
      }
      index += 1
    }
    return best
  }

  /// The index of the piece that contains a distance from the start (the last piece at the very end).
  private func pieceIndex(atMeters distance: Double) -> Int {
    var low = 0
    var high = points.count - 2
    while low < high {
      let middle = (low + high + 1) / 2
      if distances[middle] <= distance { low = middle } else { high = middle - 1 }
    }
    return low
  }
}

/// A place on a polyline near a given point.
public struct PolylineProjection: Sendable {
  /// Which piece: between points `pieceIndex` and `pieceIndex + 1`.
  public let pieceIndex: Int
  /// Where on the piece, 0 … 1.
  public let fraction: Double
  /// Metres from the start of the line.
  public let alongMeters: Double
  /// Metres between the given point and the place.
  public let distanceMeters: Double
  public let point: Coordinate
}
