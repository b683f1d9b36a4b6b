import RoadNetwork
import TestSupport
import Testing

/// The letters that can be reached from an edge by its turns, U-turns left out.
func continuations(_ map: RoadMap, _ from: Character, _ to: Character, mode: TravelMode = .drive) throws -> String {
  continuations(map, try map.edge(from, to), mode: mode)
}

func continuations(_ map: RoadMap, _ edge: EdgeID, mode: TravelMode = .drive) -> String {
  String(
    map.network.turns(from: edge).map(TurnID.init)
      .filter { map.network.allows(mode, at: $0) && !map.network.isUTurn($0) }
      .compactMap { map.letters([map.network.target(of: $0)]).last }
      .sorted())
}

/// The letters that can be reached after driving along junctions, following shadow edges as a search does.
func continuations(_ map: RoadMap, along letters: String, mode: TravelMode = .drive) throws -> String {
  let letters = Array(letters)
  var edge = try map.edge(letters[0], letters[1])
  for index in 2..<letters.count {
    let next = try map.edge(letters[index - 1], letters[index])
    let turn = map.network.turns(from: edge).map(TurnID.init)
      .first { map.network.canonicalEdge(map.network.target(of: $0)) == next && map.network.allows(mode, at: $0) }
    edge = map.network.target(of: try #require(turn))
  }
  return continuations(map, edge, mode: mode)
}

@Suite("Turn restrictions")
struct TurnRestrictionTests {
  private static let crossing = """
        N
        |
    W---C---E
        |
        S
    """
  private static let roads: KeyValuePairs<String, [String: String]> = ["WC": [:], "CE": [:], "NC": [:], "CS": [:]]

  private func crossing(_ restrictions: DrawnRestriction...) throws -> RoadMap {
    try RoadMap(Self.crossing, roads: Self.roads, restrictions: restrictions)
  }

  @Test("without restrictions every other road can be taken")
  func free() throws {
    #expect(try continuations(crossing(), "W", "C") == "ENS")
  }

  @Test("a forbidden left turn is absent from the turn table, the others stay")
  func noLeft() throws {
    let map = try crossing("no_left_turn WC C NC")
    #expect(try continuations(map, "W", "C") == "ES")
    #expect(try continuations(map, "S", "C") == "ENW")
  }

  @Test("an only-restriction into a road that nobody may drive leaves no way on, the U-turn included")
  func onlyIntoClosedRoad() throws {
    func town(_ east: [String: String], _ restriction: DrawnRestriction) throws -> RoadMap {
      try RoadMap(
        Self.crossing, roads: ["WC": [:], "CE": east, "NC": [:], "CS": [:]], restrictions: [restriction])
    }
    for closed in [["motor_vehicle": "no", "psv": "yes"], ["highway": "busway"], ["access": "no"]] {
      let map = try town(closed, "only_straight_on WC C CE")
      #expect(try continuations(map, "W", "C") == "", "\(closed)")
      #expect(map.network.turns(from: try map.edge("W", "C")).isEmpty)
      #expect(try continuations(map, "N", "C") == "SW")
      // One that forbids the closed road forbids nothing else.
      #expect(try continuations(town(closed, "no_straight_on WC C CE"), "W", "C") == "NS")
    }
    // Members that do not touch say nothing.
    let apart = try RoadMap(
      """
          N
          |
      W---C---E
          |
          S---T
      """,
      roads: ["WC": [:], "CE": [:], "NC": [:], "CS": [:], "ST": ["access": "no"]],
      restrictions: ["only_straight_on WC C ST"])
    #expect(try continuations(apart, "W", "C") == "ENS")
  }

  @Test("an only-restriction forbids every other turn, the U-turn included")
  func only() throws {
    let map = try crossing("only_straight_on WC C CE")
    let edge = try map.edge("W", "C")
    #expect(map.network.turns(from: edge).count == 1)
    #expect(try continuations(map, "W", "C") == "E")
  }

  @Test("two only-restrictions of one approach allow both their turns")
  func onlyTwice() throws {
    #expect(try continuations(crossing("only_straight_on WC C CE", "only_right_turn WC C CS"), "W", "C") == "ES")
  }

  @Test("an excepted mode may turn, the other may not")
  func except() throws {
    let map = try crossing("no_left_turn WC C NC except=motorcycle;bicycle")
    #expect(try continuations(map, "W", "C") == "ES")
    #expect(try continuations(map, "W", "C", mode: .twoWheeler) == "ENS")
  }

  @Test("a restriction for motorcycles alone binds only them; one for buses binds nobody here")
  func ownMode() throws {
    let map = try crossing("restriction:motorcycle=no_left_turn WC C NC", "restriction:bus=no_right_turn WC C CS")
    #expect(try continuations(map, "W", "C") == "ENS")
    #expect(try continuations(map, "W", "C", mode: .twoWheeler) == "ES")
    #expect(map.network.metadata.count(.restrictionsOtherMode) == 1)
  }

  @Test("no_entry binds each of several roads that lead in (valhalla#6187)")
  func noEntry() throws {
    let map = try crossing("no_entry WC,CS C CE")
    #expect(try continuations(map, "W", "C") == "NS")
    #expect(try continuations(map, "S", "C") == "NW")
    #expect(try continuations(map, "N", "C") == "ESW")
  }

  @Test("no_exit binds each of several roads that lead out")
  func noExit() throws {
    #expect(try continuations(crossing("no_exit WC C NC,CE"), "W", "C") == "S")
  }

  @Test("a restriction at times leaves the turn open and keeps the hours")
  func conditional() throws {
    let map = try crossing("restriction:conditional=no_left_turn~@~(Mo-Fr~07:00-09:00) WC C NC")
    #expect(try continuations(map, "W", "C") == "ENS")
    let turn = try #require(map.network.turn(from: try map.edge("W", "C"), to: try map.edge("C", "N")))
    #expect(map.network.conditions(of: turn) == [TimedRestriction(modes: .all, condition: "Mo-Fr 07:00-09:00")])
    #expect(map.network.metadata.count(.restrictionsConditional) == 1)
  }

  @Test("a restriction by weight is no time: it is left out and counted")
  func notATime() throws {
    let map = try crossing("restriction:conditional=no_left_turn~@~(weight>7.5) WC C NC")
    #expect(try continuations(map, "W", "C") == "ENS")
    #expect(map.network.metadata.count(.restrictionsConditionIgnored) == 1)
  }

  @Test("no_u_turn with one road as both members forbids turning round, and nothing else")
  func noUTurn() throws {
    let map = try crossing("no_u_turn WC C WC")
    let edge = try map.edge("W", "C")
    #expect(!map.network.turns(from: edge).contains { map.network.isUTurn(TurnID($0)) })
    #expect(try continuations(map, "W", "C") == "ENS")
  }

  @Test("where a road runs through the via node, the named shape says which half is meant")
  func shapeDecides() throws {
    // A left turn onto NC is one from the west alone.
    let map = try RoadMap(
      Self.crossing, roads: ["WCE": [:], "NC": [:]], restrictions: ["no_left_turn WCE C NC"])
    #expect(try continuations(map, "W", "C") == "E")
    #expect(try continuations(map, "E", "C") == "NW")
    #expect(map.network.metadata.count(.restrictionsUsed) == 1)
  }

  @Test("where both roads run through, the shape fits two turns: none is forbidden, and that is counted")
  func shapeFitsTwo() throws {
    let map = try RoadMap(
      Self.crossing, roads: ["WCE": [:], "NCS": [:]], restrictions: ["no_left_turn WCE C NCS"])
    // From the west a left turn leads north, from the east it leads south: the tag does not say which of the two.
    #expect(try continuations(map, "W", "C") == "ENS")
    #expect(try continuations(map, "E", "C") == "NSW")
    #expect(map.network.metadata.count(.restrictionsAmbiguous) == 1)
    #expect(map.network.metadata.count(.restrictionsUsed) == 0)
  }

  @Test("members that are missing or do not touch are counted and change nothing")
  func incomplete() throws {
    let map = try RoadMap(
      Self.crossing, roads: ["WC": [:], "CE": [:], "NC": [:], "CS": ["highway": "footway"]],
      restrictions: ["no_left_turn WC C CS", "no_left_turn WC E NC", "no_stopping WC C NC"])
    #expect(try continuations(map, "W", "C") == "EN")
    #expect(map.network.metadata.count(.restrictionsIncomplete) == 1)
    #expect(map.network.metadata.count(.restrictionsNotConnected) == 1)
    #expect(map.network.metadata.count(.restrictionsUnknownKind) == 1)
  }
}
