import Geometry
import RoadNetwork
import Routing
import TestSupport
import Testing

/// What users of other engines reported of starts and ends; the number of the thread stands above each test.
@Suite("Reported: snapping, islands, starts and ends")
struct ReportedSnappingTests {
  private func snapped(_ map: RoadMap, _ waypoint: Waypoint, mode: TravelMode = .drive) -> [SnapCandidate] {
    Snapping(map.network, mode: mode).candidates(for: waypoint)
  }

  // osrm-backend#588, #6198, #7460, #3443, #3689
  @Test("an island serves if both ends are on it in driving order; in the wrong order the mainland does")
  func islandInOrder() throws {
    let map = try RoadMap(
      """
      A-----------B

      X-2-----1---Y
      """,
      roads: ["AB": [:], "XY": ["oneway": "yes"]])
    #expect(try map.letters("2", map.waypoint("1")) == "XY")
    #expect(try map.letters("1", map.waypoint("2")) == "BA")
  }

  // osrm-backend#5902
  @Test("a place behind a closed gate is served at the gate, and the rest of the way can be told")
  func gatedPark() throws {
    let map = try RoadMap(
      """
      A-1--B------C
           |
           G
           |
           Q--2
      """,
      roads: ["AB": [:], "BC": [:], "BGQ": [:]], nodes: ["G": ["barrier": "gate", "access": "no"]])
    let route = try map.route("1", [map.waypoint("2")])
    #expect(map.letters(of: route) == "ABG")
    let end = try #require(route.legs.last?.path.geometry(on: map.network).last)
    #expect(distanceMeters(end, try map.coordinate("G")) < 0.1)
    #expect(abs(distanceMeters(end, try map.coordinate("2")) - 36) < 1)
  }

  // osrm-backend#3616
  @Test(
    "beside a motorway, trunk road, tunnel, bridge or ferry line the local road serves, unless the heading says so",
    arguments: [
      ["highway": "motorway"], ["highway": "trunk"], ["highway": "primary", "tunnel": "yes"],
      ["highway": "primary", "bridge": "yes"], ["route": "ferry"],
    ])
  func localRoad(tags: [String: String]) throws {
    let map = try RoadMap(
      """
      A-----------B
           1
      C-----------D
      """,
      spacing: 7, roadList: [("AB", tags), ("CD", ["oneway": "yes"])])
    let best = try #require(snapped(map, try map.waypoint("1")).first)
    #expect(try best.position.edge == map.edge("C", "D"))
    let onIt = snapped(map, try map.waypoint("1", heading: 90))
    #expect(try onIt.contains { try $0.position.edge == map.edge("A", "B") && $0.handicapMeters < 0.1 })
  }

  // osrm-backend#1263; graphhopper#996; OpenTripPlanner#1434
  @Test(
    "a place between a tunnel or bridge and a street is on the street; a vehicle known to be in or on it stays there",
    arguments: ["tunnel", "bridge"])
  func aboveTunnel(structure: String) throws {
    let map = try RoadMap(
      """
      A-----------B
           1
      C--2--------D
      """,
      spacing: 4, roads: ["AB": [:], "CD": ["highway": "primary", structure: "yes"]])
    let near = try map.coordinate("1")
    let beside = Waypoint(LocalPlane(origin: near).coordinate(x: 0, y: -0.3))
    let best = try #require(snapped(map, beside).first)
    #expect("AB BA".contains(map.letters([best.position.edge])))
    let driven = try map.edge("C", "D")
    let route = try map.route("1", [map.waypoint("2")]) {
      $0.start = .position(EdgePosition(edge: driven, fraction: 0.1))
      $0.stops = [Waypoint(beside.coordinate, headingDegrees: 90)]
    }
    #expect(map.letters(of: route) == "CD")
    let fitting = try #require(snapped(map, Waypoint(beside.coordinate, headingDegrees: 270)).first)
    #expect(map.letters([fitting.position.edge]) == "DC")
  }

  @Test("above a tunnel with no street near the tunnel serves")
  func onlyTunnel() throws {
    let map = try RoadMap("C--1--------D", roads: ["CD": ["highway": "primary", "tunnel": "yes"]])
    #expect(try snapped(map, map.waypoint("1")).isEmpty == false)
  }

  // valhalla#2273, #1980; brouter#589
  @Test(
    "a heading chooses the direction before the distance ranks the roads",
    arguments: [(90.0, "AB"), (270, "DC"), (40, "AB")])
  func heading(heading: Double, expected: String) throws {
    let map = try RoadMap(
      """
      A-----------B
           1

      C-----------D
      """,
      spacing: 5, roads: ["AB": ["oneway": "yes"], "CD": ["oneway": "-1"]])
    let best = try #require(snapped(map, try map.waypoint("1", heading: heading)).first)
    #expect(map.letters([best.position.edge]) == expected)
  }

  // valhalla#1980
  @Test("a route starts in the direction of the heading and turns where it may")
  func headingAtStart() throws {
    let map = try RoadMap("A---2--1---B", roads: ["AB": [:]])
    let route = try map.route("1", [map.waypoint("2")]) {
      if case .waypoint(var start) = $0.start {
        start.headingDegrees = 90
        $0.start = .waypoint(start)
      }
    }
    #expect(map.letters(of: route) == "ABA")
  }

