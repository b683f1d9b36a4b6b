import RoadNetwork
import TestSupport
import Testing

@testable import OSMImport

@Suite("Speeds and durations")
struct SpeedRulesTests {
  @Test(
    "maxspeed in all its spellings",
    arguments: [
      ("50", 50.0), ("50 km/h", 50), ("50kmh", 50), ("30 mph", 48.28032), ("30mph", 48.28032), ("10 knots", 18.52),
      ("walk", 10), ("DE:walk", 10), ("DE:urban", 50), ("DE:rural", 100), ("FR:rural", 80), ("GB:nsl_single", 96.56),
      ("DE:zone30", 30), ("DE:zone:30", 30), ("zone:30", 30), ("FR:zone30", 30), ("DE:bicycle_road", 30), ("50;30", 30),
      ("30|50", 30), ("7.5", 7.5), ("DE:30", 30), ("DE:motorway;100", 100),
    ])
  func spellings(text: String, expected: Double) throws {
    let limit = try #require(MaxSpeed.said(text, .unknown))
    #expect(abs(limit.kilometersPerHour - expected) < 0.01)
    #expect(limit.isLaw)
  }

  @Test(
    "what is no number is no limit, and never a crash",
    arguments: [
      "", "none", "signals", "variable", "-50", "0", "9999999999999999999999", "50 leagues", "fast", ":", "DE:", "∞",
      "5e3", "NaN",
    ])
  func noLimit(text: String) {
    #expect(MaxSpeed.said(text, .unknown) == nil)
  }

  @Test(
    "where the law sets no limit the road is driven by what is advised, and none is told",
    arguments: [
      (["maxspeed": "none"], "DE", nil, 140.0), (["maxspeed": "none", "maxspeed:type": "DE:motorway"], "DE", nil, 140),
      (["maxspeed": "DE:motorway"], "", nil, 130), (["maxspeed:type": "DE:motorway"], "", nil, 130),
      (["source:maxspeed": "de:motorway"], "", nil, 130), (["zone:traffic": "DE:motorway"], "", nil, 130),
      (["zone:maxspeed": "DE:trunk"], "", nil, 130), (["maxspeed:type": "DE:express"], "", nil, 130),
      // Whose limits are not known here.
      (["maxspeed": "IS:rural"], "", nil, 90), (["maxspeed": "JP:motorway"], "", nil, 120),
      // Limits all the same.
      (["maxspeed": "AT:motorway"], "", 130, 130), (["maxspeed": "DE:rural"], "", 100, 100),
      (["maxspeed": "none;120"], "DE", 120, 120), (["zone:maxspeed": "DE:30"], "", 30, 30),
    ] as [([String: String], String, Int?, Double)])
  func withoutLimit(tags: [String: String], country: String, limit: Int?, driven: Double) throws {
    let road = tags.merging(["highway": "motorway"]) { own, _ in own }
    let way = try WayRules(country: CountryCode(country) ?? .unknown).attributes(of: Tags(road)).attributes
    for direction in [way.forward, way.backward] {
      #expect(direction.speedLimit == limit)
      for speed in [direction.driveSpeed, direction.twoWheelerSpeed] {
        #expect(abs(speed - driven * SpeedRules.limitFactor) < 0.01)
      }
    }
  }

  @Test("in one direction without a limit, and on a road that is no motorway, none is none")
  func withoutLimitInPart() throws {
    let mixed = try WayRules().attributes(
      of: Tags(["highway": "motorway", "maxspeed:forward": "none", "maxspeed:backward": "80"])
    ).attributes
    #expect(mixed.forward.speedLimit == nil && mixed.backward.speedLimit == 80)
    let street = try WayRules().attributes(of: Tags(["highway": "primary", "maxspeed": "none"])).attributes
    #expect(street.forward.speedLimit == nil)
    #expect(street.forward.driveSpeed == SpeedRules.classSpeed(.primary, isLink: false))
    let map = try RoadMap("A---B", roads: ["AB": ["highway": "motorway", "maxspeed": "none"]])
    let edge = try map.edge("A", "B")
    #expect(map.network.speedLimitKilometersPerHour(of: edge) == nil)
    #expect(abs(map.network.speedKilometersPerHour(of: edge, .drive) - 140 * SpeedRules.limitFactor) < 0.5)
  }

