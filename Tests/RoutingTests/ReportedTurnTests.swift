import Geometry
import RoadNetwork
import Routing
import TestSupport
import Testing

/// What users of other engines reported of one-way roads, turn restrictions and closures; the number of the thread stands
/// above each test.
@Suite("Reported: one-way roads, restrictions, closures")
struct ReportedTurnTests {
  // valhalla#6242
  @Test("a road that only a forbidden turn leads into does not swallow the stop: the next road serves")
  func onlyBannedTurn() throws {
    let map = try RoadMap(
      """
      A--1--B----C--F
            |    |
            |    |
            |    |
            | 2  |
            D    E
      """,
      roads: ["AB": [:], "BC": [:], "CF": [:], "BD": ["oneway": "yes"], "CE": [:]],
      restrictions: ["no_right_turn AB B BD", "no_left_turn BC B BD"])
    #expect(try map.letters("1", map.waypoint("2")) == "ABCE")
  }

  // graphhopper#1249
  @Test("going straight on over a way is forbidden for those who come from its first member alone")
  func straightOnOverWay() throws {
    let map = try RoadMap(
      """
            F
            3
      A-1---B----C--2--E
                 4
                 D
      """,
      roads: ["AB": [:], "FB": [:], "BC": [:], "CE": [:], "CD": [:]], restrictions: ["no_straight_on AB BC CE"])
    #expect(try map.letters("3", map.waypoint("2")) == "FBCE")
    #expect(try map.letters("1", map.waypoint("4")) == "ABCD")
    #expect(try map.letters("1", map.waypoint("2")) == "ABCDCE")
  }

  /// Monday, 30 November 2026, at an hour of central European time.
  private func monday(_ hour: Int, _ minute: Int = 0) -> Int64 {
    1_795_996_800_000 + Int64((hour - 1) * 60 + minute) * 60_000
  }

  // valhalla#5736
  @Test("a restriction by the hour over a way holds in its hours of local time, and only then")
  func timedOverWay() throws {
    let map = try RoadMap(
      """
      A-1--B----F
           |
      D----C--2-E
      """,
      country: CountryCode("DE") ?? .unknown,
      roads: ["AB": [:], "BF": [:], "BC": ["oneway": "yes"], "DC": [:], "CE": [:]],
      restrictions: ["restriction:conditional=no_left_turn~@~(Mo-Fr~07:00-09:00) AB BC CE"])
    let at = { millis in try map.letters("1", map.waypoint("2")) { $0.atMillis = millis } }
    #expect(try at(monday(6, 59)) == "ABCE")
    #expect(try at(monday(7)) == "ABCDCE")
    #expect(try at(monday(8, 59)) == "ABCDCE")
    #expect(try at(monday(9)) == "ABCE")
    #expect(try at(monday(8) - 2 * 86_400_000) == "ABCE")
    // In July the clocks stand an hour ahead: Monday the 6th, 05:30 UTC.
    #expect(try at(1_783_296_000_000 + 330 * 60_000) == "ABCDCE")
  }

  // osrm-backend#5263, #5093
  @Test("without a time restrictions by the hour do not hold; with one they hold at once, for the modes they name")
  func timedTurn() throws {
    let map = try RoadMap(
      """
           F---G
           2   |
      A-1--B---C
      """,
      country: CountryCode("DE") ?? .unknown,
      roads: ["AB": [:], "BF": [:], "BC": [:], "CG": [:], "GF": [:]],
      restrictions: ["restriction:conditional=no_left_turn~@~(16:00-18:00) AB B BF except=motorcycle"])
    #expect(try map.letters("1", map.waypoint("2")) == "ABF")
    #expect(try map.letters("1", map.waypoint("2")) { $0.atMillis = monday(17) } == "ABCGFB")
    let motorcycle = try map.letters("1", map.waypoint("2")) {
      $0.atMillis = monday(17)
      $0.mode = .twoWheeler
    }
    #expect(motorcycle == "ABF")
    #expect(map.network.activeRestrictions(atMillis: 0).isEmpty)
    #expect(!map.network.activeRestrictions(atMillis: monday(17)).isEmpty)
  }

  /// A street in Germany whose middle has these tags, and a longer way round it.
  private func mapWithWayRound(_ tags: [String: String]) throws -> RoadMap {
    try RoadMap(
      """
      A-1-B--2--C-3-F
          |     |
          D-----E
      """,
      country: CountryCode("DE") ?? .unknown,
      roads: ["AB": [:], "BC": tags, "CF": [:], "BD": [:], "DE": [:], "EC": [:]])
  }