  // osrm-backend#1863, #2016; PR #7442
  @Test("behind the start of an edge that restrictions make one-way it is round the block")
  func roundTheBlock() throws {
    let map = try RoadMap(
      """
      A--2--1--B
      |        |
      D--------C
      """,
      roads: ["AB": ["oneway": "yes"], "BC": [:], "CD": [:], "DA": [:]],
      restrictions: ["no_u_turn BC C BC", "no_u_turn CD D CD"])
    #expect(try map.letters("1", map.waypoint("2")) == "ABCDAB")
    #expect(try map.letters("2", map.waypoint("1")) == "AB")
  }

  // osrm-backend#1188, #4308; valhalla#5365, #3248; graphhopper#2745
  @Test("a route goes on over the antimeridian, with the length that it has")
  func antimeridian() throws {
    let map = try RoadMap(
      "A--1--B--2--C", spacing: 10, origin: Coordinate(latitude: -17, longitude: 179.9995),
      roads: ["AB": [:], "BC": [:]])
    let east = try map.coordinate("2")
    #expect(east.longitude < 0)
    let route = try map.route("1", [map.waypoint("2")])
    #expect(map.letters(of: route) == "ABC")
    #expect(abs(route.distanceMeters - 60) < 0.1)
    #expect(try map.letters("2", map.waypoint("1")) == "CBA")
  }

  @Test("places beyond the antimeridian from Fiji's roads are served by them, with the lengths that the roads have")
  func fiji() throws {
    guard let network = RealMaps.caseFile("r5-fiji-ferry.osm.pbf") else { return }
    let router = DijkstraRouter(network)
    // No road of the extract lies on both sides, so the start does: in the sea west of the line, the road east of it.
    let edges = (0..<UInt32(network.canonicalEdgeCount)).map(EdgeID.init)
    let east = edges.filter { network.coordinate(of: network.from($0)).longitudeE7 < 0 }
    let places = east.map { network.coordinate(of: network.from($0)) }
    let shore = try #require(places.min { $0.longitudeE7 < $1.longitudeE7 })
    let start = Coordinate(latitudeE7: shore.latitudeE7, longitudeE7: 1_799_995_000)
    #expect(shore.longitudeE7 < -1_799_990_000 && distanceMeters(start, shore) < 100)
    var random = SeededGenerator(seed: 180)
    var found = 0
    for _ in 0..<40 {
      guard let edge = east.randomElement(using: &random) else { continue }
      let stop = network.place(on: edge, fraction: 0.5).point
      for (from, to) in [(start, stop), (stop, start)] {
        guard let route = try? router.route(RouteRequest(start: .waypoint(Waypoint(from)), stops: [Waypoint(to)]))
        else { continue }
        found += 1
        let line = route.legs[0].path.geometry(on: network)
        let length = zip(line, line.dropFirst()).reduce(0) { $0 + distanceMeters($1.0, $1.1) }
        #expect(abs(route.distanceMeters - length) < 1 + length / 10_000)
        #expect(route.distanceMeters >= distanceMeters(shore, stop) - 100)
        // Round the island, not round the earth.
        #expect(route.distanceMeters < 100_000)
      }
    }
    #expect(found > 40)
    // Suva lies on another island, and no ferry is in the extract.
    let suva = try #require(edges.first { network.coordinate(of: network.from($0)).longitudeE7 > 0 })
    let there = Waypoint(network.place(on: suva, fraction: 0.5).point)
    #expect(throws: RoutingFailure.noRoute) {
      try router.route(RouteRequest(start: .waypoint(Waypoint(start)), stops: [there]))
    }
  }

  @Test("nodes drawn on both sides of the antimeridian at one latitude are one junction")
  func joinedAtAntimeridian() throws {
    var builder = RoadNetworkBuilder()
    let rules = DirectionRules(access: .all)
    let road = RoadAttributes(roadClass: .residential, forward: rules, backward: rules)
    builder.addWay(id: 1, nodes: [1, 2], attributes: road)
    builder.addWay(id: 2, nodes: [3, 4], attributes: road)
    builder.beginNodes()
    builder.setNode(id: 1, coordinate: Coordinate(latitudeE7: -170_000_000, longitudeE7: 1_799_990_000))
    builder.setNode(id: 2, coordinate: Coordinate(latitudeE7: -170_000_000, longitudeE7: 1_800_000_000))
    builder.setNode(id: 3, coordinate: Coordinate(latitudeE7: -170_000_000, longitudeE7: -1_800_000_000))
    builder.setNode(id: 4, coordinate: Coordinate(latitudeE7: -170_000_000, longitudeE7: -1_799_990_000))
    let network = try builder.makeNetwork()
    let request = RouteRequest(
      start: .waypoint(Waypoint(Coordinate(latitudeE7: -170_000_000, longitudeE7: 1_799_991_000))),
      stops: [Waypoint(Coordinate(latitudeE7: -170_000_000, longitudeE7: -1_799_991_000))])
    let route = try DijkstraRouter(network).route(request)
    #expect(abs(route.distanceMeters - 191.6) < 1)
  }
}
