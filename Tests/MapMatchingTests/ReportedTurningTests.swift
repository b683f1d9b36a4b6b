import Geometry
import MapMatching
import RoadNetwork
import Routing
import TestSupport
import Testing

/// Where vehicles turn round, and where only their fixes do.
@Suite("Turning round in traces") struct ReportedTurningTests {
  private func match(_ map: RoadMap, _ fixes: [MatcherFix]) -> TraceMatch {
    var matcher = TripMatcher(network: map.network, mode: .drive)
    return matcher.trace(fixes)
  }

  private func street() throws -> RoadMap {
    let line = String(repeating: "-", count: 29)
    return try RoadMap(
      """
      E              F
      |              |
      A---------1----B\(line)C---2----------D
                     |                             |
                     G                             H
      """, roads: ["ABCD": [:], "EA": [:], "FBG": [:], "CH": [:]])
  }

  @Test("a trip up a street and back turns round once, where it did", arguments: ["C", "D", "2"])
  func upAndBack(turn: String) throws {
    // valhalla/valhalla#4290, PR #2380: at a junction, at a dead end, within the road.
    let map = try street()
    let place = try map.coordinate(try #require(turn.first))
    for (seconds, noise) in [(1.0, 4.0), (5, 4), (10, 3)] {
      var drive = TraceDrive(map, seed: 2)
      try drive.drive("A\(turn)", metersPerSecond: 7, every: seconds, noise: noise)
      try drive.drive("\(turn)1", metersPerSecond: 7, every: seconds, noise: noise)
      let found = match(map, drive.fixes)
      #expect(found.parts.count == 1 && found.reversalCount == 1, "\(turn) \(seconds): \(found.letters(map))")
      let line = found.parts.flatMap(\.legs).flatMap { $0.geometry(on: map.network) }
      let farthest = line.map { distanceMeters(line[0], $0) }.max() ?? 0
      let turned = distanceMeters(line[0], place)
      #expect(abs(farthest - turned) < 12 + 3.5 * seconds, "\(turn) \(seconds): \(farthest), \(turned)")
      #expect(abs(found.lengthMeters - drive.lengthMeters) < 24 + 7 * seconds)
    }
  }

  @Test("jitter while standing is no drive, and the first and last fix stay", arguments: 1...10)
  func standing(seed: Int) throws {
    // graphhopper/map-matching#70, #85, PR #88; graphhopper/graphhopper#2613, #3023.
    let map = try street()
    var drive = TraceDrive(map, seed: UInt64(seed))
    try drive.stand("1", seconds: 60, noise: 5)
    try drive.drive("1BC", metersPerSecond: 8, noise: 4)
    try drive.stand("C", seconds: 120, noise: 6)
    try drive.drive("C2", metersPerSecond: 8, noise: 4)
    try drive.stand("2", seconds: 60, noise: 5)
    let found = match(map, drive.fixes)
    #expect(found.reversalCount == 0, "\(found.letters(map))")
    #expect(found.letters(map) == "ABCD")
    #expect(found.parts.first?.firstFix == 0 && found.parts.last?.lastFix == drive.fixes.count - 1)
    #expect(abs(found.lengthMeters - drive.lengthMeters) < 40)
    let line = found.parts.flatMap(\.legs).flatMap { $0.geometry(on: map.network) }
    #expect(distanceMeters(try #require(line.first), drive.fixes[0].coordinate) < 30)
    #expect(distanceMeters(try #require(line.last), drive.fixes[drive.fixes.count - 1].coordinate) < 30)
  }

  @Test("a trace that only stands has no turns and no length")
  func onlyStanding() throws {
    let map = try street()
    var drive = TraceDrive(map, seed: 4)
    try drive.stand("1", seconds: 300, noise: 5)
    let found = match(map, drive.fixes)
    #expect(found.reversalCount == 0 && found.lengthMeters < 40)
  }

  @Test("no spur into a side street that a fix happens to lie on")
  func spur() throws {
    // graphhopper/graphhopper#2613.
    let map = try street()
    var drive = TraceDrive(map, seed: 6)
    try drive.drive("ABCD", metersPerSecond: 8, every: 3, noise: 2)
    var fixes = drive.fixes
    // The fix nearest to B, thrown into the street of F.
    let near = try map.coordinate("B")
    let index = try #require(
      fixes.indices.min { distanceMeters(fixes[$0].coordinate, near) < distanceMeters(fixes[$1].coordinate, near) })
    fixes[index].coordinate = LocalPlane(origin: near).coordinate(x: 0, y: 19)
    let found = match(map, fixes)
    #expect(found.letters(map) == "ABCD" && found.reversalCount == 0)
  }
}
