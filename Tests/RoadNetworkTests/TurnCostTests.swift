import RoadNetwork
import TestSupport
import Testing

@Suite("What turns cost")
struct TurnCostTests {
  private static let crossing = """
        N
        |
    W---C---E
        |
        S
    """
  private static let roads: KeyValuePairs<String, [String: String]> = ["WC": [:], "CE": [:], "NC": [:], "CS": [:]]

  private func turn(_ map: RoadMap, _ from: Character, _ via: Character, _ to: Character) throws -> TurnID {
    try #require(map.network.turn(from: try map.edge(from, via), to: try map.edge(via, to)))
  }

  private func deciseconds(_ map: RoadMap, _ from: Character, _ via: Character, _ to: Character) throws -> UInt32 {
    map.network.durationDeciseconds(of: try turn(map, from, via, to))
  }

  @Test("turning across the oncoming side costs more, which side that is depends on the country")
  func drivingSide() throws {
    let right = try RoadMap(Self.crossing, country: CountryCode("FI") ?? .unknown, roads: Self.roads)
    let left = try RoadMap(Self.crossing, country: CountryCode("MT") ?? .unknown, roads: Self.roads)
    #expect(try deciseconds(right, "W", "C", "N") > deciseconds(right, "W", "C", "S"))
    #expect(try deciseconds(left, "W", "C", "N") < deciseconds(left, "W", "C", "S"))
    #expect(try deciseconds(right, "W", "C", "N") == deciseconds(left, "W", "C", "S"))
    #expect(try deciseconds(right, "W", "C", "E") < deciseconds(right, "W", "C", "S"))
  }

  @Test("a driving side tagged on the road overrides the country")
  func taggedSide() throws {
    let map = try RoadMap(
      Self.crossing, country: CountryCode("FR") ?? .unknown,
      roads: ["WC": ["driving_side": "left"], "CE": [:], "NC": [:], "CS": [:]])
    #expect(try deciseconds(map, "W", "C", "N") < deciseconds(map, "W", "C", "S"))
    #expect(try deciseconds(map, "E", "C", "S") > deciseconds(map, "E", "C", "N"))
  }

  @Test("the angle is right positive, left negative")
  func angles() throws {
    let map = try RoadMap(Self.crossing, roads: Self.roads)
    #expect(map.network.angleDegrees(of: try turn(map, "W", "C", "N")) == -90)
    #expect(map.network.angleDegrees(of: try turn(map, "W", "C", "S")) == 90)
    #expect(abs(map.network.angleDegrees(of: try turn(map, "W", "C", "E"))) <= 1)
  }

  @Test("going on along one road costs nothing, even in a bend")
  func bend() throws {
    let map = try RoadMap("A---B\n    |\n    C", roads: ["AB": [:], "BC": [:]])
    #expect(try deciseconds(map, "A", "B", "C") == 0)
  }

  @Test("a traffic signal costs time, and only in its direction where one is given")
  func signal() throws {
    let plain = try RoadMap(Self.crossing, roads: Self.roads)
    let signal = try RoadMap(Self.crossing, roads: Self.roads, nodes: ["C": ["highway": "traffic_signals"]])
    #expect(try deciseconds(signal, "W", "C", "E") > deciseconds(plain, "W", "C", "E"))
    let oneSided = try RoadMap(
      "A---B---C", roads: ["ABC": [:]],
      nodes: ["B": ["highway": "traffic_signals", "traffic_signals:direction": "forward"]])
    #expect(try deciseconds(oneSided, "A", "B", "C") > 0)
    #expect(try deciseconds(oneSided, "C", "B", "A") == 0)
    #expect(oneSided.network.flags(of: try turn(oneSided, "A", "B", "C")).contains(.trafficSignal))
  }

  @Test("giving way to a bigger road costs more than the other way round")
  func giveWay() throws {
    let map = try RoadMap(
      Self.crossing, roads: ["WC": [:], "CE": [:], "NC": ["highway": "primary"], "CS": ["highway": "primary"]])
    #expect(try deciseconds(map, "W", "C", "E") > deciseconds(map, "N", "C", "S"))
  }

  @Test("turning round is free of penalty at a dead end and disliked elsewhere")
  func uTurns() throws {
    let map = try RoadMap(Self.crossing, roads: Self.roads)
    let deadEnd = try turn(map, "C", "E", "C")
    #expect(map.network.isUTurn(deadEnd))
    #expect(map.network.penaltyDeciseconds(of: deadEnd, .drive) == 0)
    #expect(map.network.durationDeciseconds(of: deadEnd) == 200)
    let crossing = try turn(map, "W", "C", "W")
    #expect(map.network.isUTurn(crossing))
    #expect(map.network.penaltyDeciseconds(of: crossing, .drive) >= 1_000)
  }

