import Geometry
import RoadNetwork
import TestSupport
import Testing

@Suite("Nearest edges")
struct NearestEdgeTests {
  @Test("both directions of a road are found, with fraction, bearing and side in driving direction")
  func bothDirections() throws {
    let map = try RoadMap("A-------B\n  1", roads: ["AB": [:]])
    let fix = try map.coordinate("1")
    let matches = map.network.nearestEdges(to: fix, within: 50, limit: 10)
    #expect(matches.count == 2)
    let forward = try #require(matches.first { map.network.isForward($0.edge) })
    let backward = try #require(matches.first { !map.network.isForward($0.edge) })
    #expect(abs(forward.fraction - 0.25) < 0.01 && abs(backward.fraction - 0.75) < 0.01)
    #expect(abs(forward.distanceMeters - 10) < 0.1)
    #expect(abs(forward.bearingDegrees - 90) < 0.5 && abs(backward.bearingDegrees - 270) < 0.5)
    #expect(forward.isPointOnRight && !backward.isPointOnRight)
    #expect(abs(distanceMeters(forward.point, fix) - 10) < 0.1)
  }

  @Test("radius, limit, mode and filter are kept")
  func bounds() throws {
    let map = try RoadMap("A---B\n  1\nC---D", roads: ["AB": ["motorcar": "no"], "CD": [:]])
    let fix = try map.coordinate("1")
    let network = map.network
    #expect(network.nearestEdges(to: fix, within: 9, limit: 10).isEmpty)
    #expect(network.nearestEdges(to: fix, within: 11, limit: 10).count == 4)
    #expect(network.nearestEdges(to: fix, within: 11, limit: 3).count == 3)
    #expect(network.nearestEdges(to: fix, within: 11, limit: 10, mode: .drive).count == 2)
    #expect(network.nearestEdges(to: fix, within: 11, limit: 1) { network.isForward($0) }.count == 1)
    #expect(network.nearestEdges(to: fix, within: 11, limit: 0).isEmpty)
    #expect(network.nearestEdges(to: fix, within: .nan, limit: 1).isEmpty)
  }

  @Test("an empty network has no nearest edge")
  func empty() throws {
    let map = try RoadMap("A", roads: [:])
    #expect(map.network.nearestEdges(to: try map.coordinate("A"), within: 1e6, limit: 5).isEmpty)
    #expect(map.network.edgeCount == 0)
  }

  @Test("across the antimeridian the other side is near")
  func antimeridian() throws {
    let map = try RoadMap(
      "A---B---C\n    1", spacing: 100, origin: Coordinate(latitudeE7: -168_000_000, longitudeE7: 1_799_962_000),
      roads: ["ABC": [:]])
    let a = try map.coordinate("A")
    let c = try map.coordinate("C")
    #expect(a.longitudeE7 > 0 && c.longitudeE7 < 0)
    for fix in [try map.coordinate("1"), a, c] {
      let matches = map.network.nearestEdges(to: fix, within: 150, limit: 4)
      #expect(matches.count == 2)
      #expect(matches.allSatisfy { $0.distanceMeters < 101 })
    }
    #expect(map.network.bounds.crossesAntimeridian)
    #expect(abs(map.network.lengthMeters(of: try map.edge("A", "C")) - 800) < 1)
  }

  @Test("roads that end at +180° and begin at −180° are joined (osrm#1188)")
  func joinedAtAntimeridian() throws {
    var builder = RoadNetworkBuilder()
    let open = DirectionRules(access: .all)
    let road = RoadAttributes(roadClass: .residential, forward: open, backward: open)
    builder.addWay(id: 1, nodes: [1, 2], attributes: road)
    builder.addWay(id: 2, nodes: [3, 4], attributes: road)
    builder.beginNodes()
    for (id, longitude) in [(1, 1_799_990_000), (2, 1_800_000_000), (3, -1_800_000_000), (4, -1_799_990_000)] {
      builder.setNode(id: Int64(id), coordinate: Coordinate(latitudeE7: -168_000_000, longitudeE7: Int32(longitude)))
    }
    let network = try builder.makeNetwork()
    #expect(network.nodeCount == 3)
    #expect(network.componentSize(of: EdgeID(0), .drive) == 4)
    #expect(network.edges(ofWay: 2, fromNode: 3, toNode: 4).count == 1)
  }

  @Test("the index agrees with looking at every road, on random maps", arguments: Seeds.fromEnvironment(count: 6))
  func oracle(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let plane = LocalPlane(origin: Coordinate(latitudeE7: 482_000_000, longitudeE7: 1_799_990_000))
    var builder = RoadNetworkBuilder()
    let open = DirectionRules(access: .all)
    var places: [(Int64, Coordinate)] = []
    for way in 0..<120 {
      var (x, y) = (Double(random.number(in: -2_000...2_000)), Double(random.number(in: -2_000...2_000)))
      var nodes: [Int64] = []
      for _ in 0..<random.number(in: 2...30) {
        nodes.append(Int64(places.count))
        places.append((Int64(places.count), plane.coordinate(x: x, y: y)))
        x += Double(random.number(in: -100...100))
        y += Double(random.number(in: -100...100))
      }
      builder.addWay(
        id: Int64(way), nodes: nodes,
        attributes: RoadAttributes(roadClass: .residential, forward: open, backward: DirectionRules()))
    }
    builder.beginNodes()
    for (id, coordinate) in places { builder.setNode(id: id, coordinate: coordinate) }
    let network = try builder.makeNetwork()
    for _ in 0..<60 {
      let fix = plane.coordinate(
        x: Double(random.number(in: -3_000...3_000)), y: Double(random.number(in: -3_000...3_000)))
      let found = network.nearestEdges(to: fix, within: 600, limit: 7)
      let all = (0..<UInt32(network.canonicalEdgeCount)).map { network.match(fix, onto: EdgeID($0)) }
        .filter { $0.distanceMeters <= 600 }
        .sorted { ($0.distanceMeters, $0.edge) < ($1.distanceMeters, $1.edge) }
      #expect(found == Array(all.prefix(7)), "seed \(seed) fix \(fix)")
    }
  }
}
