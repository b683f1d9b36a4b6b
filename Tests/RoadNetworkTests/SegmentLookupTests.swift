import RoadNetwork
import TestSupport
import Testing

@Suite("Roads by OpenStreetMap ids")
struct SegmentLookupTests {
  private func letters(_ map: RoadMap, _ way: String, _ from: Character, _ to: Character) throws -> String {
    map.letters(map.network.edges(ofWay: try map.way(way), fromNode: map.osmNode(from), toNode: map.osmNode(to)))
  }

  @Test("a stretch between any two nodes of a way gives the edges that contain it, in driving order")
  func stretch() throws {
    let map = try RoadMap(
      """
      A-B-C-D-E-F
          |   |
          G   H
      """, roads: ["ABCDEF": [:], "CG": [:], "EH": [:]])
    #expect(try letters(map, "ABCDEF", "A", "F") == "ACEF")
    #expect(try letters(map, "ABCDEF", "B", "D") == "ACE")
    #expect(try letters(map, "ABCDEF", "D", "D") == "")
    #expect(try letters(map, "ABCDEF", "F", "B") == "FECA")
    #expect(try letters(map, "ABCDEF", "C", "E") == "CE")
    #expect(try letters(map, "ABCDEF", "C", "G") == "")
    #expect(map.network.segments(ofWay: try map.way("ABCDEF")).count == 3)
    #expect(map.network.segments(ofWay: 999).isEmpty)
    #expect(map.network.edges(ofWay: 999, fromNode: 1, toNode: 2).isEmpty)
  }

  @Test("against a one-way road there are no edges")
  func oneWay() throws {
    let map = try RoadMap("A-B-C", roads: ["ABC": ["oneway": "yes"]])
    #expect(try letters(map, "ABC", "A", "C") == "AC")
    #expect(try letters(map, "ABC", "C", "A") == "")
  }

  @Test("a ring goes on over its first node")
  func ring() throws {
    let map = try RoadMap(
      """
      E-A-B-F
        | |
      G-D-C-H
      """, roads: ["ABCDA": ["junction": "roundabout"], "EA": [:], "BF": [:], "CH": [:], "DG": [:]])
    #expect(try letters(map, "ABCDA", "C", "B") == "CDAB")
    #expect(try letters(map, "ABCDA", "D", "C") == "DABC")
  }

  @Test("geometry and nodes of an edge run in driving direction")
  func geometry() throws {
    let map = try RoadMap("A-B-C", roads: ["ABC": [:]])
    let back = try map.edge("C", "A")
    #expect(map.network.osmNodeIDs(of: back) == ["C", "B", "A"].map { map.osmNode($0) })
    #expect(
      map.network.geometry(of: back) == [try map.coordinate("C"), try map.coordinate("B"), try map.coordinate("A")])
    #expect(map.network.reverse(of: back) == (try map.edge("A", "C")))
    #expect(map.network.name(of: back) == "")
  }
}
