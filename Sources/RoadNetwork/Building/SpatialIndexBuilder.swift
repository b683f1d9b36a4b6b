import Geometry

/// Packs the straight pieces of all segments into the spatial index.
struct SpatialIndexBuilder {
  private(set) var boxes: [TreeBox] = []
  private(set) var levels: [UInt32] = [0]
  private(set) var items: [TreeItem] = []

  init(segments: SegmentTable, nodes: NodeTable) {
    var entries: [(place: UInt64, item: TreeItem, box: TreeBox)] = []
    for segment in 0..<segments.count {
      let points = Array(segments.pointIndices(of: segment))
      for start in stride(from: 0, to: points.count - 1, by: SpatialIndex.itemPieces) {
        let end = min(start + SpatialIndex.itemPieces, points.count - 1)
        let box = Self.box(points[start...end].lazy.map { nodes.coordinates[Int($0)] })
        let place = HilbertCurve.position(
          latitudeE7: (Int64(box.south) + Int64(box.north)) / 2, longitudeE7: (Int64(box.west) + Int64(box.east)) / 2)
        let item = TreeItem(segment: UInt32(truncatingIfNeeded: segment), firstPoint: UInt32(truncatingIfNeeded: start))
        entries.append((place, item, box))
      }
    }
    entries.sort {
      ($0.place, $0.item.segment, $0.item.firstPoint) < ($1.place, $1.item.segment, $1.item.firstPoint)
    }
    items = entries.map(\.item)
    boxes = entries.map(\.box)
    guard !boxes.isEmpty else { return }
    levels.append(UInt32(truncatingIfNeeded: boxes.count))
    packLevels()
  }

  private mutating func packLevels() {
    var start = 0
    while boxes.count - start > 1 {
      let end = boxes.count
      for first in stride(from: start, to: end, by: SpatialIndex.fanout) {
        var box = boxes[first]
        for child in first..<min(first + SpatialIndex.fanout, end) { box = box.union(boxes[child]) }
        boxes.append(box)
      }
      start = end
      levels.append(UInt32(truncatingIfNeeded: boxes.count))
    }
  }

  /// The box of a line; east of the antimeridian longitudes go on beyond 180°.
  private static func box(_ line: some Sequence<Coordinate>) -> TreeBox {
    var box: TreeBox?
    var longitude: Int64 = 0
    var previous: Int32 = 0
    for point in line {
      if box == nil {
        longitude = Int64(point.longitudeE7)
      } else {
        longitude += longitudeDifferenceE7(from: previous, to: point.longitudeE7)
      }
      previous = point.longitudeE7
      let east = Int32(clamping: longitude)
      let own = TreeBox(south: point.latitudeE7, west: east, north: point.latitudeE7, east: east)
      box = box?.union(own) ?? own
    }
    return box ?? TreeBox(south: 0, west: 0, north: 0, east: 0)
  }
}
