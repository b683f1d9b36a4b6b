import Geometry
import MapMatching
import RoadNetwork
import Routing
import TestSupport
import Testing

@Suite("Lines matched to roads")
struct LineMatcherTests {
  private func grid() throws -> RoadMap {
    try RoadMap(
      """
      A----B----C----D
      |    |    |    |
      E----F----G----H
      |    |    |    |
      I----J----K----L
      """, spacing: 20,
      roads: ["ABCD": [:], "EFGH": [:], "IJKL": [:], "AEI": [:], "BFJ": [:], "CGK": [:], "DHL": [:]])
  }

  private func line(_ map: RoadMap, _ places: String, east: Double = 0, north: Double = 0) throws -> [Coordinate] {
    try places.map { LocalPlane(origin: try map.coordinate($0)).coordinate(x: east, y: north) }
  }

  private func path(
    _ map: RoadMap, _ line: [Coordinate], rules: LineMatcher.Rules = .legal(.drive), lengths: ClosedRange<Double>? = nil
  ) -> String? {
    let length = lengthMeters(line)
    let range = lengths ?? (length * 0.9 - 5)...(length * 1.1 + 5)
    return LineMatcher(network: map.network).path(along: line, lengthMeters: range, rules: rules).map {
      map.letters($0.edges)
    }
  }

  @Test(
    "a line through junctions gives the edges it was drawn from",
    arguments: ["ABCD", "ABFJ", "EFGHDC", "AEFBCGK", "ABFEAB"])
  func along(places: String) throws {
    let map = try grid()
    let found = try #require(path(map, try line(map, places)))
    // The first or last junction may be the end of one more edge of no length.
    #expect(found.contains(places))
  }

  @Test("a line beside the roads is taken up to the tolerance")
  func beside() throws {
    let map = try grid()
    #expect(path(map, try line(map, "ABC", north: 9)) != nil)
    #expect(path(map, try line(map, "ABC", north: 11)) == nil)
  }

  @Test("there and back is not the same as not going, though every point is near")
  func thereAndBack() throws {
    let map = try RoadMap(
      """
      A-----B-----C
            |
            D
      """, spacing: 4, roads: ["AB": [:], "BC": [:], "BD": [:]])
    // D is 8 m off the straight way: the tip is near it, and only the order of the walk tells.
    let straight = try line(map, "ABC")
    let spur = try line(map, "ABDBC")
    #expect(path(map, straight) == "ABC")
    let found = LineMatcher(network: map.network).path(
      along: spur, lengthMeters: 62...66, rules: .legal(.drive))
    #expect(found.map { map.letters($0.edges) } == "ABDBC")
    // Twice over the same stretch, longer than the tolerance.
    let doubled = try line(map, "ABABC")
    #expect(LineMatcher(network: map.network).path(along: doubled, lengthMeters: 46...50, rules: .legal(.drive)) == nil)
  }

  @Test("a path of the wrong length is not taken")
  func length() throws {
    let map = try grid()
    let drawn = try line(map, "ABC")
    #expect(path(map, drawn, lengths: 195...205) != nil)
    #expect(path(map, drawn, lengths: 150...190) == nil)
  }

  @Test("a one-way road is not driven the wrong way, and a forbidden turn only where rules do not count")
  func rules() throws {
    let map = try RoadMap(
      """
      A-----B-----C
            |
            |
            D
      """, spacing: 20, roads: ["AB": [:], "BC": ["oneway": "yes"], "BD": [:]], restrictions: ["no_right_turn AB B BD"])
    #expect(path(map, try line(map, "CBA"), rules: .connected) == nil)
    #expect(path(map, try line(map, "ABD")) == nil)
    #expect(path(map, try line(map, "ABD"), rules: .connected) == "ABD")
  }

  @Test("a line that begins and ends between junctions gives the fractions")
  func fractions() throws {
    let map = try grid()
    let start = LocalPlane(origin: try map.coordinate("A")).coordinate(x: 30, y: 2)
    let end = LocalPlane(origin: try map.coordinate("C")).coordinate(x: 2, y: -16)
    let path = try #require(
      LineMatcher(network: map.network).path(
        along: [start, try map.coordinate("C"), end], lengthMeters: 180...192, rules: .legal(.drive)))
    #expect(map.letters(path.edges) == "ABCG")
    #expect(abs(path.startFraction - 0.3) < 0.03)
    #expect(abs(path.endFraction - 0.4) < 0.03)
  }

  @Test("an empty line and one in the void give nothing")
  func nothing() throws {
    let map = try grid()
    #expect(path(map, [], lengths: 0...10) == nil)
    #expect(
      path(map, [Coordinate(latitudeE7: 0, longitudeE7: 0), Coordinate(latitudeE7: 10_000, longitudeE7: 0)]) == nil)
  }
}
