import Geometry
import MapMatching
import RoadNetwork
import Routing
import TestSupport
import Testing

/// Whatever fixes a trace has, an answer comes.
@Suite("Odd traces") struct TraceInputTests {
  private let line = String(repeating: "-", count: 60)

  private func map() throws -> RoadMap { try RoadMap("A\(line)B\(line)C", roads: ["ABC": [:]]) }

  private func drive(_ map: RoadMap) throws -> [MatcherFix] {
    var drive = TraceDrive(map, seed: 1)
    try drive.drive("ABC", metersPerSecond: 10, every: 3, noise: 3)
    return drive.fixes
  }

  private func match(_ map: RoadMap, _ fixes: [MatcherFix]) -> TraceMatch {
    var matcher = TripMatcher(network: map.network, mode: .drive)
    return matcher.trace(fixes)
  }

  @Test("no fix, one fix and fixes off the map give no part")
  func nothing() throws {
    let map = try map()
    #expect(match(map, []) == TraceMatch())
    let one = match(map, Array(try drive(map).prefix(1)))
    #expect(one.parts.isEmpty && one.outcomes == [.outlier] && one.confidence == 0)
    var far = try drive(map)
    for index in far.indices { far.shift(index, north: 50_000) }
    let none = match(map, far)
    #expect(none.parts.isEmpty && none.outlierCount == far.count)
  }

  @Test("the order of the fixes does not matter, their times do")
  func order() throws {
    let map = try map()
    let fixes = try drive(map)
    let sorted = match(map, fixes)
    let turned = match(map, fixes.reversed())
    #expect(sorted.parts.map(\.legs) == turned.parts.map(\.legs))
    #expect(sorted.outcomes == turned.outcomes.reversed())
  }

  @Test("doubled fixes change nothing")
  func doubled() throws {
    let map = try map()
    let fixes = try drive(map)
    let doubled = match(map, fixes.flatMap { [$0, $0] })
    #expect(doubled.parts.map(\.legs) == match(map, fixes).parts.map(\.legs))
    #expect(doubled.outlierCount == 0 && doubled.outcomes.count == 2 * fixes.count)
  }

  @Test("values that are no numbers, no places or no times are left aside")
  func values() throws {
    let map = try map()
    var fixes = try drive(map)
    let plain = match(map, fixes)
    let odd: [Double] = [.nan, .infinity, -.infinity, -1, 0, 1e300, -1e300, .leastNonzeroMagnitude]
    for (index, value) in odd.enumerated() {
      fixes[2 * index + 1].accuracyMeters = value == 1e300 ? nil : value
      fixes[2 * index + 2].bearingDegrees = value
      fixes[2 * index + 2].speedMetersPerSecond = abs(value).isFinite ? 0 : value
    }
    let odder = match(map, fixes)
    #expect(odder.parts.count == 1)
    #expect(abs(odder.lengthMeters - plain.lengthMeters) < 10)
    fixes[1].accuracyMeters = 1e300
    fixes[3].coordinate = Coordinate(latitudeE7: .max, longitudeE7: .min)
    fixes[5].coordinate = Coordinate(latitudeE7: 900_000_000, longitudeE7: 1_800_000_000)
    let placeless = match(map, fixes)
    #expect(placeless.outcomes[3] == .unusable && placeless.outcomes[5] == .outlier)
    #expect(placeless.parts.count == 1)
  }

  @Test("times at the ends of their range overflow nothing")
  func times() throws {
    let map = try map()
    var fixes = try drive(map)
    fixes[0].timeMillis = .min
    fixes[fixes.count - 1].timeMillis = .max
    #expect(match(map, fixes).parts.count == 1)
    for index in fixes.indices { fixes[index].timeMillis = 0 }
    _ = match(map, fixes)
    for index in fixes.indices { fixes[index].timeMillis = index % 2 == 0 ? .min : .max }
    _ = match(map, fixes)
  }

  @Test("fixes behind the limit are left, and settings without sense harm nothing")
  func limits() throws {
    let map = try map()
    let fixes = try drive(map)
    var matcher = TripMatcher(network: map.network, mode: .drive)
    matcher.settings.fixLimit = 10
    let some = matcher.trace(fixes)
    #expect(some.parts.first?.lastFix == 9)
    #expect(some.outcomes.dropFirst(10).allSatisfy { $0 == .unusable })
    matcher.settings.fixLimit = -1
    #expect(matcher.trace(fixes).parts.isEmpty)
    matcher.settings = TripMatcherSettings()
    matcher.settings.searchLimit = 0
    #expect(matcher.trace(fixes).outcomes.count == fixes.count)
  }

  @Test("random traces over a street give bounded answers, the same from a used matcher", arguments: 1...30)
  func random(seed: Int) throws {
    let map = try map()
    var random = SeededRandom(seed: UInt64(seed))
    var matcher = TripMatcher(network: map.network, mode: .drive)
    let middle = try map.coordinate("B")
    let fixes = (0..<random.number(in: 2...80)).map { _ in
      MatcherFix(
        coordinate: LocalPlane(origin: middle).coordinate(
          x: Double(random.number(in: -700...700)), y: Double(random.number(in: -120...120))),
        timeMillis: Int64(random.number(in: 0...600_000)),
        accuracyMeters: random.oneIn(3) ? Double(random.number(in: 1...120)) : nil,
        bearingDegrees: random.oneIn(4) ? Double(random.number(in: 0...359)) : nil)
    }
    let found = matcher.trace(fixes)
    #expect(matcher.trace(fixes) == found)
    #expect(found.gaps.count == max(0, found.parts.count - 1))
    for part in found.parts {
      for leg in part.legs {
        #expect((0...1).contains(leg.startFraction) && (0...1).contains(leg.endFraction))
        #expect(leg.edges.count > 1 || leg.startFraction <= leg.endFraction)
        for (edge, next) in zip(leg.edges, leg.edges.dropFirst()) {
          #expect(map.network.turn(from: edge, to: next) != nil)
        }
      }
      for (leg, next) in zip(part.legs, part.legs.dropFirst()) {
        #expect(leg.edges.last.flatMap { map.network.reverse(of: $0) } == next.edges.first)
        #expect(abs(leg.endFraction + next.startFraction - 1) < 1e-9)
      }
    }
  }
}
