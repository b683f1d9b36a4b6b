public import RoadNetwork

/// What the tags of a node mean for the roads through it.
public enum NodeRules {
  public static func attributes(of tags: Tags) -> NodeAttributes {
    var attributes: NodeAttributes = []
    if tags[.highway] == "traffic_signals" { attributes.formUnion(signal(tags)) }
    if tags[.highway] == "toll_gantry" { attributes.formUnion(.toll(TollRules.modesAtBooth(tags))) }
    guard let barrier = tags[.barrier], barrier != "no" else { return attributes }
    if barrier == "toll_booth" {
      attributes.insert(.tollBooth)
      attributes.formUnion(.toll(TollRules.modesAtBooth(tags)))
    }
    let isGate = gates.contains(barrier)
    // A gate said to be open to a mode is not opened for it first (osrm-backend#7334).
    if isGate, !TravelMode.allCases.contains(where: { AccessRules.access(tags, $0, forward: nil) == .yes }) {
      attributes.insert(.gate)
    }
    for mode in TravelMode.allCases {
      // What is said about the mode decides first; the kind of barrier only where nothing is said.
      switch AccessRules.access(tags, mode, forward: nil) {
      case .no: attributes.formUnion(.blocks(mode.set))
      case .restricted: attributes.formUnion(.restricts(mode.set))
      case .yes: break
      case nil: if !isGate, !passable.contains(barrier) { attributes.formUnion(.blocks(mode.set)) }
      }
    }
    return attributes
  }

  private static func signal(_ tags: Tags) -> NodeAttributes {
    switch tags[.trafficSignalsDirection] ?? tags[.direction] {
    case "forward": .signalForward
    case "backward": .signalBackward
    default: [.signalForward, .signalBackward]
    }
  }

  private static let gates: Set<String> = [
    "gate", "lift_gate", "swing_gate", "sliding_gate", "sliding_beam", "hampshire_gate", "wicket_gate",
  ]
  private static let passable: Set<String> = [
    "cattle_grid", "toll_booth", "border_control", "entrance", "height_restrictor", "width_restrictor", "arch", "kerb",
    "bump_gate", "sally_port", "coupure", "checkpoint", "rumble_strip",
  ]
}