  @Test("a road closed by the hour is no way through then; stops on it are served from the next road")
  func timedClosure() throws {
    let map = try mapWithWayRound(["motor_vehicle:conditional": "no @ (Mo-Sa 07:00-16:00)"])
    let at = { (stop: Character, hour) in try map.letters("1", map.waypoint(stop)) { $0.atMillis = monday(hour) } }
    #expect(try at("3", 6) == "ABCF")
    #expect(try at("3", 7) == "ABDECF")
    #expect(try at("2", 8) == "ABDE")
    // Who stands on it may leave it.
    let position = EdgePosition(edge: try map.edge("B", "C"), fraction: 0.5)
    let out = try map.route("2", [map.waypoint("3")]) {
      $0.start = .position(position)
      $0.atMillis = monday(8)
    }
    #expect(map.letters(of: out) == "BCF")
  }

  @Test("a road for destinations only by the hour is no way through then, and stops on it are reached")
  func timedDestination() throws {
    let map = try mapWithWayRound(["access:conditional": "destination @ (22:00-06:00)"])
    let at = { (stop: Character, hour) in try map.letters("1", map.waypoint(stop)) { $0.atMillis = monday(hour) } }
    #expect(try at("3", 12) == "ABCF")
    #expect(try at("3", 23) == "ABDECF")
    #expect(try at("2", 23) == "ABC")
  }

  // osrm-backend#203, #1227, #5899
  @Test(
    "no road is driven against its one-way tag, whichever way it is drawn",
    arguments: [
      ("BC", ["oneway": "yes"]), ("CB", ["oneway": "-1"]), ("BC", ["oneway": "true"]),
      ("BC", ["junction": "roundabout"]),
      ("BC", ["junction": "circular"]), ("BC", ["highway": "motorway"]), ("BC", ["highway": "motorway_link"]),
    ])
  func againstOneway(road: String, tags: [String: String]) throws {
    let map = try RoadMap(
      """
      A-1-B-----C-2-F
          |     |
          D-----E
      """,
      roadList: [("AB", [:]), (road, tags), ("CF", [:]), ("BD", [:]), ("DE", [:]), ("EC", [:])])
    #expect(try map.letters("1", map.waypoint("2")) == "ABCF")
    #expect(try map.letters("2", map.waypoint("1")) == "FCEDBA")
  }

  // osrm-backend#666
  @Test("an explicit oneway=no makes a ramp two-way")
  func twoWayRamp() throws {
    let map = try RoadMap(
      "A-1-B---C-2-D", roads: ["AB": [:], "BC": ["highway": "motorway_link", "oneway": "no"], "CD": [:]])
    #expect(try map.letters("2", map.waypoint("1")) == "DCBA")
  }

  // valhalla#832, OsmAnd#7924
  @Test(
    "a bus may drive against the one-way street, a car may not",
    arguments: ["oneway:psv", "oneway:bus", "oneway:bicycle"])
  func onewayForOthers(key: String) throws {
    let map = try RoadMap(
      """
      A-1-B-----C-2-F
          |     |
          D-----E
      """,
      roads: ["AB": [:], "BC": ["oneway": "yes", key: "no"], "CF": [:], "BD": [:], "DE": [:], "EC": [:]])
    #expect(try map.letters("2", map.waypoint("1")) == "FCEDBA")
  }

  // osrm-backend#7067, #5778; PR #4258; valhalla#4148
  @Test("a road under construction is no road; a word about construction left on an open road closes nothing")
  func construction() throws {
    let town = { (tags: [String: String]) in
      try RoadMap(
        """
        A-1-B-----C-2-F
            |     |
            D-----E
        """,
        roadList: [("AB", [:]), ("BC", tags), ("CF", [:]), ("BD", [:]), ("DE", [:]), ("EC", [:])])
    }
    for tags in [
      ["highway": "construction", "construction": "primary"], ["highway": "proposed", "proposed": "primary"],
    ] {
      let map = try town(tags)
      #expect(try map.letters("1", map.waypoint("2")) == "ABDECF")
    }
    for stale in ["minor", "widening", "no", "yes"] {
      let map = try town(["highway": "primary", "construction": stale])
      #expect(try map.letters("1", map.waypoint("2")) == "ABCF")
    }
  }

