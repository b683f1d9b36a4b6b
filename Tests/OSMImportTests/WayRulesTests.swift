import RoadNetwork
import Testing

@testable import OSMImport

/// What the import makes of a way: for each mode the open directions, `~` before a restricted one.
func access(_ tags: [String: String], country: CountryCode = .unknown) -> String {
  let way: RoadAttributes
  do { way = try WayRules(country: country).attributes(of: Tags(tags)).attributes } catch { return "\(error)" }
  return TravelMode.allCases.map { mode in
    let parts = [(way.forward, ">"), (way.backward, "<")].compactMap { rules, arrow -> String? in
      guard rules.access.contains(mode) else { return nil }
      return (rules.restricted.contains(mode) ? "~" : "") + arrow
    }
    return parts.isEmpty ? "-" : parts.joined()
  }.joined(separator: " ")
}

@Suite("Tags of ways")
struct WayRulesTests {
  @Test(
    "classes of roads, and what is none",
    arguments: [
      ("motorway", "> >"), ("motorway_link", "> >"), ("trunk", "(both)"), ("primary", "(both)"),
      ("residential", "(both)"),
      ("living_street", "(both)"), ("service", "(both)"), ("track", "(both)"), ("road", "(both)"),
      ("footway", "noAccess"),
      ("pedestrian", "noAccess"), ("cycleway", "noAccess"), ("construction", "construction"),
      ("proposed", "construction"),
      ("bus_guideway", "notARoad"), ("steps", "notARoad"), ("raceway", "notARoad"),
    ])
  func classes(highway: String, expected: String) {
    #expect(access(["highway": highway]) == (expected == "(both)" ? ">< ><" : expected))
  }

  @Test(
    "the most specific access tag decides, each mode by its own chain",
    arguments: [
      (["access": "no"], "noAccess"),
      (["access": "no", "motor_vehicle": "yes"], ">< ><"),
      (["access": "no", "motorcar": "yes"], ">< -"),
      (["access": "no", "motorcycle": "yes"], "- ><"),
      (["vehicle": "no"], "noAccess"),
      (["vehicle": "forestry"], "noAccess"),
      (["motor_vehicle": "agricultural"], "noAccess"),
      (["motor_vehicle": "destination"], "~>~< ~>~<"),
      (["access": "private"], "~>~< ~>~<"),
      (["vehicle": "private;delivery"], "~>~< ~>~<"),
      (["motor_vehicle": "agricultural;destination"], "~>~< ~>~<"),
      (["motor_vehicle": "forestry;agricultural"], "noAccess"),
      (["access": "destination", "motorcycle": "no"], "~>~< -"),
      (["motor_vehicle:forward": "no"], "< <"),
      (["motor_vehicle:forward": "unknown_value", "motor_vehicle": "no"], "noAccess"),
      (["motorcar:backward": "no"], "> ><"),
      (["access": "unknown_value"], ">< ><"),
      (["access": "psv"], "noAccess"),
      (["access": "permissive"], ">< ><"),
      (["hov": "designated"], "- ><"),
      (["area": "yes"], "noAccess"),
      (["impassable": "yes"], "noAccess"),
    ] as [([String: String], String)])
  func chain(tags: [String: String], expected: String) {
    #expect(access(tags.merging(["highway": "residential"]) { own, _ in own }) == expected)
  }

  @Test(
    "paths open only by a tag about vehicles",
    arguments: [
      (["access": "yes"], "noAccess"), (["motor_vehicle": "yes"], ">< ><"),
      (["motor_vehicle": "delivery"], "~>~< ~>~<"),
      (["motorcycle": "yes"], "- ><"),
      (["motor_vehicle:forward": "unknown_value", "motor_vehicle": "yes"], ">< ><"),
      (["motor_vehicle:forward": "no", "motor_vehicle": "yes"], "< <"),
    ] as [([String: String], String)])
  func paths(tags: [String: String], expected: String) {
    #expect(access(tags.merging(["highway": "pedestrian"]) { own, _ in own }) == expected)
  }

