import Geometry
import MapMatching
import RoadNetwork
import Routing
import TestSupport

/// A route drawn on a map, and a vehicle that reports from places of the drawing.
struct DrawnRoute {
  let map: RoadMap
  let route: Route
  let matcher: ProjectionMatcher

  /// - Parameter legs: the junctions that each leg passes, such as `"ABC"`.
  init(_ map: RoadMap, legs: [String]) throws {
    self.map = map
    let times = TravelTimes(map.network, mode: .drive)
    let drawn = try legs.map { letters in
      let edges = try zip(letters, letters.dropFirst()).map { try map.edge($0, $1) }
      return RouteLeg(along: EdgePath(edges: edges, startFraction: 0, endFraction: 1), times)
    }
    route = Route(mode: .drive, legs: drawn, cost: 0)
    matcher = ProjectionMatcher(network: map.network)
  }

  /// A fix so many meters east and north of a place of the drawing.
  func fix(
    _ place: Character, east: Double = 0, north: Double = 0, second: Double, accuracy: Double? = 5,
    bearing: Double? = nil, speed: Double? = nil
  ) throws -> MatcherFix {
    let coordinate = LocalPlane(origin: try map.coordinate(place)).coordinate(x: east, y: north)
    return MatcherFix(
      coordinate: coordinate, timeMillis: Int64(second * 1_000), accuracyMeters: accuracy, bearingDegrees: bearing,
      speedMetersPerSecond: speed)
  }

  /// What the matcher says to each fix.
  func follow(_ fixes: [MatcherFix], legIndex: Int = 0) -> (evidence: [RouteEvidence], state: MatcherState) {
    var state = matcher.start(legIndex: legIndex, of: route)
    let evidence = fixes.map { matcher.match($0, on: route, state: &state) }
    return (evidence, state)
  }

  /// Fixes along a straight piece from one place to another, one a second, with course and speed.
  func drive(
    from: Character, to: Character, metersPerSecond speed: Double, startSecond: Double = 0, east: Double = 0,
    north: Double = 0, accuracy: Double? = 5, reportsCourse: Bool = true
  ) throws -> [MatcherFix] {
    let (start, end) = (try map.coordinate(from), try map.coordinate(to))
    let length = distanceMeters(start, end)
    let bearing = bearingDegrees(from: start, to: end)
    let count = Int(length / speed)
    return (0...count).map { step in
      let place = interpolated(from: start, to: end, fraction: min(1, Double(step) * speed / length))
      return MatcherFix(
        coordinate: LocalPlane(origin: place).coordinate(x: east, y: north),
        timeMillis: Int64((startSecond + Double(step)) * 1_000), accuracyMeters: accuracy,
        bearingDegrees: reportsCourse ? bearing : nil, speedMetersPerSecond: reportsCourse ? speed : nil)
    }
  }
}
