import RoadNetwork
import Routing
import TestSupport
import Testing

@Suite("One-way streets and turn restrictions")
struct TurnRuleTests {
  @Test("a one-way street is driven in its direction only")
  func oneway() throws {
    let map = try RoadMap(
      """
      A-1--B--2-C
           |    |
           D----E
      """,
      roads: ["AB": [:], "BC": ["oneway": "yes"], "BD": [:], "DE": [:], "EC": [:]])
    #expect(try map.letters("1", map.waypoint("2")) == "ABC")
    #expect(try map.letters("2", map.waypoint("1")) == "BCEDBA")
  }

  @Test("a forbidden left turn is driven by way of the block")
  func noLeftTurn() throws {
    let map = try RoadMap(
      """
           F---G
           |   |
           2   |
           |   |
      A-1--B---C
      """,
      roads: ["AB": [:], "BF": [:], "BC": [:], "CG": [:], "GF": [:]],
      restrictions: ["no_left_turn AB B BF"])
    #expect(try map.letters("1", map.waypoint("2")) == "ABCGFB")
  }

  @Test("an only-straight restriction forbids every other turn")
  func onlyStraight() throws {
    let map = try RoadMap(
      """
           F---G
           |   |
           2   |
           |   |
      A-1--B---C
      """,
      roads: ["AB": [:], "BF": [:], "BC": [:], "CG": [:], "GF": [:]],
      restrictions: ["only_straight_on AB B BC"])
    #expect(try map.letters("1", map.waypoint("2")) == "ABCGFB")
  }

  // osrm-backend#2634, #483; graphhopper#2719
  @Test("a restriction over a way forbids the sequence, not its turns")
  func viaWay() throws {
    let map = try RoadMap(
      """
      A-1--B----F
           |
      D-3--C--2-E
      """,
      roads: ["AB": [:], "BF": [:], "BC": ["oneway": "yes"], "DC": [:], "CE": [:]],
      restrictions: ["no_left_turn AB BC CE", "no_u_turn DC C DC"])
    // From A the left at C is forbidden, from F it is not; the right at C is free for all.
    #expect(try map.letters("F", map.waypoint("2")) == "FBCE")
    #expect(try map.letters("1", map.waypoint("3")) == "ABCD")
    #expect(try map.letters("1", map.waypoint("2")) == "ABCDCE")
  }

  // graphhopper#2907
  @Test("restrictions that share a way forbid their own sequences only")
  func sharedViaWay() throws {
    let map = try RoadMap(
      """
      A-1--B--2-F
           |
           |
      D-3--C--4-E
      """,
      roads: ["AB": [:], "FB": [:], "BC": ["oneway": "yes"], "CD": ["oneway": "yes"], "CE": ["oneway": "yes"]],
      restrictions: ["no_left_turn AB BC CE", "no_right_turn FB BC CD"])
    #expect(try map.letters("1", map.waypoint("3")) == "ABCD")
    #expect(try map.letters("2", map.waypoint("4")) == "FBCE")
    // The forbidden ones lead to the next junction and back before they may go on.
    #expect(try map.letters("1", map.waypoint("4")) == "ABFBCE")
    #expect(try map.letters("2", map.waypoint("3")) == "FBABCD")
  }

  // graphhopper#2719, #1249; PR #2689
  @Test("turning round over a short link between carriageways is forbidden where the sign says so")
  func noUTurnOverWay() throws {
    let map = try RoadMap(
      """
      A-1---B------C
            |      |
      F-2---E------D
      """,
      roads: [
        "ABC": ["oneway": "yes"], "DEF": ["oneway": "yes"], "BE": ["oneway": "yes"], "CD": ["oneway": "yes"],
      ],
      restrictions: ["no_u_turn ABC BE DEF"])
    #expect(try map.letters("1", map.waypoint("2")) == "ABCDEF")
  }

  @Test("a restriction holds for the modes it names")
  func modes() throws {
    let map = try RoadMap(
      """
           F---G
           |   |
           2   |
           |   |
      A-1--B---C
      """,
      roads: ["AB": [:], "BF": [:], "BC": [:], "CG": [:], "GF": [:]],
      restrictions: ["no_left_turn AB B BF except=motorcycle"])
    #expect(try map.letters("1", map.waypoint("2")) == "ABCGFB")
    #expect(try map.letters("1", map.waypoint("2")) { $0.mode = .twoWheeler } == "ABF")
  }
}
