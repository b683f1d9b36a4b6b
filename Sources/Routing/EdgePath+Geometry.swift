public import Geometry
public import RoadNetwork

extension EdgePath {
  /// The line driven, from where the path begins to where it ends, without repeated points. At least
  /// one point; two where the path has a length.
  public func geometry(on network: RoadNetwork) -> [Coordinate] { PathLine(self, on: network).points }

  /// Length driven in meters.
  public func lengthMeters(on network: RoadNetwork) -> Double {
    var millimeters = 0.0
    for index in edges.indices {
      let (from, to) = fractions(at: index)
      millimeters += Double(network.lengthMillimeters(of: edges[index])) * max(0, to - from)
    }
    return millimeters / 1_000
  }
}

extension RoadNetwork {
  /// The part of an edge's line between two fractions of its length, both ends included.
  public func geometry(of edge: EdgeID, from start: Double, to end: Double) -> [Coordinate] {
    let points = geometry(of: edge)
    if start <= 0, end >= 1 { return points }
    let line = Polyline(points)
    let (from, to) = (start * line.lengthMeters, end * line.lengthMeters)
    guard let first = line.point(atMeters: from), let last = line.point(atMeters: to) else { return points }
    var part = [first]
    for (index, distance) in line.distances.enumerated() where distance > from && distance < to {
      part.append(points[index])
    }
    part.append(last)
    return part
  }

  /// The place on the earth of a position on an edge.
  public func coordinate(at position: EdgePosition) -> Coordinate {
    let line = Polyline(geometry(of: position.edge))
    return line.point(atMeters: position.fraction * line.lengthMeters) ?? coordinate(of: from(position.edge))
  }
}
