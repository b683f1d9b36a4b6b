import RoadNetwork
import Routing
import TestSupport
import Testing

@Suite("Maneuvers, one kind after another")
struct ManeuverTests {
  private func steps(_ map: RoadMap, _ start: Character, _ end: Character) throws -> [RouteStep] {
    let route = try map.route(start, [map.waypoint(end)])
    return route.legs.flatMap { $0.steps(on: map.network, mode: .drive) }
  }

  private func told(_ map: RoadMap, _ start: Character, _ end: Character) throws -> [String] {
    try steps(map, start, end).dropFirst().map { $0.instruction() }
  }

  @Test(
    "a turn is named by its angle",
    arguments: [
      ("A", "Turn slightly left onto A Road"), ("B", "Continue onto B Road"), ("C", "Turn slightly right onto C Road"),
      ("D", "Turn right onto D Road"), ("E", "Turn sharply right onto E Road"), ("G", "Turn sharply left onto G Road"),
      ("H", "Turn left onto H Road"),
    ])
  func angles(end: String, instruction: String) throws {
    let map = try RoadMap(
      """
         A B C


       H   X   D


         G F E
      """, spacing: 40,
      roadList: "ABCDEFGH".map { ("X\($0)", ["name": "\($0) Road"]) })
    #expect(try told(map, "F", Character(end)) == [instruction])
  }

  @Test("every motorway fork is told, with the number before the name; several numbers are joined")
  func motorwayFork() throws {
    let map = try RoadMap(
      """
      A--1--B-------C--2--D

                    E--3--F
      """, spacing: 20,
      roads: [
        "ABCD": ["highway": "motorway", "ref": "A 1;E 1", "name": "North Motorway"],
        "BEF": ["highway": "motorway", "ref": "A 28"],
      ])
    #expect(try told(map, "1", "2") == ["Keep left at the fork to stay on A 1/E 1"])
    #expect(try told(map, "1", "3") == ["Keep right at the fork onto A 28"])
  }

  @Test("passing an exit of the motorway needs no word; taking it is a ramp", arguments: ["FI", "MT"])
  func exit(country: String) throws {
    let isLeftHand = country == "MT"
    let map = try RoadMap(
      isLeftHand
        ? """
                      E--3--F

        A--1--B-------C--2--D
        """
        : """
        A--1--B-------C--2--D

                      E--3--F
        """, spacing: 20, country: CountryCode(country) ?? .unknown,
      roads: ["ABCD": ["highway": "motorway", "ref": "A 1"], "BEF": ["highway": "motorway_link", "ref": "A 1"]])
    #expect(try told(map, "1", "2") == [])
    #expect(try told(map, "1", "3") == ["Take the exit on the \(isLeftHand ? "left" : "right")"])
  }

  @Test("a ramp onto a motorway is called by it; joining it is a merge")
  func ramp() throws {
    let map = try RoadMap(
      """
      M-----------------N---2--O
                       /
      A--1--B-------E-/
            |
            C
      """, spacing: 20,
      roads: [
        "MNO": ["highway": "motorway", "ref": "A 1"], "BEN": ["highway": "motorway_link"],
        "AB": ["highway": "primary", "name": "High Street"], "BC": ["highway": "primary", "name": "High Street"],
      ])
    #expect(try told(map, "1", "2") == ["Take the ramp on the left onto A 1", "Merge onto A 1"])
  }

  @Test("a slip road onto a dual carriageway is a merge")
  func merge() throws {
    let map = try RoadMap(
      """
      A-----B---2--C
           /
      D-1-E
      """, spacing: 20,
      roads: ["ABC": ["highway": "trunk", "oneway": "yes", "ref": "N 1"], "DEB": ["highway": "trunk_link"]])
    #expect(try steps(map, "1", "2").map(\.maneuver) == [.depart, .merge])
  }

  @Test("where a street splits in two the driver keeps to one side", arguments: [("C", "left"), ("D", "right")])
  func fork(end: String, side: String) throws {
    let map = try RoadMap(
      """
                C
      A--1--B
                D
      """, spacing: 20, roads: ["AB": ["name": "a"], "BC": ["name": "c"], "BD": ["name": "d"]])
    #expect(try told(map, "1", Character(end)) == ["Keep \(side) at the fork onto \(end.lowercased())"])
  }

  @Test("going straight where the road bends away is told; following its bend is not")
  func bendingRoad() throws {
    let map = try RoadMap(
      """
      A--1--B-------C


                D
      """, spacing: 20,
      roads: [
        "AB": ["name": "Main Road", "highway": "primary"], "BD": ["name": "Main Road", "highway": "primary"],
        "BC": ["name": "Lane"],
      ])
    #expect(try told(map, "1", "C") == ["Continue straight onto Lane"])
    #expect(try told(map, "1", "D") == [])
  }

