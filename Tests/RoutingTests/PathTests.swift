import Geometry
import RoadNetwork
import Routing
import TestSupport
import Testing

@Suite("Paths")
struct PathTests {
  private func map() throws -> RoadMap {
    try RoadMap(
      """
      A-1-B---C---D
          |       |
          E---F-2-G
      """,
      roads: ["ABCD": [:], "BEF": [:], "FG": [:], "GD": [:]])
  }

  @Test("the line begins at the start and ends at the stop, without repeated points")
  func geometry() throws {
    let map = try map()
    let route = try map.route("1", [map.waypoint("2")])
    let line = route.legs[0].path.geometry(on: map.network)
    #expect(distanceMeters(line[0], try map.coordinate("1")) < 0.1)
    #expect(distanceMeters(line[line.count - 1], try map.coordinate("2")) < 0.1)
    #expect(zip(line, line.dropFirst()).allSatisfy { $0 != $1 })
    #expect(abs(lengthMeters(line) - route.distanceMeters) < 0.1)
    #expect(abs(route.legs[0].path.lengthMeters(on: map.network) - route.distanceMeters) < 1e-9)
  }

  @Test("any run of edges has the part of the line that it would have as a path of its own", arguments: UInt64(1)...4)
  func parts(seed: UInt64) throws {
    let network = try RandomNetwork(seed: seed, size: 7).make()
    var random = SeededGenerator(seed: seed)
    let router = DijkstraRouter(network)
    for _ in 0..<20 {
      let ends = (0..<2).map { _ in
        EdgePosition(
          edge: EdgeID(UInt32.random(in: 0..<UInt32(network.canonicalEdgeCount), using: &random)),
          fraction: Double(Int.random(in: 0...4, using: &random)) / 4)
      }
      let request = RouteRequest(
        start: .position(ends[0]), stops: [Waypoint(network.place(on: ends[1].edge, fraction: ends[1].fraction).point)])
      guard let path = try? router.route(request).legs[0].path else { continue }
      let line = PathLine(path, on: network)
      #expect(line.points == path.geometry(on: network))
      for first in path.edges.indices {
        for end in (first + 1)...path.edges.count {
          let part = EdgePath(
            edges: Array(path.edges[first..<end]), startFraction: path.fractions(at: first).from,
            endFraction: path.fractions(at: end - 1).to)
          #expect(Array(line.points(ofEdges: first..<end)) == part.geometry(on: network))
        }
      }
    }
  }

  @Test("stretches follow one another by their nodes, and name the edges they cover")
  func stretches() throws {
    let map = try map()
    let path = try map.route("1", [map.waypoint("2")]).legs[0].path
    let stretches = path.stretches(on: map.network)
    #expect(stretches.map(\.reference.wayID) == [try map.way("ABCD"), try map.way("BEF"), try map.way("FG")])
    #expect(stretches.map(\.reference.fromNodeID) == "ABF".map(map.osmNode))
    #expect(stretches.map(\.reference.toNodeID) == "BFG".map(map.osmNode))
    for stretch in stretches {
      let reference = stretch.reference
      let found = map.network.edges(
        ofWay: reference.wayID, fromNode: reference.fromNodeID, toNode: reference.toNodeID)
      #expect(found == Array(path.edges[stretch.edgeIndices]))
    }
    let total = stretches.reduce(0) { $0 + $1.distanceMeters }
    #expect(abs(total - path.lengthMeters(on: map.network)) < 1e-9)
  }

  @Test("a path is followed again from its edges, and a forbidden turn is named")
  func following() throws {
    let map = try map()
    let path = try map.route("1", [map.waypoint("2")]).legs[0].path
    let again = try EdgePath(
      following: path.edges, startFraction: path.startFraction, endFraction: path.endFraction, on: map.network,
      mode: .drive)
    #expect(again == path)
    #expect(throws: PathFailure.turnForbidden(index: 1)) {
      try EdgePath(
        following: [map.edge("A", "B"), map.edge("F", "G")], startFraction: 0, endFraction: 1, on: map.network,
        mode: .drive)
    }
    #expect(throws: PathFailure.empty) {
      try EdgePath(following: [], startFraction: 0, endFraction: 1, on: map.network, mode: .drive)
    }
  }

  @Test("the first closed edge ahead is found")
  func closedAhead() throws {
    let map = try map()
    let path = try map.route("1", [map.waypoint("2")]).legs[0].path
    let closed = try map.closing("BEF", "E", "F")
    #expect(path.firstClosedEdge(under: closed, atMillis: 0) == 1)
    #expect(path.firstClosedEdge(from: 2, under: closed, atMillis: 0) == nil)
    #expect(path.firstClosedEdge(under: .none, atMillis: 0) == nil)
  }

  @Test("a profile counts down to zero at the end of the path")
  func profile() throws {
    let map = try map()
    let leg = try map.route("1", [map.waypoint("2")]).legs[0]
    let profile = PathProfile(leg.path, TravelTimes(map.network, mode: .drive))
    #expect(abs(profile.totalMeters - leg.distanceMeters) < 1e-9)
    #expect(abs(profile.totalSeconds - leg.durationSeconds) < 1e-9)
    let last = leg.path.edges.count - 1
    #expect(profile.metersLeft(index: last, fraction: leg.path.endFraction) == 0)
    #expect(profile.secondsLeft(index: last + 5, fraction: 1) == 0)
    #expect(profile.metersLeft(index: 0, fraction: 0) == profile.totalMeters)
    var former = Double.infinity
    for index in leg.path.edges.indices {
      for fraction in [0.0, 0.3, 0.7, 1] {
        let left = profile.metersLeft(index: index, fraction: fraction)
        #expect(left <= former)
        former = left
      }
    }
  }
}