  // osrm-backend#666, #203, #1227, #5899; valhalla#832; OsmAnd#7924
  @Test(
    "one-way in all its forms",
    arguments: [
      (["oneway": "yes"], "> >"), (["oneway": "1"], "> >"), (["oneway": "true"], "> >"), (["oneway": "-1"], "< <"),
      (["oneway": "reverse"], "< <"), (["oneway": "no"], ">< ><"), (["oneway": "reversible"], "noAccess"),
      (["oneway": "alternating"], ">< ><"),
      (["junction": "roundabout"], "> >"), (["junction": "circular"], "> >"),
      (["junction": "roundabout", "oneway": "-1"], "< <"),
      (["junction": "roundabout", "oneway": "no"], ">< ><"), (["junction": "circular", "oneway": "no"], ">< ><"),
      (["oneway": "yes", "oneway:motorcycle": "no"], "> ><"),
      (["oneway": "yes", "oneway:bicycle": "no"], "> >"),
      (["oneway": "yes", "oneway:psv": "no"], "> >"),
      (["oneway:motorcar": "yes"], "> ><"),
    ] as [([String: String], String)])
  func oneways(tags: [String: String], expected: String) {
    #expect(access(tags.merging(["highway": "residential"]) { own, _ in own }) == expected)
  }

  @Test("oneway=no overrides what a motorway implies (osrm#666)")
  func motorwayOverride() {
    #expect(access(["highway": "motorway_link", "oneway": "no"]) == ">< ><")
    #expect(access(["highway": "motorway", "oneway": "no"]) == ">< ><")
  }

  @Test(
    "a construction tag left behind beside a road class closes nothing (osrm#7067)",
    arguments: ["minor", "widening", "no"])
  func staleConstruction(value: String) {
    #expect(access(["highway": "primary", "construction": value]) == ">< ><")
  }

  @Test(
    "ferries carry vehicles unless only walkers and cyclists are named",
    arguments: [
      ([:], ">< ><"), (["foot": "yes"], "noAccess"), (["foot": "yes", "motor_vehicle": "yes"], ">< ><"),
      (["motor_vehicle": "no"], "noAccess"), (["motorcar": "yes", "bicycle": "yes"], ">< -"),
      (["foot": "no"], ">< ><"), (["foot": "no", "bicycle": "no"], ">< ><"),
      (["foot": "no", "bicycle": "yes"], "noAccess"),
    ] as [([String: String], String)])
  func ferries(tags: [String: String], expected: String) {
    #expect(access(tags.merging(["route": "ferry"]) { own, _ in own }) == expected)
  }

  private func flags(_ tags: [String: String], country: CountryCode = .unknown) throws -> RoadFlags {
    try WayRules(country: country).attributes(of: Tags(tags.merging(["highway": "trunk"]) { own, _ in own })).attributes
      .flags
  }

  @Test("flags of a road")
  func flags() throws {
    #expect(try flags(["tunnel": "yes"]) == .tunnel)
    #expect(try flags(["tunnel": "building_passage"]) == .tunnel)
    #expect(try flags(["tunnel": "culvert"]) == [])
    #expect(try flags(["bridge": "viaduct"]) == .bridge)
    #expect(try flags(["motorroad": "yes"]) == .motorway)
    #expect(try flags(["highway": "motorway_link"]) == [.motorway, .link])
    #expect(try flags(["junction": "roundabout"]) == .roundabout)
    #expect(try flags(["surface": "gravel"]) == .unpaved)
    #expect(try flags(["highway": "service", "service": "parking_aisle"]) == .minorService)
    #expect(try flags([:], country: CountryCode("gb") ?? .unknown) == .leftHandTraffic)
    #expect(try flags(["driving_side": "right"], country: CountryCode("GB") ?? .unknown) == [])
  }

  // valhalla PR #4524; valhalla-docs#71
  @Test(
    "tolls by mode",
    arguments: [
      (["toll": "yes"], [.tollDrive, .tollTwoWheeler]), (["toll": "no"], []), (["toll:motorcar": "yes"], .tollDrive),
      (["toll": "yes", "toll:motorcycle": "no"], .tollDrive), (["toll:hgv": "yes"], []), (["toll:hov": "yes"], []),
    ] as [([String: String], RoadFlags)])
  func tolls(tags: [String: String], expected: RoadFlags) throws {
    #expect(try flags(tags) == expected)
  }

  @Test(
    "closures at times are kept with their hours, other conditions are counted",
    arguments: [
      ("no @ (Mo-Sa 07:00-16:00)", 1, 0), ("no @ (weight > 3.5)", 0, 1), ("yes @ (20:00-06:00)", 0, 1),
      ("no @ (Jan15-Aug15)", 1, 0), ("no @ (Mo-Fr 07:00-09:00); destination @ (Sa,Su)", 2, 0), ("no @ (wet)", 0, 1),
    ])
  func conditions(text: String, kept: Int, ignored: Int) throws {
    let result = try WayRules().attributes(of: Tags(["highway": "residential", "motor_vehicle:conditional": text]))
    #expect(result.attributes.conditions.count == kept)
    #expect(result.attributes.conditions.allSatisfy { $0.modes == .all })
    #expect(result.conditionsIgnored == ignored)
  }
}
