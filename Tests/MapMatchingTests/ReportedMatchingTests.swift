import Geometry
import MapMatching
import RoadNetwork
import Routing
import TestSupport
import Testing

/// Faults of other matchers that their users reported, drawn anew.
@Suite("Reported faults of matching") struct ReportedMatchingTests {
  private func match(_ map: RoadMap, _ fixes: [MatcherFix]) -> TraceMatch {
    var matcher = TripMatcher(network: map.network, mode: .drive)
    return matcher.trace(fixes)
  }

  /// Blocks of 90 m by 40 m, every street one way, neighbours in turn.
  private func town() throws -> RoadMap {
    let rows = ["ABCDEFGHIJKLM", "abcdefghijklm", "NOPQRSTUVWXYZ"]
    var lines: [String] = []
    for row in rows {
      lines.append(row.map { String($0) }.joined(separator: String(repeating: "-", count: 8)))
      lines += ["", "", ""]
    }
    var roads: [(String, [String: String])] = rows.enumerated().map { ($1, ["oneway": $0 == 1 ? "yes" : "-1"]) }
    for (number, letters) in zip(zip(rows[0], rows[1]), rows[2]).enumerated() {
      roads.append(("\(letters.0.0)\(letters.0.1)\(letters.1)", ["oneway": number % 2 == 0 ? "yes" : "-1"]))
    }
    return try RoadMap(lines.joined(separator: "\n"), roadList: roads)
  }

  @Test("17 jittering fixes along a street among crossing and parallel ones make no detour", arguments: 1...20)
  func exploding(seed: Int) throws {
    // Project-OSRM/osrm-backend#4853.
    let map = try town()
    var drive = TraceDrive(map, seed: UInt64(seed))
    try drive.drive("abcdefghijklm", metersPerSecond: 4.4, every: 15, noise: 8)
    #expect(drive.fixes.count == 17)
    let found = match(map, drive.fixes)
    #expect(found.parts.count == 1)
    #expect(found.reversalCount == 0)
    #expect(found.lengthMeters > 950 && found.lengthMeters <= 1_100, "\(found.lengthMeters) \(found.letters(map))")
  }

  @Test("one fix on the other carriageway makes no detour")
  func carriageways() throws {
    // Project-OSRM/osrm-backend#1578, #5158.
    let line = String(repeating: "-", count: 40)
    let map = try RoadMap(
      """
      D\(line)E\(line)F\(line)G
      A\(line)B\(line)C\(line)H
      """, spacing: 12,
      roads: [
        "ABCH": ["oneway": "yes", "highway": "primary"], "GFED": ["oneway": "yes", "highway": "primary"], "AD": [:],
        "BE": [:], "CF": [:], "HG": [:],
      ])
    for place in [20, 33, 50] {
      var drive = TraceDrive(map, seed: 7)
      try drive.drive("ABCH", metersPerSecond: 15, noise: 2, accuracy: 5)
      var fixes = drive.fixes
      fixes.shift(place, north: 12)
      let found = match(map, fixes)
      #expect(found.letters(map) == "ABCH")
      #expect(abs(found.lengthMeters - drive.lengthMeters) <= 15, "\(found.lengthMeters)")
      #expect(found.outlierCount <= 1)
    }
  }

  @Test("a private road is matched where the vehicle drove it, though a public one leads round")
  func privateRoad() throws {
    // Project-OSRM/osrm-backend#5982, #5669.
    let map = try RoadMap(
      """
      A-----B-----------C-----D
            |           |
            E-----------F
      """, spacing: 20,
      roads: [
        "AB": [:], "BC": ["access": "private", "highway": "service"], "CD": [:], "BE": [:], "EF": [:], "FC": [:],
      ])
    var drive = TraceDrive(map, seed: 3)
    try drive.drive("ABCD", metersPerSecond: 8, every: 5, noise: 4)
    let found = match(map, drive.fixes)
    #expect(found.letters(map) == "ABCD")
    let other = try RoadMap(
      """
      A-----B-----------C-----D
      """, spacing: 20,
      roads: [
        "AB": [:], "BC": ["vehicle": "destination", "service": "driveway", "highway": "service"], "CD": [:],
      ])
    var through = TraceDrive(other, seed: 3)
    try through.drive("ABCD", metersPerSecond: 7.9, every: 15, noise: 4)
    #expect(match(other, through.fixes).letters(other) == "ABCD")
  }

  @Test("a road under construction is not in the network: the trace has a gap there and no straight line")
  func construction() throws {
    // Project-OSRM/osrm-backend#5982.
    let line = String(repeating: "-", count: 50)
    let map = try RoadMap(
      "A-------B\(line)C-------D", spacing: 20,
      roads: ["AB": [:], "BC": ["highway": "construction", "construction": "residential"], "CD": [:]])
    var drive = TraceDrive(map, seed: 3)
    try drive.drive("ABCD", metersPerSecond: 10, every: 5, noise: 3)
    let found = match(map, drive.fixes)
    #expect(found.letters(map) == "AB | CD")
    #expect(found.gaps.count == 1 && found.gaps.first?.reason == .noRoad)
    #expect(found.gaps.first.map { $0.straightMeters > 850 && $0.straightMeters < 1_200 } == true)
    #expect(found.lengthMeters < 400)
  }