  // osrm-backend#2615, #6577
  @Test("a reported speed of zero closes the road in its direction, and is no free ride")
  func speedZero() throws {
    let map = try RoadMap(
      """
      A-1-B-----C-2-F
          |     |
          D-----E
      """,
      roads: ["AB": [:], "BC": [:], "CF": [:], "BD": [:], "DE": [:], "EC": [:]])
    let segment = SegmentReference(wayID: try map.way("BC"), fromNodeID: map.osmNode("B"), toNodeID: map.osmNode("C"))
    let change = RoadConditionChange(
      key: "stopped", update: RoadConditionUpdate(segment: .reference(segment), speedKilometersPerHour: 0))
    let conditions = Conditions.none.applying([change], version: .none, on: map.network).conditions
    #expect(try map.letters("1", map.waypoint("2")) { $0.conditions = conditions } == "ABDECF")
    #expect(try map.letters("2", map.waypoint("1")) { $0.conditions = conditions } == "FCBA")
  }

  // osrm-backend#4335
  @Test("a start on a closed road begins on the next open one")
  func closedStart() throws {
    let map = try RoadMap(
      """
      A-1-B---2---C
          |       |
          D-------E
      """,
      roads: ["AB": [:], "BC": [:], "BD": [:], "DE": [:], "EC": [:]])
    let closed = try map.closing("BC", "B", "C").adding(map.closing("BC", "C", "B"), on: map.network)
    #expect(try map.letters("2", map.waypoint("1")) { $0.conditions = closed } == "EDBA")
  }

  // valhalla#2709, #2732
  @Test("closed roads one after the other trap no vehicle on them, and stay closed for those who come from outside")
  func closedStretch() throws {
    let map = try RoadMap(
      """
      A-1-B-----C--2--D-----E-3-F
          |                 |
          G-----------------H
      """,
      roads: ["AB": [:], "BC": [:], "CD": [:], "DE": [:], "EF": [:], "BG": [:], "GH": [:], "HE": [:]])
    var closed = try map.closing("BC", "B", "C")
    for (road, from, to) in [("CD", "C", "D"), ("DE", "D", "E")] as [(String, Character, Character)] {
      closed = try closed.adding(map.closing(road, from, to), on: map.network)
    }
    let position = EdgePosition(edge: try map.edge("C", "D"), fraction: 0.5)
    let out = try map.route("2", [map.waypoint("3")]) {
      $0.start = .position(position)
      $0.conditions = closed
    }
    #expect(map.letters(of: out) == "CDEF")
    #expect(try map.letters("1", map.waypoint("3")) { $0.conditions = closed } == "ABGHEF")
  }

  // valhalla#2709, #2732, #2733; osrm-backend#5957
  @Test("a stop in the middle of closed roads one after the other is served from the next open one, over none of them")
  func closedStretchAtTheEnd() throws {
    let map = try RoadMap(
      """
      A-1-B-----C--2--D-----E-3-F
          |                 |
          G--------4--------H
      """,
      roads: ["AB": [:], "BC": [:], "CD": [:], "DE": [:], "EF": [:], "BG": [:], "GH": [:], "HE": [:]])
    var closed = try map.closing("BC", "B", "C")
    for pair in ["CD", "DE", "DC", "CB", "ED"] {
      let (from, to) = (pair.first ?? "?", pair.last ?? "?")
      closed = try closed.adding(map.closing(String(pair.sorted()), from, to), on: map.network)
    }
    #expect(closed.closedEdges(atMillis: 0).count == 6)
    for start in ["1", "3"] as [Character] {
      let route = try map.route(start, [map.waypoint("2")]) { $0.conditions = closed }
      #expect(map.letters(of: route) == (start == "1" ? "ABGH" : "FEHG"))
      #expect(route.legs[0].path.firstClosedEdge(under: closed, atMillis: 0) == nil)
    }
    // Closed from the west alone the stop is reached from the east, over open roads.
    let west = try map.closing("BC", "B", "C").adding(map.closing("CD", "C", "D"), on: map.network)
      .adding(map.closing("DE", "D", "E"), on: map.network)
    let route = try map.route("1", [map.waypoint("2")]) { $0.conditions = west }
    #expect(map.letters(of: route) == "ABGHEDC")
    #expect(route.legs[0].path.firstClosedEdge(under: west, atMillis: 0) == nil)
  }
}
