import Geometry
import MapMatching
import RoadNetwork
import Routing
import TestSupport
import Testing

struct TripMatcherTests {
  private func town() throws -> RoadMap {
    try RoadMap(
      """
      A-1---B-----C
            |     |
            2     |
            |     |
            D-3---E-4-F
      """,
      spacing: 40, roads: ["ABC": [:], "BD": [:], "CE": [:], "DEF": [:]])
  }

  /// A fix every quarter of a minute at places of the drawing, shifted by some metres.
  private func fixes(_ map: RoadMap, _ places: String, shiftE7: Int32 = 0, seconds: Int64 = 15) throws -> [MatcherFix] {
    try places.enumerated().map { number, place in
      let coordinate = try map.coordinate(place).shifted(number % 2 == 0 ? shiftE7 : -shiftE7)
      return MatcherFix(coordinate: coordinate, timeMillis: Int64(number) * seconds * 1_000)
    }
  }

  private func letters(_ map: RoadMap, _ path: EdgePath?) -> String {
    guard let path, let first = path.edges.first else { return "" }
    let names = Dictionary(uniqueKeysWithValues: "ABCDEF".map { (map.osmNode($0), String($0)) })
    func name(_ node: NodeID) -> String { names[map.network.osmNodeID(of: node)] ?? "?" }
    return path.edges.reduce(name(map.network.from(first))) { $0 + name(map.network.to($1)) }
  }

  @Test("sparse, inexact fixes give the road that joins them")
  func sparse() throws {
    let map = try town()
    var matcher = TripMatcher(network: map.network, mode: .drive)
    let found = matcher.match(try fixes(map, "1234", shiftE7: 700))
    let match = try #require(found)
    #expect(letters(map, match.path) == "ABDEF")
    #expect(match.path.startFraction > 0.1 && match.path.startFraction < 0.6)
    #expect(match.path.endFraction > 0.1 && match.path.endFraction < 0.6)
    #expect(match.outlierCount == 0)
    // Backwards too.
    let returned = matcher.match(try fixes(map, "4321", shiftE7: 700))
    let back = try #require(returned)
    #expect(letters(map, back.path) == "FEDBA")
  }

  @Test("fixes while standing and one far off the road do not bend it")
  func outliers() throws {
    let map = try town()
    var matcher = TripMatcher(network: map.network, mode: .drive)
    var driven = try fixes(map, "1112234", shiftE7: 200)
    driven[4].coordinate = driven[4].coordinate.shifted(200_000)
    let found = matcher.match(driven)
    let match = try #require(found)
    #expect(letters(map, match.path) == "ABDEF")
    #expect(match.outlierCount == 1)
  }

  @Test("a trip that leaves the map, jumps or never moves gives no road")
  func unmatched() throws {
    let map = try town()
    var matcher = TripMatcher(network: map.network, mode: .drive)
    let unmatched = [matcher.match([]), matcher.match(try fixes(map, "111"))]
    #expect(unmatched == [nil, nil])
    var lost = try fixes(map, "1234")
    for index in 1..<4 { lost[index].coordinate = lost[index].coordinate.shifted(5_000_000) }
    let gone = matcher.match(lost)
    #expect(gone == nil)
  }

  @Test("a used matcher answers as a new one does")
  func reuse() throws {
    let map = try town()
    let trips = try ["1234", "4321", "12", "34", "243"].map { try fixes(map, $0, shiftE7: 300) }
    var used = TripMatcher(network: map.network, mode: .drive)
    for trip in trips + trips.reversed() {
      var new = TripMatcher(network: map.network, mode: .drive)
      let (mine, fresh) = (used.match(trip), new.match(trip))
      #expect(mine == fresh)
    }
  }
}

extension Coordinate {
  fileprivate func shifted(_ latitudeE7: Int32) -> Coordinate {
    Coordinate(latitudeE7: self.latitudeE7 + latitudeE7, longitudeE7: longitudeE7)
  }
}
