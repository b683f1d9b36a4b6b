import RoadNetwork
import Routing
import TestSupport
import Testing

@Suite("Steps and maneuvers")
struct StepTests {
  private func told(_ map: RoadMap, _ start: Character, _ end: Character) throws -> [String] {
    let route = try map.route(start, [map.waypoint(end)])
    return route.legs.flatMap { $0.steps(on: map.network, mode: .drive).map { $0.instruction() } }
  }

  @Test("turns are told with the road they lead onto")
  func turns() throws {
    let map = try RoadMap(
      """
      A-1-B-----C
          |
          D-2-E
      """,
      roads: ["ABC": ["name": "High Street"], "BD": ["name": "Mill Lane"], "DE": ["name": "Dock Road"]])
    #expect(
      try told(map, "1", "2") == ["Head east on High Street", "Turn right onto Mill Lane", "Continue onto Dock Road"])
  }

  @Test("a bend without a side road needs no word")
  func bend() throws {
    let map = try RoadMap(
      """
      A-1-B
          |
          D-2-E
      """,
      roads: ["AB": ["name": "High Street"], "BDE": ["name": "High Street"]])
    #expect(try told(map, "1", "2") == ["Head east on High Street"])
  }

  @Test("going straight past a side road needs no word")
  func straight() throws {
    let map = try RoadMap(
      """
      A-1-B---2-C
          |
          D
      """,
      roads: ["ABC": ["name": "High Street"], "BD": [:]])
    #expect(try told(map, "1", "2") == ["Head east on High Street"])
  }

  @Test("a roundabout is one maneuver with the number of its exit")
  func roundabout() throws {
    let map = try RoadMap(
      """
                F
                |
                |
                E
               / \\
      A-1-----B   D--2--H
               \\ /
                C
                |
                G
      """,
      roads: [
        "AB": ["name": "West Road"], "BCDEB": ["junction": "roundabout"], "CG": ["name": "South Road"],
        "DH": ["name": "East Road"], "EF": ["name": "North Road"],
      ])
    #expect(
      try told(map, "1", "2") == ["Head east on West Road", "At the roundabout, take the 2nd exit onto East Road"])
    let route = try map.route("1", [map.waypoint("F")])
    let steps = route.legs[0].steps(on: map.network, mode: .drive)
    #expect(steps.map(\.maneuver) == [.depart, .roundaboutLeft])
    #expect(steps[1].roundaboutExit == 3)
  }

  @Test("turning round is told")
  func uTurn() throws {
    let map = try RoadMap("A--1--B--2--C", roads: ["AB": ["name": "Quay"], "BC": ["name": "Pier"]])
    let route = try map.route("1", [map.waypoint("2", via: true), map.waypoint("1")])
    let steps = route.legs[0].steps(on: map.network, mode: .drive)
    #expect(steps.map(\.maneuver) == [.depart, .nameChange, .uTurnLeft, .nameChange])
  }

  @Test("leaving a motorway by a ramp, and joining it, are told")
  func ramps() throws {
    let map = try RoadMap(
      """
      A--1--B-----------C---2--D
             \\         /
              E-------F
      """,
      roads: [
        "ABCD": ["highway": "motorway", "ref": "A 1"], "BE": ["highway": "motorway_link"],
        "EF": ["highway": "primary", "name": "Old Road", "oneway": "yes"], "FC": ["highway": "motorway_link"],
      ])
    let closed = try map.closing("ABCD", "B", "C")
    let route = try map.route("1", [map.waypoint("2")]) { $0.conditions = closed }
    let maneuvers = route.legs[0].steps(on: map.network, mode: .drive).map(\.maneuver)
    #expect(maneuvers.first == .depart)
    #expect(maneuvers.contains(.rampRight))
    #expect(maneuvers.last == .merge)
  }

  @Test("steps share out the leg's edges, length and time")
  func sums() throws {
    let map = try RoadMap(
      """
      A-1-B-----C
          |     |
          D-----E-2-F
      """,
      roads: ["ABC": ["name": "a"], "BD": ["name": "b"], "DE": ["name": "c"], "CE": ["name": "d"], "EF": ["name": "e"]])
    let leg = try map.route("1", [map.waypoint("2")]).legs[0]
    let steps = leg.steps(on: map.network, mode: .drive)
    #expect(abs(steps.reduce(0) { $0 + $1.distanceMeters } - leg.distanceMeters) < 1e-6)
    #expect(abs(steps.reduce(0) { $0 + $1.staticDurationSeconds } - leg.staticDurationSeconds) < 1e-6)
    #expect(steps.flatMap { Array($0.edgeIndices) } == Array(leg.path.edges.indices))
  }
}