  @Test("over a tunnel without fixes the road is that whose time fits", arguments: [60.0, 190])
  func tunnel(gap: Double) throws {
    // Project-OSRM/osrm-backend#5455, bmwcarit/barefoot#49: 1.5 km at 90 km/h, or 1.6 km at 30.
    let line = String(repeating: "-", count: 149)
    let side = String(repeating: "-", count: 139)
    let map = try RoadMap(
      """
      A---------------B\(line)C---------------D








                           E\(side)F
      """,
      roads: [
        "AB": ["highway": "primary"], "CD": ["highway": "primary"],
        "BC": ["highway": "primary", "tunnel": "yes", "maxspeed": "90"],
        "BEFC": ["highway": "tertiary", "maxspeed": "30"],
      ])
    var drive = TraceDrive(map, seed: 5)
    try drive.drive("AB", metersPerSecond: 12, every: 2, noise: 3)
    drive.wait(gap - 2)
    try drive.drive("CD", metersPerSecond: 12, every: 2, noise: 3)
    let found = match(map, drive.fixes)
    #expect(found.letters(map) == "ABCD")
    let lies = found.parts[0].legs[0].edges.contains { map.network.flags(of: $0).contains(.tunnel) }
    #expect(lies == (gap == 60))
  }

  @Test("good fixes above a tunnel are on the road above")
  func aboveTunnel() throws {
    // Project-OSRM/osrm-backend#5455.
    let line = String(repeating: "-", count: 60)
    let map = try RoadMap(
      """
      A-----B\(line)C-----D
            E\(line)F
      """,
      roads: [
        "AB": ["highway": "primary"], "BC": ["highway": "primary", "tunnel": "yes"], "CD": ["highway": "primary"],
        "BEFC": ["highway": "primary"],
      ])
    var drive = TraceDrive(map, seed: 5)
    try drive.drive("ABEFCD", metersPerSecond: 12, noise: 3)
    let found = match(map, drive.fixes)
    #expect(!found.parts.flatMap(\.legs).flatMap(\.edges).contains { map.network.flags(of: $0).contains(.tunnel) })
  }

  @Test("four bad fixes in a row do not cut the only road; a true jump gives two parts and says so")
  func badFixes() throws {
    // valhalla/valhalla#5831.
    let line = String(repeating: "-", count: 100)
    let map = try RoadMap("A\(line)B\(line)C", roads: ["ABC": [:]])
    var drive = TraceDrive(map, seed: 9)
    try drive.drive("AC", metersPerSecond: 10, every: 5, noise: 3)
    var fixes = drive.fixes
    for (index, off) in zip(15..<19, [60.0, 110, 150, 80]) { fixes.shift(index, north: off) }
    let found = match(map, fixes)
    #expect(found.parts.count == 1)
    #expect(found.outlierCount <= 4 && found.outlierCount >= 3)
    #expect(abs(found.lengthMeters - drive.lengthMeters) < 30)

    let apart = try RoadMap("A\(line)B\(line)\(line)\(line)C\(line)D", roads: ["AB": [:], "CD": [:]])
    var jump = TraceDrive(apart, seed: 9)
    try jump.drive("AB", metersPerSecond: 10, every: 5, noise: 3)
    let before = jump.fixes.count
    try jump.drive("CD", metersPerSecond: 10, every: 5, noise: 3)
    let parts = match(apart, jump.fixes)
    #expect(parts.letters(apart) == "AB | CD")
    #expect(parts.gaps.count == 1)
    let gap = try #require(parts.gaps.first)
    #expect(gap.afterFix == before - 1 && gap.beforeFix == before && gap.reason == .noWay)
    #expect(abs(gap.straightMeters - 3_030) < 40 && gap.seconds == 5)
    #expect(parts.lengthMeters < 2_060)
  }

  @Test("the reported accuracy sets how far a fix may lie, never below five meters")
  func accuracy() throws {
    // Project-OSRM/osrm-backend#5136, #5212, #1884.
    let line = String(repeating: "-", count: 100)
    let map = try RoadMap("A\(line)B\(line)C", roads: ["ABC": [:]])
    func trace(accuracy: Double, north: Double, every seconds: Double) throws -> TraceMatch {
      var drive = TraceDrive(map, seed: 11)
      try drive.drive("ABC", metersPerSecond: 8, every: seconds, accuracy: accuracy)
      var fixes = drive.fixes
      for index in fixes.indices { fixes.shift(index, north: north) }
      return match(map, fixes)
    }
    let rough = try trace(accuracy: 25, north: 60, every: 10)
    #expect(rough.letters(map) == "AC" && rough.outlierCount == 0)
    #expect(try trace(accuracy: 3, north: 12, every: 10) == trace(accuracy: 5, north: 12, every: 10))
    let sparse = try trace(accuracy: 5, north: 3, every: 120)
    #expect(sparse.parts.count == 1 && sparse.letters(map) == "AC")
  }
}
