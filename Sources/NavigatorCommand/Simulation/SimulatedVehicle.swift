import Geometry

/// A vehicle that drives along a line of points, second by second, and reports where it believes to be.
struct SimulatedVehicle {
  let id: String
  /// The line it drives; replaced when it takes another route.
  private(set) var line: Polyline
  /// How far along the line it is.
  private(set) var alongMeters = 0.0
  private(set) var speedMetersPerSecond = 0.0
  /// The speed it would like to drive.
  var cruiseMetersPerSecond: Double
  /// Standard deviation of the reported position, metres along each axis.
  var jitterMeters: Double
  /// True positions so far, for drawing.
  private(set) var driven: [Coordinate] = []
  private var random: SplitMix64

  private static let accelerationMetersPerSecond2 = 1.8
  private static let cornerMetersPerSecond = 4.0
  private static let cornerDegrees = 45.0

  init(id: String, line: Polyline, cruiseMetersPerSecond: Double, jitterMeters: Double, seed: UInt64) {
    self.id = id
    self.line = line
    self.cruiseMetersPerSecond = cruiseMetersPerSecond
    self.jitterMeters = jitterMeters
    random = SplitMix64(seed: seed)
    if let start = line.points.first { driven.append(start) }
  }

  var isAtEnd: Bool { alongMeters >= line.lengthMeters }
  var remainingMeters: Double { max(0, line.lengthMeters - alongMeters) }
  var position: Coordinate? { line.point(atMeters: alongMeters) }
  var bearingDegrees: Double? { line.bearingDegrees(atMeters: alongMeters) }

  /// Drives for a while: speeds up to its cruise, slows down before corners and the end.
  mutating func advance(seconds: Double) {
    let target = min(cruiseMetersPerSecond, speedAllowedAhead())
    let change = Self.accelerationMetersPerSecond2 * seconds
    speedMetersPerSecond += min(change, max(-2 * change, target - speedMetersPerSecond))
    speedMetersPerSecond = max(speedMetersPerSecond, min(target, 1))
    alongMeters = min(line.lengthMeters, alongMeters + speedMetersPerSecond * seconds)
    if isAtEnd { speedMetersPerSecond = 0 }
    if let position, driven.last != position { driven.append(position) }
  }

  /// Stands still for a moment.
  mutating func stand() { speedMetersPerSecond = 0 }

  /// Goes on along another line, from its place nearest to where the vehicle is within the first `withinMeters` of it.
  mutating func take(_ newLine: Polyline, withinMeters: Double = 150) {
    let place = position
    line = newLine
    alongMeters = place.flatMap { newLine.projection(of: $0, fromMeters: 0, toMeters: withinMeters)?.alongMeters } ?? 0
  }

  /// The position with the noise of a receiver; the noise of one call differs from that of the next.
  mutating func report() -> ReportedFix? {
    guard let position else { return nil }
    let plane = LocalPlane(origin: position)
    let noisy = plane.coordinate(x: random.gaussian() * jitterMeters, y: random.gaussian() * jitterMeters)
    return ReportedFix(
      location: jitterMeters > 0 ? noisy : position, accuracyMeters: max(3, 2 * jitterMeters),
      bearingDegrees: speedMetersPerSecond > 1 ? bearingDegrees : nil, speedMetersPerSecond: speedMetersPerSecond)
  }

  /// The speed from which it can still slow down for the next corner or the end.
  private func speedAllowedAhead() -> Double {
    var allowed = Double.infinity
    for index in line.points.indices where line.distances[index] > alongMeters {
      let distance = line.distances[index] - alongMeters
      if distance > 60 { break }
      let through = index == line.points.count - 1 ? 1 : cornerSpeed(at: index)
      allowed = min(allowed, (through * through + 2 * Self.accelerationMetersPerSecond2 * distance).squareRoot())
    }
    return allowed
  }

  private func cornerSpeed(at index: Int) -> Double {
    guard index > 0, index + 1 < line.points.count else { return .infinity }
    let before = Geometry.bearingDegrees(from: line.points[index - 1], to: line.points[index])
    let after = Geometry.bearingDegrees(from: line.points[index], to: line.points[index + 1])
    return angleDifferenceDegrees(before, after) > Self.cornerDegrees ? Self.cornerMetersPerSecond : .infinity
  }
}

/// What a phone or a telematics box sends.
struct ReportedFix {
  var location: Coordinate
  var accuracyMeters: Double
  /// Absent when the vehicle hardly moves.
  var bearingDegrees: Double?
  var speedMetersPerSecond: Double
}
