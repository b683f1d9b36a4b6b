internal import Geometry

/// A fix that is weighed, by its number in the trace.
struct TraceFix {
  var number: Int
  var coordinate: Coordinate
  var timeMillis: Int64
  var sigmaMeters: Double
  var radiusMeters: Double
  /// Only while moving: a standing vehicle's course means nothing.
  var courseDegrees: Double?

  /// Seconds from an earlier fix to this one, 0 … 10⁷ whatever the times.
  func seconds(since earlier: TraceFix) -> Double {
    let (difference, isOverflown) = timeMillis.subtractingReportingOverflow(earlier.timeMillis)
    return isOverflown ? 1e7 : min(1e7, Double(max(0, difference)) / 1_000)
  }
}

extension TripMatcherSettings {
  /// The fixes to weigh, in order of time: valid ones that moved; the first and the last always.
  ///
  /// Fixes at one place say one thing, not many; weighing each would make their jitter a drive.
  func chosen(of fixes: [MatcherFix]) -> [TraceFix] {
    let order = order(of: fixes)
    let sorted = order.map { traceFix(fixes[$0], $0) }
    var chosen: [TraceFix] = []
    for (place, fix) in sorted.enumerated() {
      if let last = chosen.last, place < sorted.count - 1, !isTelling(fix, after: last) || stands(at: place, of: sorted)
      {
        continue
      }
      chosen.append(fix)
    }
    return chosen
  }

  /// Whether the fixes about one wander at a place: those of the ten seconds before and behind have nearly one middle.
  ///
  /// Only dense fixes can tell. A vehicle that turns round has one middle too, but its fixes spread.
  private func stands(at place: Int, of fixes: [TraceFix]) -> Bool {
    let fix = fixes[place]
    let plane = LocalPlane(origin: fix.coordinate)
    func middle(_ others: some Sequence<TraceFix>, isNear: (TraceFix) -> Bool) -> (
      x: Double, y: Double, spread: Double
    )? {
      var (count, x, y, squares) = (0.0, 0.0, 0.0, 0.0)
      for other in others {
        guard isNear(other) else { break }
        let spot = plane.position(of: other.coordinate)
        (count, x, y, squares) = (count + 1, x + spot.x, y + spot.y, squares + spot.x * spot.x + spot.y * spot.y)
      }
      guard count >= 4 else { return nil }
      (x, y) = (x / count, y / count)
      return (x, y, max(0, squares / count - x * x - y * y))
    }
    let window = 10.0
    guard
      let before = middle(fixes[..<place].suffix(40).reversed(), isNear: { fix.seconds(since: $0) <= window }),
      let behind = middle(fixes[place...].dropFirst().prefix(40), isNear: { $0.seconds(since: fix) <= window })
    else { return false }
    let (x, y) = (behind.x - before.x, behind.y - before.y)
    let wander = max(defaultSigmaMeters, fix.sigmaMeters)
    return x * x + y * y < 64 && max(before.spread, behind.spread) < 2 * wander * wander
  }

  /// The numbers of valid fixes in order of time.
  func order(of fixes: [MatcherFix]) -> [Int] {
    fixes.indices.prefix(max(0, fixLimit)).filter { fixes[$0].coordinate.isValid }.sorted {
      (fixes[$0].timeMillis, $0) < (fixes[$1].timeMillis, $1)
    }
  }

  private func isTelling(_ fix: TraceFix, after last: TraceFix) -> Bool {
    let moved = distanceMeters(last.coordinate, fix.coordinate)
    if moved < max(leastMoveMeters, fix.sigmaMeters) { return false }
    // Slower than walking: standing, while the fixes wander about the place.
    return moved >= 3 * max(defaultSigmaMeters, fix.sigmaMeters) || moved >= 0.7 * fix.seconds(since: last)
  }

  private func traceFix(_ fix: MatcherFix, _ number: Int) -> TraceFix {
    let sigma = sigma(of: fix)
    let isMoving = fix.speedMetersPerSecond.map { $0 >= 2 } ?? true
    let course = fix.bearingDegrees.flatMap { isMoving && $0.isFinite ? normalizedDegrees($0) : nil }
    return TraceFix(
      number: number, coordinate: fix.coordinate, timeMillis: fix.timeMillis, sigmaMeters: sigma,
      radiusMeters: max(radiusMeters, 3 * sigma), courseDegrees: course)
  }
}
