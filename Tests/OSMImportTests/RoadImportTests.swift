import RoadNetwork
import TestSupport
import Testing

@Suite("Roads from ways and nodes")
struct RoadImportTests {
  @Test("a closed barrier cuts the road for through traffic, both sides stay reachable")
  func barrier() throws {
    let map = try RoadMap("A---B---C", roads: ["ABC": [:]], nodes: ["B": ["barrier": "bollard"]])
    let network = map.network
    #expect(network.turn(from: try map.edge("A", "B"), to: try map.edge("B", "C")) == nil)
    let back = try #require(network.turn(from: try map.edge("A", "B"), to: try map.edge("B", "A")))
    #expect(network.penaltyDeciseconds(of: back, .drive) == 0)
    #expect(network.metadata.count(.barriersClosed) == 1)
  }

  @Test("a barrier for cars lets motorcycles pass where it says so")
  func barrierByMode() throws {
    let map = try RoadMap(
      "A---B---C", roads: ["ABC": [:]], nodes: ["B": ["barrier": "bollard", "motorcycle": "yes"]])
    let turn = try #require(map.network.turn(from: try map.edge("A", "B"), to: try map.edge("B", "C")))
    #expect(!map.network.allows(.drive, at: turn) && map.network.allows(.twoWheeler, at: turn))
  }

  @Test("a gate costs time; a private one is entering private ground")
  func gates() throws {
    let map = try RoadMap(
      "A---B---C---D", roads: ["ABCD": [:]],
      nodes: ["B": ["barrier": "lift_gate"], "C": ["barrier": "gate", "access": "private"]])
    let network = map.network
    let open = try #require(network.turn(from: try map.edge("A", "B"), to: try map.edge("B", "C")))
    #expect(network.durationDeciseconds(of: open) == 300 && !network.entersRestricted(open, .drive))
    let closed = try #require(network.turn(from: try map.edge("B", "C"), to: try map.edge("C", "D")))
    #expect(network.entersRestricted(closed, .drive))
  }

  @Test("a toll booth is paid by the modes that it names")
  func tollBooth() throws {
    let map = try RoadMap(
      "A---B---C", roads: ["ABC": [:]], nodes: ["B": ["barrier": "toll_booth", "toll:motorcycle": "no"]])
    let turn = try #require(map.network.turn(from: try map.edge("A", "B"), to: try map.edge("B", "C")))
    #expect(map.network.isToll(turn, .drive) && !map.network.isToll(turn, .twoWheeler))
    #expect(map.network.durationDeciseconds(of: turn) > 0)
  }

  @Test("the duration of a ferry is for its whole line, however it is cut")
  func ferryDuration() throws {
    let map = try RoadMap(
      """
      A---B---C---D
          |
          E
      """, spacing: 100, roads: ["ABCD": ["route": "ferry", "duration": "00:20"], "BE": ["route": "ferry"]])
    let edges = [try map.edge("A", "B"), try map.edge("B", "D")]
    let seconds = edges.reduce(0.0) { $0 + Double(map.network.durationMilliseconds(of: $1, .drive)) / 1_000 }
    #expect(abs(seconds - 1_200) < 1)
  }

  @Test("a ferry without timetable goes by its length", arguments: [(10.0, 5.0), (500, 15), (8_000, 30)])
  func ferryGuess(spacing: Double, speed: Double) throws {
    let map = try RoadMap("A---B", spacing: spacing, roads: ["AB": ["route": "ferry"]])
    #expect(abs(map.network.speedKilometersPerHour(of: try map.edge("A", "B"), .drive) - speed) < 0.1)
  }

  @Test("length and time of an edge follow from its points and its speed")
  func measures() throws {
    let map = try RoadMap("A---B---C", spacing: 25, roads: ["ABC": ["maxspeed": "60"]])
    let edge = try map.edge("A", "C")
    #expect(abs(map.network.lengthMeters(of: edge) - 200) < 0.2)
    #expect(map.network.speedLimitKilometersPerHour(of: edge) == 60)
    let seconds = Double(map.network.durationMilliseconds(of: edge, .drive)) / 1_000
    #expect(
      abs(seconds - map.network.lengthMeters(of: edge) * 3.6 / map.network.speedKilometersPerHour(of: edge, .drive))
        < 0.01)
  }

  @Test("roads that cross without a shared node are not joined; those with one are cut there")
  func junctions() throws {
    let map = try RoadMap("  C\nA-X-B\n  D", roads: ["AXB": [:], "CD": [:]])
    #expect(map.network.nodeCount == 4)
    let joined = try RoadMap("  C\nA-X-B\n  D", roads: ["AXB": [:], "CXD": [:]])
    #expect(joined.network.nodeCount == 5)
    #expect(joined.network.canonicalEdgeCount == 8)
  }

  @Test("ways nobody may drive leave no trace, and are counted by reason")
  func dropped() throws {
    let map = try RoadMap(
      "A-B-C-D-E",
      roads: ["AB": [:], "BC": ["access": "no"], "CD": ["highway": "construction"], "DE": ["highway": "steps"]])
    let metadata = map.network.metadata
    #expect(map.network.segmentCount == 1)
    #expect(metadata.count(.waysRead) == 4 && metadata.count(.waysUsed) == 1)
    #expect(metadata.count(.waysClosedToBothModes) == 1 && metadata.count(.waysUnderConstruction) == 1)
    #expect(metadata.count(.waysNotARoad) == 1)
  }

  @Test("a way that goes through one node twice is cut there")
  func loop() throws {
    let map = try RoadMap("A-B-C\n  | |\n  E-D", roads: ["ABCDEB": [:]])
    #expect(map.network.canonicalEdgeCount == 4)
    let stem = try map.edge("A", "B")
    #expect(map.network.turns(from: stem).count == 3)
  }

  @Test("names, numbers, classes, lanes and countries come through")
  func attributes() throws {
    let map = try RoadMap(
      "A-B", country: CountryCode("FI") ?? .unknown,
      roads: ["AB": ["highway": "secondary_link", "name": "Kööpenhaminankatu", "ref": "B 12", "lanes": "3"]])
    let edge = try map.edge("A", "B")
    let segment = map.network.segment(of: edge)
    #expect(map.network.name(of: edge) == "Kööpenhaminankatu" && map.network.ref(of: edge) == "B 12")
    #expect(map.network.roadClass(of: edge) == .secondary && map.network.flags(of: edge).contains(.link))
    #expect(map.network.lanes(of: segment) == 3 && map.network.country(of: edge).description == "FI")
  }
}
