internal import Geometry
internal import RoadNetwork
internal import Routing

/// Projects one fix onto the stretch of a path around a place, without touching memory beyond the network's own.
struct PathScan {
  let network: RoadNetwork
  let path: EdgePath
  let plane: LocalPlane
  /// Unit vector of the course, east and north; nil for a standing vehicle.
  let course: (x: Double, y: Double)?

  /// The best place found.
  struct Hit {
    var edgeIndex: Int
    /// From the start of that edge.
    var edgeMeters: Double
    /// From the place scanned around; negative behind it.
    var advanceMeters: Double
    var lateralMeters: Double
    /// Relative to the fix.
    var foot: (x: Double, y: Double)
    /// Direction of the road there, east and north, not normalized.
    var direction: (x: Double, y: Double)
    /// Cosine of the angle between course and road; 1 without a course.
    var courseCosine: Double
    var cost: Double
  }

  init(network: RoadNetwork, path: EdgePath, fix: Coordinate, courseDegrees: Double?) {
    self.network = network
    self.path = path
    plane = LocalPlane(origin: fix)
    course = courseDegrees.map { degrees in
      let radians = degrees * Trigonometry.radiansPerDegree
      return (Trigonometry.sine(radians), Trigonometry.cosine(radians))
    }
  }

  /// The part of edge number `index` that belongs to the path, in meters from the edge's start.
  func span(at index: Int) -> (from: Double, to: Double) {
    let length = network.lengthMeters(of: path.edges[index])
    let part = path.fractions(at: index)
    return (part.from * length, part.to * length)
  }

  /// The best place between `back` meters behind and `ahead` meters before a place of the path.
  ///
  /// Nearest counts, but a course that does not fit costs, and so does a jump ahead that is longer than the way there
  /// could be: on loops, hairpins and roads driven out and back the vehicle stays on the branch it was on.
  func nearest(edgeIndex: Int, edgeMeters: Double, back: Double, ahead: Double) -> Hit? {
    var first = edgeIndex
    var offset = -edgeMeters  // of the first edge's start, relative to the place
    while first > 0, offset + span(at: first).from > -back {
      first -= 1
      offset -= network.lengthMeters(of: path.edges[first])
    }
    let here = place(edgeIndex: edgeIndex, edgeMeters: edgeMeters)
    // Free of charge: half as long again as the straight way, plus what noise may add.
    let freeAdvance = 1.5 * (here.x * here.x + here.y * here.y).squareRoot() + 10
    var best: Hit?
    var index = first
    while index < path.edges.count, offset + span(at: index).from <= ahead {
      let span = span(at: index)
      let low = max(span.from, -back - offset)
      let high = min(span.to, ahead - offset)
      if low <= high {
        scan(index: index, low: low, high: high, offset: offset, freeAdvance: freeAdvance, best: &best)
      }
      offset += network.lengthMeters(of: path.edges[index])
      index += 1
    }
    return best
  }

  private func scan(index: Int, low: Double, high: Double, offset: Double, freeAdvance: Double, best: inout Hit?) {
    forEachPiece(of: path.edges[index]) { start, end, length, begin, meters in
      guard begin <= high, begin + meters >= low else { return begin <= high }
      let direction = (x: end.x - start.x, y: end.y - start.y)
      let square = length * length
      var part = square > 0 ? -(start.x * direction.x + start.y * direction.y) / square : 0
      if meters > 0 { part = min(max(part, (low - begin) / meters, 0), (high - begin) / meters, 1) }
      let foot = (x: start.x + part * direction.x, y: start.y + part * direction.y)
      let lateral = (foot.x * foot.x + foot.y * foot.y).squareRoot()
      let advance = offset + begin + part * meters
      var cosine = 1.0
      if let course, length > 0 { cosine = (direction.x * course.x + direction.y * course.y) / length }
      var cost = lateral + 0.1 * max(0, advance - freeAdvance) + 0.05 * max(0, -advance)
      if cosine < -0.5 { cost += 30 } else if cosine < 0.5 { cost += 8 }
      if cost < best?.cost ?? .infinity {
        best = Hit(
          edgeIndex: index, edgeMeters: begin + part * meters, advanceMeters: advance, lateralMeters: lateral,
          foot: foot, direction: direction, courseCosine: cosine, cost: cost)
      }
      return true
    }
  }

  private func place(edgeIndex: Int, edgeMeters: Double) -> (x: Double, y: Double) {
    var place = (x: 0.0, y: 0.0)
    forEachPiece(of: path.edges[edgeIndex]) { start, end, _, begin, meters in
      let part = meters > 0 ? min(max((edgeMeters - begin) / meters, 0), 1) : 0
      place = (start.x + part * (end.x - start.x), start.y + part * (end.y - start.y))
      return begin + meters < edgeMeters
    }
    return place
  }

  /// Edges longer than this reach so far from the fix that its plane does not measure them: ferries, mostly.
  private static let planeMeters = 5_000.0

  /// Calls `body` with the pieces of an edge in driving order: ends relative to the fix, length on the plane, meters from
  /// the edge's start, length as the network has it. Stops at false.
  private func forEachPiece(
    of edge: EdgeID, _ body: ((x: Double, y: Double), (x: Double, y: Double), Double, Double, Double) -> Bool
  ) {
    let segment = network.segment(of: edge)
    let isForward = network.isForward(edge)
    let last = network.pointCount(of: segment) - 1
    let isLong = network.lengthMeters(of: edge) > Self.planeMeters
    var former = network.point(isForward ? 0 : last, of: segment)
    var start = plane.position(of: former)
    var begin = 0.0
    for number in 1...last {
      let point = network.point(isForward ? number : last - number, of: segment)
      let end = plane.position(of: point)
      let (dx, dy) = (end.x - start.x, end.y - start.y)
      let length = (dx * dx + dy * dy).squareRoot()
      let meters = isLong ? distanceMeters(former, point) : length
      guard body(start, end, length, begin, meters) else { return }
      begin += meters
      start = end
      former = point
    }
  }
}
