import RoadNetwork

/// Who pays, on ways and at booths alike.
enum TollRules {
  /// The modes that pay by a way's tags.
  static func modes(_ tags: Tags) -> ModeSet { modes(tags, otherwise: false) }

  /// The modes that pay at a booth: all, unless it says otherwise.
  static func modesAtBooth(_ tags: Tags) -> ModeSet { modes(tags, otherwise: true) }

  private static func modes(_ tags: Tags, otherwise: Bool) -> ModeSet {
    var modes: ModeSet = []
    for mode in TravelMode.allCases {
      let own: TagKey = mode == .drive ? .tollMotorcar : .tollMotorcycle
      let said = [own, .tollMotorVehicle, .toll].lazy.compactMap { tags[$0] }.first
      if said.map({ $0 != "no" }) ?? otherwise { modes.insert(mode.set) }
    }
    return modes
  }
}
