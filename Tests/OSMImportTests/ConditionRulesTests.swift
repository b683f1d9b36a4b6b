import RoadNetwork
import TestSupport
import Testing

@testable import OSMImport

@Suite("Conditional tags")
struct ConditionRulesTests {
  /// Each condition kept: `~` for destinations only, modes, directions, the hours.
  private func kept(_ tags: [String: String]) -> [String] {
    ConditionRules(Tags(tags)).kept.map { condition in
      let modes = condition.modes == .all ? "all" : condition.modes == .drive ? "cars" : "motorcycles"
      let directions = (condition.forward ? ">" : "") + (condition.backward ? "<" : "")
      return (condition.isForDestinations ? "~" : "") + "\(modes) \(directions) \(condition.condition)"
    }
  }

  @Test(
    "closures by the hour are kept with their modes, directions and hours",
    arguments: [
      (["motor_vehicle:conditional": "no @ (Mo-Sa 07:00-16:00)"], ["all >< Mo-Sa 07:00-16:00"]),
      (["motorcar:conditional": "no @ (07:00-09:00)"], ["cars >< 07:00-09:00"]),
      (["motorcycle:conditional": "no @ (22:00-07:00)"], ["motorcycles >< 22:00-07:00"]),
      (["motor_vehicle:forward:conditional": "no @ (07:00-09:00)"], ["all > 07:00-09:00"]),
      (["vehicle:backward:conditional": "no @ (07:00-09:00)"], ["all < 07:00-09:00"]),
      (["access:conditional": "destination @ (06:00-22:00)"], ["~all >< 06:00-22:00"]),
      (
        ["motor_vehicle:conditional": "no @ (07:00-10:00); no @ (15:00-18:00)"],
        ["all >< 07:00-10:00", "all >< 15:00-18:00"]
      ),
      (
        ["access:conditional": "no @ (Sa 08:00-12:00); destination @ (Su)"],
        ["all >< Sa 08:00-12:00", "~all >< Su"]
      ),
    ] as [([String: String], [String])])
  func keeps(tags: [String: String], expected: [String]) {
    #expect(kept(tags) == expected)
    #expect(ConditionRules(Tags(tags)).ignored == 0)
  }

