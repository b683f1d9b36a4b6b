import Geometry
import RoadNetwork
import TestSupport
import Testing

@testable import Routing

/// Conditions name any stretch of a way: where a route begins or ends on a road only the driven part of it counts.
@Suite("Closures of a part of an edge")
struct PartialClosureTests {
  /// One road from A to E, with nodes in between that are no junctions; a way round it by F.
  private func map(_ tags: [String: String] = [:]) throws -> RoadMap {
    try RoadMap(
      """
      A-1-B-2-C-3-D-4-E
      |               |
      |               6
      |               |
      F-------7-------G
      """,
      roads: ["ABCDE": tags, "AF": [:], "FG": [:], "GE": [:]])
  }

  private func letters(_ map: RoadMap, _ from: Character, _ stops: Character..., closed: Conditions) throws -> String {
    let route = try map.route(from, stops.map { try map.waypoint($0) }) { $0.conditions = closed }
    return map.letters(of: route)
  }

  @Test("beyond the stop or behind the start it is none, before the stop and after the start it is one")
  func ends() throws {
    let map = try map()
    let middle = try map.closing("ABCDE", "B", "C")
    // To the stop from its open side, in either direction.
    #expect(try letters(map, "7", "1", closed: middle) == "GFAE")
    #expect(try letters(map, "7", "3", closed: middle) == "FGEA")
    #expect(try letters(map, "3", "7", closed: middle) == "AEGF")
    #expect(try letters(map, "1", "7", closed: middle) == "EAFG")
    // Through it: round it.
    #expect(try letters(map, "1", "3", closed: middle) == "EAFGEA")
    // Beside it on the same edge.
    #expect(try letters(map, "3", "4", closed: middle) == "AE")
    #expect(try letters(map, "4", "3", closed: middle) == "EA")
    // The closure is of one direction.
    #expect(try letters(map, "3", "1", closed: middle) == "EA")
  }

  @Test("nothing is routed past it over the edge of a stop")
  func stops() throws {
    let map = try map()
    let middle = try map.closing("ABCDE", "B", "C")
    let route = try map.route("7", [try map.waypoint("1"), try map.waypoint("6")]) { $0.conditions = middle }
    for leg in route.legs {
      #expect(leg.path.firstClosedEdge(under: middle, atMillis: 0) == nil)
    }
    #expect(map.letters(of: route).hasSuffix("|EAFGE"))
  }

  @Test("a stop in the closed stretch is served from the next open road")
  func inside() throws {
    let map = try map()
    let way = try map.way("ABCDE")
    let changes = [("B", "D"), ("D", "B")].map { from, to in
      RoadConditionChange(
        key: from,
        update: RoadConditionUpdate(
          segment: .reference(
            SegmentReference(
              wayID: way, fromNodeID: map.osmNode(Character(from)), toNodeID: map.osmNode(Character(to)))),
          isClosed: true))
    }
    let both = Conditions.none.applying(changes, version: .none, on: map.network).conditions
    let route = try map.route("7", [try map.waypoint("2")]) { $0.conditions = both }
    #expect(route.legs[0].path.firstClosedEdge(under: both, atMillis: 0) == nil)
    #expect(route.legs[0].path.edges.last.map { map.network.wayID(of: $0) } != way)
  }

  @Test(
    "a vehicle on a road that is closed ahead turns round; on a one-way there is no way; in the closure it drives on")
  func position() throws {
    for (tags, fraction, expected) in [
      ([:], 0.1, "EAFGE"), ([:], 0.4, "AEG"), ([:], 0.8, "AEG"), (["oneway": "yes"], 0.1, nil),
      (["oneway": "yes"], 0.4, "AEG"),
    ] as [([String: String], Double, String?)] {
      let map = try map(tags)
      let closed = try map.closing("ABCDE", "B", "C")
      let start = EdgePosition(edge: try map.edge("A", "E"), fraction: fraction)
      let found = try? map.letters("1", map.waypoint("6")) {
        $0.start = .position(start)
        $0.conditions = closed
      }
      #expect(found == expected, "\(tags) \(fraction)")
    }
  }

  @Test("the first closed edge is told by what the path drives, from the vehicle on")
  func firstClosed() throws {
    let map = try map()
    let closed = try map.closing("ABCDE", "B", "C")
    let edge = try map.edge("A", "E")
    func first(_ start: Double, _ end: Double, at fraction: Double? = nil) -> Int? {
      EdgePath(edges: [edge], startFraction: start, endFraction: end)
        .firstClosedEdge(fraction: fraction, under: closed, atMillis: 0)
    }
    #expect(first(0, 1) == 0 && first(0.3, 0.4) == 0)
    #expect(first(0, 0.249) == nil && first(0.501, 1) == nil)
    #expect(first(0, 0.251) == 0 && first(0.499, 1) == 0)
    #expect(first(0, 1, at: 0.2) == 0)
    #expect(first(0, 1, at: 0.3) == nil && first(0, 1, at: 0.6) == nil)
    #expect(first(0, 0.2, at: 0.1) == nil)
  }

  @Test("by a polyline a part of an edge is closed likewise")
  func polyline() throws {
    let map = try RoadMap("A----------B----------C", spacing: 20, roads: ["ABC": [:]])
    let line = [try map.coordinate("A"), try map.coordinate("B")]
    let closed = Conditions.none.applying(
      [RoadConditionChange(key: "p", update: RoadConditionUpdate(segment: .polyline(line), isClosed: true))],
      version: .none, on: map.network
    ).conditions
    let edge = try map.edge("A", "C")
    #expect(closed.isClosed(edge, atMillis: 0))
    #expect(closed.isClosed(edge, from: 0, to: 0.1, atMillis: 0))
    #expect(!closed.isClosed(edge, from: 0.55, to: 1, atMillis: 0))
  }

  @Test("a closure of one part and a speed on another keep apart")
  func speedBeside() throws {
    let map = try map()
    let way = try map.way("ABCDE")
    func change(_ key: String, _ from: Character, _ to: Character, closed: Bool, speed: Double?) -> RoadConditionChange
    {
      RoadConditionChange(
        key: key,
        update: RoadConditionUpdate(
          segment: .reference(
            SegmentReference(wayID: way, fromNodeID: map.osmNode(from), toNodeID: map.osmNode(to))),
          isClosed: closed, speedKilometersPerHour: speed))
    }
    let both = Conditions.none.applying(
      [change("c", "B", "C", closed: true, speed: nil), change("s", "C", "E", closed: false, speed: 10)],
      version: .none, on: map.network
    ).conditions
    let edge = try map.edge("A", "E")
    #expect(both.isClosed(edge, from: 0.3, to: 0.4, atMillis: 0))
    #expect(!both.isClosed(edge, from: 0.5, to: 1, atMillis: 0))
    let free = Double(map.network.durationMilliseconds(of: edge, .drive))
    let slow = map.network.lengthMeters(of: edge) / 2 / (10 / 3.6) * 1_000
    let told = Double(TravelTimes(map.network, mode: .drive, conditions: both).milliseconds(of: edge))
    #expect(abs(told - (free / 2 + slow)) < 20)
  }
}
