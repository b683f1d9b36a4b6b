import Geometry

/// A box of the spatial index in 10⁻⁷ degree; `east` may pass 180° for what crosses the antimeridian.
@usableFromInline
struct TreeBox: BitwiseCopyable {
  var south: Int32
  var west: Int32
  var north: Int32
  var east: Int32

  func union(_ other: TreeBox) -> TreeBox {
    TreeBox(
      south: min(south, other.south), west: min(west, other.west),
      north: max(north, other.north), east: max(east, other.east))
  }
}

/// A leaf of the spatial index: up to `SpatialIndex.itemPieces` straight pieces of a segment.
@usableFromInline
struct TreeItem: BitwiseCopyable {
  var segment: UInt32
  /// The index in the segment of the first piece's first point.
  var firstPoint: UInt32
}

/// A packed R-tree over the straight pieces of all segments (Hilbert order, Kamel and Faloutsos 1993).
///
/// ```
/// treeBox:   level 0 (one box an item) | level 1 (one box for 16 of level 0) | … | root
/// treeLevel: where each level starts, and the end
/// ```
struct SpatialIndex {
  static let fanout = 16
  static let itemPieces = 8

  private let columns: Columns

  init(_ columns: Columns) { self.columns = columns }

  /// The box around all points.
  var bounds: BoundingBox {
    let points = UnsafeBufferPointer(start: columns.pointCoordinate.start, count: columns.pointCoordinate.count)
    return BoundingBox(points) ?? BoundingBox(south: 0, west: 0, north: 0, east: 0)
  }

  /// The segments nearest to a point, nearest first, each with its nearest place.
  ///
  /// `weight` says how many of the limit a segment uses up; 0 leaves it out.
  func nearest(
    to point: Coordinate, within radius: Double, limit: Int, weight: (SegmentID) -> Int
  ) -> [SegmentMatch] {
    let levels = columns.treeLevel.count - 1
    guard levels > 0, limit > 0, radius >= 0 else { return [] }
    let plane = LocalPlane(origin: point)
    var found = NearestSegments(limit: limit, radius: radius)
    var queue = DistanceQueue()
    for box in Int(columns.treeLevel[levels - 1])..<Int(columns.treeLevel[levels]) {
      queue.push(distance(box, plane), level: levels - 1, index: box)
    }
    while let (bound, level, index) = queue.pop() {
      if bound > found.bound { break }
      if level > 0 {
        let first = Int(columns.treeLevel[level - 1]) + (index - Int(columns.treeLevel[level])) * Self.fanout
        for child in first..<min(first + Self.fanout, Int(columns.treeLevel[level])) {
          let distance = distance(child, plane)
          if distance <= found.bound { queue.push(distance, level: level - 1, index: child) }
        }
      } else {
        let item = columns.treeItem[index]
        let weight = weight(SegmentID(item.segment))
        if weight > 0 { found.add(nearestPiece(of: item, plane), weight: weight) }
      }
    }
    return found.sorted()
  }

  private func nearestPiece(of item: TreeItem, _ plane: LocalPlane) -> SegmentMatch {
    let segmentStart = Int(columns.segmentFirstPoint[Int(item.segment)])
    let segmentEnd = Int(columns.segmentFirstPoint[Int(item.segment) + 1])
    let first = segmentStart + Int(item.firstPoint)
    var best = SegmentMatch(segment: SegmentID(item.segment), piece: 0, fraction: 0, distanceMeters: .infinity)
    for index in first..<min(first + Self.itemPieces, segmentEnd - 1) {
      let projection = SegmentProjection(
        plane: plane, start: columns.pointCoordinate[index], end: columns.pointCoordinate[index + 1])
      if projection.distanceMeters < best.distanceMeters {
        best = SegmentMatch(
          segment: best.segment, piece: index - segmentStart, fraction: projection.fraction,
          distanceMeters: projection.distanceMeters)
      }
    }
    return best
  }

  /// A lower bound of the distance to anything in a box, in the plane's metres.
  private func distance(_ index: Int, _ plane: LocalPlane) -> Double {
    let box = columns.treeBox[index]
    let latitude = Int64(plane.origin.latitudeE7)
    let north = max(0, max(Int64(box.south) - latitude, latitude - Int64(box.north)))
    let longitude = Int64(plane.origin.longitudeE7)
    let west = Int64(box.west)
    let east = Int64(box.east)
    let gap = longitude < west ? west - longitude : longitude - east
    let aroundTheEarth = 3_600_000_000 - (east - west) - gap
    let across = max(0, min(gap, aroundTheEarth))
    let x = Double(across) * plane.metersPerLongitudeE7
    let y = Double(north) * plane.metersPerLatitudeE7
    return (x * x + y * y).squareRoot()
  }
}

/// The nearest place of a segment to a point.
struct SegmentMatch: Sendable {
  let segment: SegmentID
  /// The straight piece: between points `piece` and `piece + 1`.
  let piece: Int
  let fraction: Double
  let distanceMeters: Double
}

/// The best segments so far, with the distance beyond which nothing can be among them.
private struct NearestSegments {
  let limit: Int
  let radius: Double
  private(set) var bound: Double
  private var matches: [(match: SegmentMatch, weight: Int)] = []

  init(limit: Int, radius: Double) {
    self.limit = limit
    self.radius = radius
    bound = radius
    matches.reserveCapacity(min(limit, 64) + 1)
  }

  mutating func add(_ match: SegmentMatch, weight: Int) {
    guard match.distanceMeters <= bound else { return }
    if let known = matches.firstIndex(where: { $0.match.segment == match.segment }) {
      // Where two pieces meet, both are equally near: the first one counts, whichever was seen first.
      let former = matches[known].match
      guard (match.distanceMeters, match.piece) < (former.distanceMeters, former.piece) else { return }
      matches.remove(at: known)
    }
    let place = matches.firstIndex { Self.isBefore(match, $0.match) } ?? matches.endIndex
    matches.insert((match, weight), at: place)
    var total = 0
    for (index, entry) in matches.enumerated() {
      total += entry.weight
      if total >= limit {
        bound = min(radius, entry.match.distanceMeters)
        // Equally near segments stay, so that the answer does not depend on the order of the search.
        while let last = matches.last, matches.count > index + 1, last.match.distanceMeters > bound {
          matches.removeLast()
        }
        break
      }
    }
  }

  func sorted() -> [SegmentMatch] { matches.map(\.match) }

  private static func isBefore(_ a: SegmentMatch, _ b: SegmentMatch) -> Bool {
    a.distanceMeters != b.distanceMeters ? a.distanceMeters < b.distanceMeters : a.segment < b.segment
  }
}

/// A binary heap of boxes by distance.
private struct DistanceQueue {
  private var heap: [(distance: Double, level: Int, index: Int)] = []

  init() { heap.reserveCapacity(128) }

  mutating func push(_ distance: Double, level: Int, index: Int) {
    heap.append((distance, level, index))
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].distance < heap[parent].distance else { break }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  mutating func pop() -> (distance: Double, level: Int, index: Int)? {
    guard let top = heap.first else { return nil }
    let last = heap.removeLast()
    guard !heap.isEmpty else { return top }
    heap[0] = last
    var parent = 0
    while true {
      var least = parent
      let (left, right) = (2 * parent + 1, 2 * parent + 2)
      if left < heap.count, heap[left].distance < heap[least].distance { least = left }
      if right < heap.count, heap[right].distance < heap[least].distance { least = right }
      guard least != parent else { break }
      heap.swapAt(parent, least)
      parent = least
    }
    return top
  }
}
