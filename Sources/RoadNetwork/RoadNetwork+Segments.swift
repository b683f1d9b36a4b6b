public import Geometry

extension RoadNetwork {
  @inlinable
  public func segment(of edge: EdgeID) -> SegmentID { SegmentID(columns.edgeSegment[edge.index] >> 1) }

  /// Whether an edge runs in the direction in which its way was drawn.
  @inlinable
  public func isForward(_ edge: EdgeID) -> Bool { columns.edgeSegment[edge.index] & 1 == 0 }

  /// The OpenStreetMap way.
  @inlinable public func wayID(of segment: SegmentID) -> Int64 { columns.segmentWay[segment.index] }
  @inlinable public func wayID(of edge: EdgeID) -> Int64 { wayID(of: segment(of: edge)) }

  @inlinable
  public func roadClass(of segment: SegmentID) -> RoadClass {
    RoadClass(rawValue: columns.segmentClass[segment.index]) ?? .service
  }
  @inlinable public func roadClass(of edge: EdgeID) -> RoadClass { roadClass(of: segment(of: edge)) }

  @inlinable
  public func flags(of segment: SegmentID) -> RoadFlags { RoadFlags(rawValue: columns.segmentFlags[segment.index]) }
  @inlinable public func flags(of edge: EdgeID) -> RoadFlags { flags(of: segment(of: edge)) }

  /// The number of lanes in both directions together as tagged; 0 if unknown.
  @inlinable public func lanes(of segment: SegmentID) -> Int { Int(columns.segmentLanes[segment.index]) }

  @inlinable
  public func country(of segment: SegmentID) -> CountryCode {
    CountryCode(rawValue: columns.segmentCountry[segment.index])
  }
  @inlinable public func country(of edge: EdgeID) -> CountryCode { country(of: segment(of: edge)) }

  /// The road's name, empty if it has none.
  public func name(of segment: SegmentID) -> String { string(columns.segmentName[segment.index]) }
  public func name(of edge: EdgeID) -> String { name(of: segment(of: edge)) }

  /// The road's number (`A 1`), empty if it has none.
  public func ref(of segment: SegmentID) -> String { string(columns.segmentRef[segment.index]) }
  public func ref(of edge: EdgeID) -> String { ref(of: segment(of: edge)) }

  /// The numbers of an edge's texts: equal texts have equal numbers, and 0 is the empty one.
  @inlinable
  public func textNumbers(of edge: EdgeID) -> (name: UInt32, ref: UInt32) {
    let segment = segment(of: edge)
    return (columns.segmentName[segment.index], columns.segmentRef[segment.index])
  }

  @inlinable
  public func lengthMillimeters(of segment: SegmentID) -> UInt32 { columns.segmentLength[segment.index] }

  /// The edges of a segment by direction; nil where no mode may drive.
  @inlinable
  public func edges(of segment: SegmentID) -> (forward: EdgeID?, backward: EdgeID?) {
    let forward = columns.segmentForwardEdge[segment.index]
    let backward = columns.segmentBackwardEdge[segment.index]
    return (forward == .max ? nil : EdgeID(forward), backward == .max ? nil : EdgeID(backward))
  }

  // MARK: Geometry

  /// The number of points of a segment, both junctions included: at least 2.
  @inlinable
  public func pointCount(of segment: SegmentID) -> Int {
    Int(columns.segmentFirstPoint[segment.index + 1] - columns.segmentFirstPoint[segment.index])
  }

  /// A point of a segment, in the way's drawing direction.
  @inlinable
  public func point(_ index: Int, of segment: SegmentID) -> Coordinate {
    columns.pointCoordinate[Int(columns.segmentFirstPoint[segment.index]) + index]
  }

  /// The OpenStreetMap node of a point.
  @inlinable
  public func osmNodeID(ofPoint index: Int, of segment: SegmentID) -> Int64 {
    columns.pointOSMID[Int(columns.segmentFirstPoint[segment.index]) + index]
  }

  /// The points of an edge in driving direction.
  public func geometry(of edge: EdgeID) -> [Coordinate] {
    let segment = segment(of: edge)
    let count = pointCount(of: segment)
    let isForward = isForward(edge)
    return (0..<count).map { point(isForward ? $0 : count - 1 - $0, of: segment) }
  }

  /// Appends the points of an edge in driving direction, without the first where the line already ends there, and
  /// without repeating any.
  ///
  /// - Returns: whether the line ended where the edge begins.
  @discardableResult
  public func appendGeometry(of edge: EdgeID, to line: inout [Coordinate]) -> Bool {
    let segment = segment(of: edge)
    let count = pointCount(of: segment)
    let first = Int(columns.segmentFirstPoint[segment.index])
    let isForward = isForward(edge)
    let step = isForward ? 1 : -1
    var place = isForward ? first : first + count - 1
    var former = columns.pointCoordinate[place]
    let isJoined = line.last == former
    if !isJoined { line.append(former) }
    for _ in 1..<count {
      place += step
      let next = columns.pointCoordinate[place]
      if next != former {
        line.append(next)
        former = next
      }
    }
    return isJoined
  }

  /// The OpenStreetMap nodes of an edge in driving direction.
  public func osmNodeIDs(of edge: EdgeID) -> [Int64] {
    let segment = segment(of: edge)
    let count = pointCount(of: segment)
    let isForward = isForward(edge)
    return (0..<count).map { osmNodeID(ofPoint: isForward ? $0 : count - 1 - $0, of: segment) }
  }

  func string(_ index: UInt32) -> String { columns.string(index) }
}

extension Columns {
  func string(_ index: UInt32) -> String {
    let start = Int(stringOffset[Int(index)])
    let end = Int(stringOffset[Int(index) + 1])
    return String(decoding: UnsafeBufferPointer(start: stringBytes.start + start, count: end - start), as: UTF8.self)
  }
}