  private func speeds(_ tags: [String: String]) throws -> (forward: Double, backward: Double) {
    let way = try WayRules().attributes(of: Tags(tags)).attributes
    return (way.forward.driveSpeed, way.backward.driveSpeed)
  }

  @Test("limits by direction, and each direction keeps its own")
  func directions() throws {
    let (forward, backward) = try speeds(["highway": "primary", "maxspeed": "80", "maxspeed:backward": "50"])
    #expect(abs(forward - 80 * SpeedRules.limitFactor) < 0.01 && abs(backward - 50 * SpeedRules.limitFactor) < 0.01)
    let zoned = try WayRules(country: CountryCode("FR") ?? .unknown)
      .attributes(of: Tags(["highway": "primary", "source:maxspeed": "FR:urban"])).attributes
    #expect(zoned.forward.speedLimit == 50)
  }

  @Test("surfaces, tracks, advice and parking aisles cap the speed")
  func caps() throws {
    #expect(try speeds(["highway": "primary", "surface": "mud"]).forward == 10)
    #expect(try speeds(["highway": "primary", "maxspeed": "100", "smoothness": "bad"]).forward == 40)
    #expect(try speeds(["highway": "track", "tracktype": "grade5"]).forward <= 20)
    #expect(try speeds(["highway": "primary", "maxspeed": "100", "maxspeed:advisory": "40"]).forward == 40)
    #expect(try speeds(["highway": "service", "service": "parking_aisle", "maxspeed": "50"]).forward <= 10)
    #expect(try speeds(["highway": "primary", "maxspeed": "100", "surface": "cobblestone"]).forward == 30)
    #expect(try speeds(["highway": "primary", "maxspeed": "100", "surface": "sett"]).forward == 40)
    #expect(try speeds(["highway": "residential"]).forward < speeds(["highway": "secondary"]).forward)
  }

  @Test("an access road with a limit of its own is driven by it, one without as the class")
  func accessRoads() throws {
    let limited = try speeds(["highway": "service", "maxspeed": "50"]).forward
    #expect(abs(limited - 50 * SpeedRules.limitFactor) < 0.01)
    #expect(try speeds(["highway": "service", "maxspeed": "5"]).forward < 5)
    #expect(try speeds(["highway": "service"]).forward == SpeedRules.classSpeed(.service, isLink: false))
    #expect(try speeds(["highway": "road"]) == speeds(["highway": "service"]))
  }

  @Test(
    "where both directions share a lane they are slower, unless the lane is one direction's or the road a great one")
  func sharedLane() throws {
    let factor = SpeedRules.sharedLaneFactor
    let wide = try speeds(["highway": "secondary", "lanes": "2"])
    let shared = try speeds(["highway": "secondary", "lanes": "1"])
    #expect(abs(shared.forward - factor * wide.forward) < 1e-9 && abs(shared.backward - factor * wide.backward) < 1e-9)
    #expect(try speeds(["highway": "secondary", "lanes": "1", "oneway": "yes"]).forward == wide.forward)
    #expect(try speeds(["highway": "trunk", "lanes": "1"]) == speeds(["highway": "trunk"]))
    #expect(try speeds(["highway": "service", "lanes": "1"]) == speeds(["highway": "service"]))
  }

  @Test(
    "duration in its spellings",
    arguments: [
      ("04", 240.0), ("00:05:00", 300), ("1:45", 6_300), ("01:45", 6_300), ("PT1H45M", 6_300), ("PT20M", 1_200),
      ("P1D", 86_400),
      ("90", 5_400), ("PT1H", 3_600),
    ])
  func durations(text: String, expected: Double) {
    #expect(Duration.seconds(text) == expected)
  }

  @Test(
    "what is no duration is none", arguments: ["", "0", "abc", "1:2:3:4", "-5", "PT", "P5", "99999999999", ":", "1:-5"])
  func noDuration(text: String) {
    #expect(Duration.seconds(text) == nil)
  }
}