  @Test("turning with a road that keeps its name is told as staying on it")
  func stayingOn() throws {
    let map = try RoadMap(
      """
      A--1--B---C
            |
            D
      """, spacing: 20, roads: ["AB": ["name": "Main Road"], "BD": ["name": "Main Road"], "BC": ["name": "Lane"]])
    #expect(try told(map, "1", "D") == ["Turn right to stay on Main Road"])
  }

  @Test("the only legal way is still a turn where roads meet")
  func onlyWay() throws {
    let map = try RoadMap(
      """
            C
            |
      A--1--B
            |
            D
      """, spacing: 20, roads: ["AB": ["name": "a"], "CBD": ["name": "d", "oneway": "yes"]])
    #expect(try told(map, "1", "D") == ["Turn right onto d"])
  }

  @Test("a slip road at a junction is part of the turn")
  func slipRoad() throws {
    let map = try RoadMap(
      """
      A--1--B--------C----F
               S     |
                     D
                     2
                     E
      """,
      roads: [
        "AB": ["highway": "primary", "name": "Main Street"], "BC": ["highway": "primary", "name": "Main Street"],
        "CF": ["highway": "primary", "name": "Main Street"], "BSD": ["highway": "primary_link", "oneway": "yes"],
        "CD": ["highway": "secondary", "name": "Cross Road"], "DE": ["highway": "secondary", "name": "Cross Road"],
      ], restrictions: ["no_right_turn BC C CD"])
    #expect(try told(map, "1", "2") == ["Turn right onto Cross Road"])
  }

  @Test("turning round over the other carriageway is one maneuver", arguments: ["FI", "MT"])
  func dualCarriageway(country: String) throws {
    let isLeftHand = country == "MT"
    let map = try RoadMap(
      """
      A--3----B----2--C
              |
      D--1----E----4--F
      """, country: CountryCode(country) ?? .unknown,
      roads: [
        "CB": ["name": "Avenue", "oneway": isLeftHand ? "-1" : "yes"],
        "BA": ["name": "Avenue", "oneway": isLeftHand ? "-1" : "yes"],
        "DE": ["name": "Avenue", "oneway": isLeftHand ? "-1" : "yes"],
        "EF": ["name": "Avenue", "oneway": isLeftHand ? "-1" : "yes"], "BE": [:],
      ])
    let steps = try steps(map, isLeftHand ? "3" : "1", isLeftHand ? "1" : "3")
    #expect(steps.map(\.maneuver) == [.depart, isLeftHand ? .uTurnRight : .uTurnLeft])
    #expect(steps.last?.instruction() == "Make a U-turn on Avenue")
  }

  @Test("boarding and leaving a ferry or a car train is told")
  func ferry() throws {
    for (route, boarding) in [("ferry", "Take the ferry Sea Line"), ("shuttle_train", "Take the car train Sea Line")] {
      let map = try RoadMap(
        "A--1--B-------C--2--D",
        roads: [
          "AB": ["name": "Quay"], "BC": ["route": route, "name": "Sea Line", "motor_vehicle": "yes"],
          "CD": ["name": "Shore Road"],
        ])
      #expect(try told(map, "1", "2") == [boarding, "Continue straight onto Shore Road"])
    }
  }

  @Test("a new name or number is told; a bridge's own name, or a name where the number goes on, is not")
  func names() throws {
    let changing = try RoadMap("A--1--B--2--C", roads: ["AB": ["ref": "N 1"], "BC": ["ref": "N 2"]])
    #expect(try told(changing, "1", "2") == ["Continue onto N 2"])
    let numbers = try RoadMap(
      "A--1--B-----C-----D--2--E",
      roads: [
        "AB": ["ref": "A 1;E 1", "name": "North Road"], "BC": ["ref": "A1"], "CD": ["ref": "E1/A 1"],
        "DE": ["ref": "A 1"],
      ])
    #expect(try told(numbers, "1", "2") == [])
    let spelling = try RoadMap(
      "A--1--B--2--C", roads: ["AB": ["name": "Triq It-Tiġrija"], "BC": ["name": "Triq it-Tiġrija"]])
    #expect(try told(spelling, "1", "2") == [])
    let bridge = try RoadMap(
      "A--1--B---C--2--D",
      roads: ["AB": ["name": "Main Road"], "BC": ["name": "Old Bridge", "bridge": "yes"], "CD": ["name": "Main Road"]])
    #expect(try told(bridge, "1", "2") == [])
  }

  @Test("a road without a name is called by the one it soon gets")
  func lateName() throws {
    let map = try RoadMap(
      """
      A--1--B---C
            |
            D
            |
            E
      """, roads: ["AB": ["name": "a"], "BC": [:], "BD": [:], "DE": ["name": "Mill Lane"]])
    #expect(try told(map, "1", "E") == ["Turn right onto Mill Lane"])
  }
}
