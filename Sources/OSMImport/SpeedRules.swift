import RoadNetwork

/// Legal limits and the speeds that are really driven.
///
/// The values lie between those of OSRM's car profile and Valhalla (class speeds, part of the limit, caps).
enum SpeedRules {
  /// Free-flow speed of a class without a limit, in kilometres an hour.
  static func classSpeed(_ roadClass: RoadClass, isLink: Bool) -> Double {
    switch (roadClass, isLink) {
    case (.motorway, false): 95
    case (.motorway, true): 50
    case (.trunk, false): 85
    case (.trunk, true): 45
    case (.primary, false): 65
    case (.primary, true): 35
    case (.secondary, false): 55
    case (.secondary, true): 30
    case (.tertiary, false): 43
    case (.tertiary, true): 25
    case (.unclassified, _): 30
    case (.residential, _): 27
    case (.livingStreet, _): 10
    case (.service, _): 16
    case (.track, _): 12
    case (.path, _): 8
    case (.ferry, _): 15
    }
  }

  /// The part that is driven of a legal limit, or of what is said where there is none.
  static let limitFactor = 0.83

  /// The part of the speed that is left where both directions share one lane and wait for each other.
  static let sharedLaneFactor = 0.75

  /// The free-flow speed of a way in kilometres an hour. `sharesLane`: one lane serves both directions.
  static func freeFlow(
    _ tags: Tags, _ roadClass: RoadClass, isLink: Bool, said: SaidSpeed?, sharesLane: Bool = false
  ) -> Double {
    var speed = classSpeed(roadClass, isLink: isLink)
    if let said {
      let driven = said.kilometersPerHour * limitFactor
      speed = limitSays(tags, roadClass) ? driven : min(speed, driven)
    }
    // On the greater roads one lane is a mistake more often than a road, and on the least ones it is in the class's speed.
    if sharesLane, roadClass > .trunk, roadClass < .livingStreet { speed *= sharedLaneFactor }
    if let advice = tags[.maxspeedAdvisory].flatMap({ MaxSpeed.said($0, .unknown) }) {
      speed = min(speed, advice.kilometersPerHour)
    }
    return max(3, min(speed, serviceCap(tags), surfaceCap(tags)))
  }

  /// Whether a limit tells how fast a road is driven: not that a parking aisle is a street, but that an access road with a
  /// limit of its own is one.
  private static func limitSays(_ tags: Tags, _ roadClass: RoadClass) -> Bool {
    roadClass < .livingStreet || (roadClass == .service && tags[.service] == nil)
  }

  private static func serviceCap(_ tags: Tags) -> Double {
    switch tags[.service] {
    case "alley", "driveway", "parking_aisle", "drive-through", "parking": 8
    default: 140
    }
  }

  private static func surfaceCap(_ tags: Tags) -> Double {
    min(surface(tags[.surface]), smoothness(tags[.smoothness]), trackType(tags[.tracktype]))
  }

  private static func surface(_ value: String?) -> Double {
    switch value {
    case "cement", "compacted", "fine_gravel": 80
    case "paving_stones", "metal", "bricks": 60
    case "unpaved", "grass_paver", "grass", "dirt", "ground", "gravel", "pebblestone", "sett", "wood", "tartan": 40
    case "cobblestone", "unhewn_cobblestone", "clay": 30
    case "earth", "rock", "rocky", "stone", "stepping_stones", "sand": 20
    case "mud": 10
    default: 140
    }
  }

  private static func smoothness(_ value: String?) -> Double {
    switch value {
    case "intermediate": 80
    case "bad": 40
    case "very_bad": 20
    case "horrible": 10
    case "very_horrible", "impassable": 5
    default: 140
    }
  }

  private static func trackType(_ value: String?) -> Double {
    switch value {
    case "grade1": 60
    case "grade2": 40
    case "grade3": 30
    case "grade4": 25
    case "grade5": 20
    default: 140
    }
  }

  /// Surfaces that avoiding unpaved roads is about.
  static func isUnpaved(_ tags: Tags) -> Bool {
    switch tags[.surface] {
    case "unpaved", "dirt", "earth", "ground", "gravel", "fine_gravel", "pebblestone", "sand", "mud", "grass", "rock",
      "compacted":
      true
    case nil: ["grade3", "grade4", "grade5"].contains(tags[.tracktype])
    default: false
    }
  }
}
