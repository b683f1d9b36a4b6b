public import Geometry
public import RoadNetwork

/// The line that a path drives, with the part of it that each edge makes.
public struct PathLine: Sendable {
  /// From where the path begins to where it ends, without repeated points.
  public let points: [Coordinate]
  /// By edge of the path: its first and its last point.
  private let ends: [(first: Int32, last: Int32)]

  public init(_ path: EdgePath, on network: RoadNetwork) {
    var points: [Coordinate] = []
    var ends: [(first: Int32, last: Int32)] = []
    points.reserveCapacity(4 * path.edges.count + 8)
    ends.reserveCapacity(path.edges.count)
    for index in path.edges.indices {
      let before = points.count
      let (from, to) = path.fractions(at: index)
      let isJoined: Bool
      if from <= 0, to >= 1 {
        isJoined = network.appendGeometry(of: path.edges[index], to: &points)
      } else {
        let part = network.geometry(of: path.edges[index], from: from, to: to)
        isJoined = points.last == part.first
        for point in part where points.last != point { points.append(point) }
      }
      ends.append((Int32(clamping: isJoined ? before - 1 : before), Int32(clamping: points.count - 1)))
    }
    self.points = points
    self.ends = ends
  }

  /// What some of the path's edges drive; both ends included, so that consecutive parts share a point.
  public func points(ofEdges range: Range<Int>) -> ArraySlice<Coordinate> {
    guard let first = ends[range].first?.first, let last = ends[range].last?.last else { return [] }
    return points[Int(first)...Int(last)]
  }
}
