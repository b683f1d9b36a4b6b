import RoadNetwork
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
      ("30|50", 30), ("7.5", 7.5),
    ])
  func spellings(text: String, expected: Double) throws {
    let limit = try #require(MaxSpeed.kilometersPerHour(text, .unknown, .primary))
    #expect(abs(limit - expected) < 0.01)
  }

  @Test(
    "what is no number is no limit, and never a crash",
    arguments: [
      "", "none", "signals", "variable", "-50", "0", "9999999999999999999999", "50 leagues", "fast", ":", "DE:", "∞",
      "5e3", "NaN",
    ])
  func noLimit(text: String) {
    #expect(MaxSpeed.kilometersPerHour(text, .unknown, .primary) == nil)
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
