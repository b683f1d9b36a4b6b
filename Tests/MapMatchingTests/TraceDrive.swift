import Geometry
import MapMatching
import RoadNetwork
import Routing
import TestSupport

/// A made-up drive along points of a drawing: where it was each second, and what a receiver says of it.
struct TraceDrive {
  private(set) var fixes: [MatcherFix] = []
  /// Along the drawing.
  private(set) var lengthMeters = 0.0
  private let map: RoadMap
  private var random: SeededRandom
  private var millis: Int64 = 1_372_636_800_000

  init(_ map: RoadMap, seed: UInt64 = 1) {
    self.map = map
    random = SeededRandom(seed: seed)
  }

  /// Drives along places of the drawing; a fix at its begin and each so many seconds.
  mutating func drive(
    _ places: String, metersPerSecond: Double, every seconds: Double = 1, noise: Double = 0, accuracy: Double? = nil
  ) throws {
    let line = Polyline(try places.map { try map.coordinate($0) })
    lengthMeters += line.lengthMeters
    var driven = 0.0
    while driven <= line.lengthMeters {
      try report(line.point(atMeters: driven) ?? map.coordinate("A"), noise: noise, accuracy: accuracy)
      driven += metersPerSecond * seconds
      wait(seconds)
    }
  }

  /// Stands at a place while fixes wander about it.
  mutating func stand(_ place: Character, seconds: Int, noise: Double) throws {
    for _ in 0..<seconds {
      report(try map.coordinate(place), noise: noise, accuracy: nil)
      wait(1)
    }
  }

  /// Time passes without a fix.
  mutating func wait(_ seconds: Double) { millis += Int64(seconds * 1_000) }

  private mutating func report(_ place: Coordinate, noise: Double, accuracy: Double?) {
    let (east, north) = (normal() * noise, normal() * noise)
    fixes.append(
      MatcherFix(
        coordinate: LocalPlane(origin: place).coordinate(x: east, y: north), timeMillis: millis,
        accuracyMeters: accuracy))
  }

  /// Nearly normal, of deviation 1.
  private mutating func normal() -> Double {
    (0..<12).reduce(0) { sum, _ in sum + Double(random.number(in: 0...1_000_000)) / 1_000_000 } - 6
  }
}

extension Array where Element == MatcherFix {
  /// Moves one fix by meters to the east and north.
  mutating func shift(_ index: Int, east: Double = 0, north: Double = 0) {
    self[index].coordinate = LocalPlane(origin: self[index].coordinate).coordinate(x: east, y: north)
  }
}

extension TraceMatch {
  /// The junctions that each path of each part passes, such as `ABC CBA`; a bar stands for a gap.
  func letters(_ map: RoadMap) -> String {
    parts.map { $0.legs.map { map.letters($0.edges) }.joined(separator: " ") }.joined(separator: " | ")
  }
}
