import RoadNetwork

/// The directions in which a way may be driven by its one-way tags.
struct Directions: Equatable {
  var forward: Bool
  var backward: Bool

  static let both = Directions(forward: true, backward: true)
  static let neither = Directions(forward: false, backward: false)
}

enum OnewayRules {
  /// The directions of a way for a mode. A tag for the mode overrides the general one, which overrides what junctions
  /// and motorways imply.
  static func directions(_ tags: Tags, _ mode: TravelMode) -> Directions {
    let own: TagKey = mode == .drive ? .onewayMotorcar : .onewayMotorcycle
    for key in [own, .onewayMotorVehicle, .oneway] {
      if let value = tags[key], let directions = directions(of: value) { return directions }
    }
    let isRing = tags[.junction] == "roundabout" || tags[.junction] == "circular"
    let isMotorway = tags[.highway] == "motorway" || tags[.highway] == "motorway_link"
    return isRing || isMotorway ? Directions(forward: true, backward: false) : .both
  }

  private static func directions(of value: String) -> Directions? {
    switch value {
    case "yes", "1", "true": Directions(forward: true, backward: false)
    case "-1", "reverse": Directions(forward: false, backward: true)
    case "no", "0", "false", "alternating": .both
    // Its direction changes by the hour: without the hour nobody may count on it.
    case "reversible": .neither
    default: nil
    }
  }
}
