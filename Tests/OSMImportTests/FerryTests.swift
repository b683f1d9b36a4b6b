import Geometry
import RoadNetwork
import TestSupport
import Testing

@testable import OSMImport

/// What users of other engines reported of ferries; the number of the thread stands above each test.
@Suite("Reported: ferries")
struct FerryTests {
  private func seconds(_ map: RoadMap, _ edges: EdgeID...) -> Double {
    edges.reduce(0) { $0 + Double(map.network.durationMilliseconds(of: $1, .drive)) / 1_000 }
  }

  // valhalla#839, #4403; osrm-backend#494
  @Test(
    "a duration in any spelling is the time over the whole way, not of each piece",
    arguments: [
      ("00:20", 1_200.0), ("00:05:00", 300), ("1:45", 6_300), ("04", 240), ("PT20M", 1_200), ("PT1H", 3_600),
    ])
  func wholeWay(duration: String, expected: Double) throws {
    let map = try RoadMap(
      """
      A---B---C---D
          |
          E
      """, spacing: 100, roads: ["ABCD": ["route": "ferry", "duration": duration], "BE": ["route": "ferry"]])
    #expect(abs(seconds(map, try map.edge("A", "B"), try map.edge("B", "D")) - expected) < 1)
    #expect(abs(seconds(map, try map.edge("D", "B"), try map.edge("B", "A")) - expected) < 1)
  }

  // osrm-backend#1405, #7313
  @Test("a duration on the relation alone is shared out over the ways of the line by their length")
  func relation() throws {
    let map = try RoadMap(
      "A---B-------C", spacing: 100, roads: ["AB": ["route": "ferry"], "BC": ["route": "ferry"]],
      relations: ["AB,BC type=route route=ferry duration=00:30"])
    #expect(abs(seconds(map, try map.edge("A", "B")) - 600) < 1)
    #expect(abs(seconds(map, try map.edge("B", "C")) - 1_200) < 1)
    #expect(map.network.metadata.count(.ferryRoutesTimed) == 1)
  }

  @Test("ways with a duration of their own keep it, the rest of the line's time goes to the others")
  func relationAndWay() throws {
    let map = try RoadMap(
      "A---B-------C", spacing: 100, roads: ["AB": ["route": "ferry", "duration": "00:20"], "BC": ["route": "ferry"]],
      relations: ["AB,BC type=route route=ferry duration=00:30"])
    #expect(abs(seconds(map, try map.edge("A", "B")) - 1_200) < 1)
    #expect(abs(seconds(map, try map.edge("B", "C")) - 600) < 1)
  }

  @Test("a way back of its own is as fast as the way there")
  func wayBack() throws {
    let map = try RoadMap(
      """
      A-------B
      C-------D
      """, spacing: 100,
      roads: ["AB": ["route": "ferry", "oneway": "yes"], "DC": ["route": "ferry", "oneway": "yes"]],
      relations: ["AB,backward:DC type=route route=ferry duration=00:20"])
    #expect(abs(seconds(map, try map.edge("A", "B")) - 1_200) < 1)
    #expect(abs(seconds(map, try map.edge("D", "C")) - 1_200) < 1)
  }

  @Test("roads at the quay that belong to the line keep their speed, and other relations say nothing")
  func roadsOfTheLine() throws {
    let plain = try RoadMap("A---B---C", spacing: 100, roads: ["AB": [:], "BC": ["route": "ferry"]])
    let map = try RoadMap(
      "A---B---C", spacing: 100, roads: ["AB": [:], "BC": ["route": "ferry"]],
      relations: ["AB,BC type=route route=ferry duration=00:30", "AB,BC type=route route=bus duration=09:00"])
    #expect(abs(seconds(map, try map.edge("B", "C")) - 1_800) < 1)
    #expect(seconds(map, try map.edge("A", "B")) == seconds(plain, try plain.edge("A", "B")))
  }

  @Test("a line of which the extract lacks a way is not hurried along the rest")
  func cutLine() throws {
    #expect(
      FerryRules.line(
        of: Tags(["type": "route", "route": "ferry", "duration": "06:00"]),
        members: [OSMMember(kind: .way, id: 1_000, role: ""), OSMMember(kind: .way, id: 9, role: "")])?.ways == [
          1_000, 9,
        ])
    var builder = RoadNetworkBuilder()
    let rules = DirectionRules(access: .all)
    builder.addWay(
      id: 1_000, nodes: [1, 2],
      attributes: RoadAttributes(roadClass: .ferry, flags: .ferry, forward: rules, backward: rules))
    builder.addFerryRoute(ways: [1_000, 9], seconds: 21_600)
    builder.beginNodes()
    builder.setNode(id: 1, coordinate: .init(latitudeE7: 480_000_000, longitudeE7: 110_000_000))
    builder.setNode(id: 2, coordinate: .init(latitudeE7: 480_000_000, longitudeE7: 111_000_000))
    let network = try builder.makeNetwork()
    #expect(abs(network.speedKilometersPerHour(of: EdgeID(0), .drive) - 15) < 0.1)
  }

  // graphhopper#523, #2532, #1387; PR #3266; openrouteservice#1037
  @Test("without a duration a ferry is as fast as its length lets expect, and boarding is a cost once at the quay")
  func guess() throws {
    for (spacing, speed) in [(10.0, 5.0), (500, 15), (8_000, 30)] {
      let map = try RoadMap(
        "A-B---C-D", spacing: spacing, roads: ["AB": [:], "BC": ["route": "ferry"], "CD": [:]])
      #expect(abs(map.network.speedKilometersPerHour(of: try map.edge("B", "C"), .drive) - speed) < 0.1)
      let boarding = try #require(map.network.turn(from: try map.edge("A", "B"), to: try map.edge("B", "C")))
      #expect(map.network.durationDeciseconds(of: boarding) >= 3_000)
      let landing = try #require(map.network.turn(from: try map.edge("B", "C"), to: try map.edge("C", "D")))
      #expect(map.network.durationDeciseconds(of: landing) < 100)
    }
  }
}