  @Test("a road that goes on only into private ground is a dead end for turning round")
  func deadEndBeforePrivate() throws {
    let map = try RoadMap("A---B---C", roads: ["AB": [:], "BC": ["access": "private"]])
    #expect(map.network.penaltyDeciseconds(of: try turn(map, "A", "B", "A"), .drive) == 0)
  }

  @Test("entering a private road costs a penalty and no time; leaving it is free")
  func privateEntry() throws {
    let map = try RoadMap("A---B---C", roads: ["AB": [:], "BC": ["access": "private"]])
    let enter = try turn(map, "A", "B", "C")
    #expect(map.network.entersRestricted(enter, .drive))
    #expect(map.network.penaltyDeciseconds(of: enter, .drive) == RoadNetwork.restrictedEntryPenaltyDeciseconds)
    #expect(map.network.durationDeciseconds(of: enter) == 0)
    #expect(map.network.penaltyDeciseconds(of: try turn(map, "C", "B", "A"), .drive) == 0)
  }

  @Test("turning round into a direction that is for destinations only enters it")
  func turningIntoDestinationOnly() throws {
    let map = try RoadMap("A---B---C", roads: ["AB": [:], "BC": ["motor_vehicle:backward": "destination"]])
    #expect(map.network.entersRestricted(try turn(map, "B", "C", "B"), .drive))
    #expect(
      map.network.penaltyDeciseconds(of: try turn(map, "B", "C", "B"), .drive)
        == RoadNetwork.restrictedEntryPenaltyDeciseconds)
    #expect(!map.network.entersRestricted(try turn(map, "C", "B", "C"), .drive))
    #expect(!map.network.entersRestricted(try turn(map, "A", "B", "C"), .drive))
  }

  @Test("a road private for cars only is no hindrance for motorcycles")
  func privateByMode() throws {
    let map = try RoadMap("A---B---C", roads: ["AB": [:], "BC": ["motorcar": "destination", "motorcycle": "yes"]])
    let enter = try turn(map, "A", "B", "C")
    #expect(map.network.entersRestricted(enter, .drive) && !map.network.entersRestricted(enter, .twoWheeler))
    #expect(map.network.isRestricted(try map.edge("B", "C"), .drive))
    #expect(!map.network.isRestricted(try map.edge("B", "C"), .twoWheeler))
  }

  @Test("a service road is disliked at its entry, not on the way out (valhalla#1321)")
  func serviceEntry() throws {
    let map = try RoadMap("A---B---C---D", roads: ["AB": [:], "BC": ["highway": "service"], "CD": [:]])
    #expect(map.network.penaltyDeciseconds(of: try turn(map, "A", "B", "C"), .drive) > 0)
    #expect(map.network.penaltyDeciseconds(of: try turn(map, "B", "C", "D"), .drive) == 0)
  }

  @Test("boarding a ferry takes its time once, at the quay")
  func ferry() throws {
    let map = try RoadMap(
      "A---B---C---D---E", spacing: 100,
      roads: ["AB": [:], "BC": ["route": "ferry"], "CD": ["route": "ferry"], "DE": [:]])
    #expect(try deciseconds(map, "A", "B", "C") == 3_000)
    #expect(try deciseconds(map, "B", "C", "D") == 0)
    #expect(try deciseconds(map, "C", "D", "E") == 0)
    #expect(map.network.flags(of: try turn(map, "A", "B", "C")).contains(.boardsFerry))
  }

  @Test("nobody turns round on a motorway")
  func motorway() throws {
    let map = try RoadMap(
      Self.crossing,
      roads: [
        "WC": ["highway": "motorway", "oneway": "no"], "CE": ["highway": "motorway", "oneway": "no"], "NC": [:],
        "CS": [:],
      ])
    #expect(map.network.turn(from: try map.edge("W", "C"), to: try map.edge("C", "W")) == nil)
  }

  @Test("the incoming turns of every edge are exactly the turns that lead into it")
  func incoming() throws {
    let map = try RoadMap(Self.crossing, roads: Self.roads, restrictions: ["no_left_turn WC C NC"])
    let network = map.network
    var seen: Set<TurnID> = []
    for raw in 0..<UInt32(network.edgeCount) {
      for position in network.incomingTurns(of: EdgeID(raw)) {
        let turn = network.incomingTurn(position)
        #expect(network.target(of: turn) == EdgeID(raw))
        #expect(network.turns(from: network.source(of: turn)).contains(turn.rawValue))
        #expect(seen.insert(turn).inserted)
      }
    }
    #expect(seen.count == network.turnCount)
  }
}
