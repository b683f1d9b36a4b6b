import RoadNetwork
import Routing
import TestSupport
import Testing

@Suite("Roundabouts")
struct RoundaboutTests {
  private static let drawing = """
              N
              |
              K
             / \\
    W---1---L   J---2---E
             \\ /
              M
              |
              S
    """

  /// A circle with four arms, driven counter-clockwise or, on the left, clockwise.
  private func map(leftHand: Bool, extra: [(String, [String: String])] = []) throws -> RoadMap {
    try RoadMap(
      Self.drawing, spacing: 20, country: CountryCode(leftHand ? "MT" : "FI") ?? .unknown,
      roadList: [
        (leftHand ? "LKJML" : "LMJKL", ["junction": "roundabout"]), ("WL", ["name": "West Road"]),
        ("KN", ["name": "North Road"]), ("JE", ["name": "East Road"]), ("MS", ["name": "South Road"]),
      ] + extra)
  }

  private func step(_ map: RoadMap, to end: Character) throws -> RouteStep {
    let route = try map.route("1", [map.waypoint(end)])
    let steps = route.legs.flatMap { $0.steps(on: map.network, mode: .drive) }
    try #require(steps.count == 2)
    return steps[1]
  }

  @Test(
    "its exits are counted as they are passed, its side is that of the whole maneuver",
    arguments: [
      ("S", 1, Maneuver.roundaboutRight), ("E", 2, .roundaboutRight), ("N", 3, .roundaboutLeft),
    ])
  func rightHand(end: String, exit: Int, maneuver: Maneuver) throws {
    let step = try step(try map(leftHand: false), to: Character(end))
    #expect(step.roundaboutExit == exit)
    #expect(step.maneuver == maneuver)
  }

  @Test(
    "on the left the exits are counted clockwise",
    arguments: [("N", 1, Maneuver.roundaboutLeft), ("E", 2, .roundaboutLeft), ("S", 3, .roundaboutRight)])
  func leftHand(end: String, exit: Int, maneuver: Maneuver) throws {
    let step = try step(try map(leftHand: true), to: Character(end))
    #expect(step.roundaboutExit == exit)
    #expect(step.maneuver == maneuver)
  }

  @Test("turning round takes the last exit", arguments: [false, true])
  func back(leftHand: Bool) throws {
    let map = try map(leftHand: leftHand)
    let route = try map.route("1", [map.waypoint("W")]) { request in
      // Heading for the circle.
      request.start = .position(EdgePosition(edge: (try? map.edge("W", "L")) ?? EdgeID(0), fraction: 0.5))
    }
    let step = try #require(route.legs[0].steps(on: map.network, mode: .drive).last)
    #expect(step.roundaboutExit == 4)
    #expect(step.maneuver == (leftHand ? .roundaboutRight : .roundaboutLeft))
    #expect(step.instruction() == "At the roundabout, take the 4th exit to stay on West Road")
  }

  @Test("a driveway counts as an exit only when it is taken")
  func driveway() throws {
    let map = try RoadMap(
      """
                N
                |
                K
               / \\
      W---1---L   J---2---E
               \\ /
                M
                |
                S
      """, spacing: 20,
      roads: [
        "LMJKL": ["junction": "roundabout"], "WL": ["name": "West Road"], "KN": ["name": "North Road"],
        "JE": ["name": "East Road"], "MS": ["highway": "service", "service": "driveway"],
      ])
    #expect(try step(map, to: "E").roundaboutExit == 1)
    #expect(try step(map, to: "S").roundaboutExit == 1)
  }

  @Test("one after the other are told one by one")
  func twoInARow() throws {
    let map = try RoadMap(
      """
              K       Q
             / \\     / \\
      A--1--L   J---P   R--2--B
             \\ /     \\ /
              M       T
      """, spacing: 20,
      roads: [
        "LMJKL": ["junction": "roundabout"], "PTRQP": ["junction": "roundabout"], "AL": ["name": "a"],
        "JP": ["name": "b"], "RB": ["name": "c"],
      ])
    let route = try map.route("1", [map.waypoint("2")])
    let told = route.legs[0].steps(on: map.network, mode: .drive).dropFirst().map { $0.instruction() }
    #expect(told == ["At the roundabout, take the 1st exit onto b", "At the roundabout, take the 1st exit onto c"])
  }
}