  @Test("a more specific tag without condition outweighs a general one with it")
  func weight() {
    #expect(kept(["motor_vehicle": "yes", "access:conditional": "no @ (07:00-09:00)"]) == [])
    #expect(
      kept(["motorcar": "yes", "motor_vehicle:conditional": "no @ (07:00-09:00)"]) == ["motorcycles >< 07:00-09:00"])
    #expect(
      kept(["motorcycle:conditional": "no @ (22:00-06:00)", "motor_vehicle:conditional": "no @ (07:00-09:00)"])
        == ["cars >< 07:00-09:00", "motorcycles >< 22:00-06:00"])
    #expect(kept(["access": "yes", "motor_vehicle:conditional": "no @ (07:00-09:00)"]) == ["all >< 07:00-09:00"])
  }

  @Test(
    "what is no time, what opens a road and what changes its direction is counted",
    arguments: [
      ["motor_vehicle:conditional": "no @ (weight > 3.5)"], ["access:conditional": "no @ wet"],
      ["motor_vehicle:conditional": "yes @ (20:00-06:00)"], ["motor_vehicle:conditional": "delivery @ (schooldays)"],
      ["oneway:conditional": "no @ (20:00-06:00)"], ["motorcycle:conditional": "yes @ destination"],
    ])
  func counted(tags: [String: String]) {
    #expect(kept(tags) == [])
    #expect(ConditionRules(Tags(tags)).ignored == 1)
  }

  @Test("speed limits by the hour are counted, and the limit of the day holds")
  func speeds() throws {
    let map = try RoadMap(
      "A-B-C",
      roads: [
        "AB": ["maxspeed": "50", "maxspeed:conditional": "30 @ (22:00-06:00)"],
        "BC": ["maxspeed:forward:conditional": "30 @ (22:00-06:00)", "maxspeed:backward:conditional": "30 @ (Su)"],
      ])
    #expect(map.network.metadata.count(.conditionalSpeedsIgnored) == 3)
    #expect(map.network.speedLimitKilometersPerHour(of: try map.edge("A", "B")) == 50)
  }

  @Test("a closure in one direction is on that direction's edge alone")
  func direction() throws {
    let map = try RoadMap("A-B", roads: ["AB": ["motor_vehicle:backward:conditional": "no @ (07:00-09:00)"]])
    #expect(map.network.conditions(of: try map.edge("A", "B")).isEmpty)
    #expect(
      map.network.conditions(of: try map.edge("B", "A")) == [TimedRestriction(modes: .all, condition: "07:00-09:00")])
  }

  @Test(
    "a restriction names its vehicles in its type, its key, or in both",
    arguments: [
      (["type": "restriction:motorcycle", "restriction": "no_left_turn"], ModeSet.twoWheeler),
      (["type": "restriction", "restriction:motorcycle": "no_left_turn"], .twoWheeler),
      (["type": "restriction", "restriction": "no_left_turn", "except": "motorcycle"], .drive),
      (["type": "restriction", "restriction:vehicle:conditional": "no_left_turn @ (07:00-09:00)"], .all),
      (["type": "restriction", "restriction:motor_vehicle:conditional": "no_left_turn @ (07:00-09:00)"], .all),
    ] as [([String: String], ModeSet)])
  func vehicles(tags: [String: String], modes: ModeSet) throws {
    let members = [
      OSMMember(kind: .way, id: 1, role: "from"), OSMMember(kind: .node, id: 5, role: "via"),
      OSMMember(kind: .way, id: 2, role: "to"),
    ]
    let restrictions = try RestrictionRules.restrictions(of: Tags(tags), members: members)
    #expect(restrictions.map(\.modes) == [modes])
    #expect(throws: RestrictionRules.Rejection.otherMode) {
      try RestrictionRules.restrictions(
        of: Tags(["type": "restriction:hgv", "restriction": "no_left_turn"]), members: members)
    }
  }

  @Test(
    "the older tags of hours are read like a condition; what is no time makes no restriction for ever",
    arguments: [
      (["day_on": "Monday", "day_off": "Friday", "hour_on": "07:30", "hour_off": "09:00"], "Mo-Fr 07:30-09:00"),
      (["hour_on": "07:30", "hour_off": "09:00"], "07:30-09:00"),
      (["day_on": "Saturday", "day_off": "Sunday"], "Sa-Su"),
      (["hour_on": "07:30"], nil), (["hour_off": "09:00"], nil), (["day_on": "Monday"], nil),
      (["hour_on": "07:30", "hour_off": "late"], nil),
      (["day_on": "Monday", "day_off": "Friday", "hour_on": "7"], nil),
    ] as [([String: String], String?)])
  func oldHours(tags: [String: String], condition: String?) throws {
    let members = [
      OSMMember(kind: .way, id: 1, role: "from"), OSMMember(kind: .node, id: 5, role: "via"),
      OSMMember(kind: .way, id: 2, role: "to"),
    ]
    let all = Tags(tags.merging(["type": "restriction", "restriction": "no_left_turn"]) { own, _ in own })
    let read = Result { () throws(RestrictionRules.Rejection) in
      try RestrictionRules.restrictions(of: all, members: members).map(\.condition)
    }
    #expect(read == (condition.map { .success([$0]) } ?? .failure(.conditionNotATime)))
  }

  @Test("via ways count in whatever order the relation lists them", arguments: ["BC,CD", "CD,BC"])
  func viaOrder(via: String) throws {
    let map = try RoadMap(
      """
      A---B---C---D---E
                  |
                  F
      """,
      roads: ["AB": [:], "BC": [:], "CD": [:], "DE": [:], "DF": [:]],
      restrictions: [DrawnRestriction("no_right_turn AB \(via) DF")])
    #expect(map.network.metadata.count(.restrictionsViaWay) == 1)
    var edge = try map.edge("A", "B")
    for (from, to) in [("B", "C"), ("C", "D")] as [(Character, Character)] {
      edge = map.network.target(of: try #require(map.network.turn(from: edge, to: try map.edge(from, to))))
    }
    #expect(map.network.turn(from: edge, to: try map.edge("D", "F")) == nil)
    #expect(map.network.turn(from: edge, to: try map.edge("D", "E")) != nil)
    #expect(map.network.turn(from: try map.edge("C", "D"), to: try map.edge("D", "F")) != nil)
  }

  @Test("conditions of real streets are read: Oslo, New York, Bristol, Rome")
  func realConditions() throws {
    for (name, turns) in [
      ("osm/oslo-east.osm.pbf", 2), ("cases/valhalla-ny-access-restriction.osm.pbf", 3),
      ("cases/valhalla-whitelion_bristol_uk.osm.pbf", 0), ("cases/valhalla-via_montebello_roma_italy.osm.pbf", 0),
    ] {
      guard let network = try network(of: name) else { return }
      #expect(network.metadata.count(.restrictionsConditional) == UInt64(turns), "\(name)")
      #expect(network.metadata.count(.restrictionsConditionIgnored) == 0, "\(name)")
      #expect(network.metadata.count(.conditionalAccessIgnored) <= 1, "\(name)")
      #expect(network.conditionCounts.turns + network.conditionCounts.edges > 0, "\(name)")
    }
  }
}
