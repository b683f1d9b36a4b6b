import RoadNetwork
import TestSupport
import Testing

/// The letters that can be reached from an edge by its turns, U-turns left out.
func continuations(_ map: RoadMap, _ from: Character, _ to: Character, mode: TravelMode = .drive) throws -> String {
  let edge = try map.edge(from, to)
  return continuations(map, edge, mode: mode)
}

func continuations(_ map: RoadMap, _ edge: EdgeID, mode: TravelMode = .drive) -> String {
  String(
    map.network.turns(from: edge).map(TurnID.init)
      .filter { map.network.allows(mode, at: $0) && !map.network.isUTurn($0) }
      .compactMap { map.letters([map.network.target(of: $0)]).last }
      .sorted())
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
  private static let crossingRoads: KeyValuePairs<String, [String: String]> = ["WC": [:], "CE": [:], "NC": [:], "CS": [:]]

  @Test("without restrictions every other road can be taken")
  func free() throws {
    let map = try RoadMap(Self.crossing, roads: Self.crossingRoads)
    #expect(try continuations(map, "W", "C") == "ENS")
  }

  @Test("a forbidden left turn is absent from the turn table, the others stay")
  func noLeft() throws {
    let map = try RoadMap(Self.crossing, roads: Self.crossingRoads, restrictions: ["no_left_turn WC C NC"])
    #expect(try continuations(map, "W", "C") == "ES")
    #expect(try continuations(map, "S", "C") == "ENW")
  }

  @Test("an only-restriction forbids every other turn, the U-turn included")
  func only() throws {
    let map = try RoadMap(Self.crossing, roads: Self.crossingRoads, restrictions: ["only_straight_on WC C CE"])
    let edge = try map.edge("W", "C")
    #expect(map.network.turns(from: edge).count == 1)
    #expect(try continuations(map, "W", "C") == "E")
  }
}
