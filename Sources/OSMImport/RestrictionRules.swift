public import RoadNetwork

/// A member of a relation.
public struct OSMMember: Hashable, Sendable {
  public enum Kind: UInt8, Hashable, Sendable {
    case node = 1
    case way = 2
    case relation = 3
  }

  public var kind: Kind
  public var id: Int64
  public var role: String

  public init(kind: Kind, id: Int64, role: String) {
    self.kind = kind
    self.id = id
    self.role = role
  }
}

/// What a restriction relation means.
public enum RestrictionRules {
  /// Why a relation gives no restriction.
  public enum Rejection: Error, Hashable, Sendable {
    case notARestriction
    /// The value names no turn.
    case unknownKind
    /// It is for other vehicles.
    case otherMode
    case incomplete
    case conditionNotATime
  }

  /// The restrictions of a relation: one, or several where modes differ or there are several conditions.
  public static func restrictions(of tags: Tags, members: [OSMMember]) throws(Rejection) -> [TurnRestriction] {
    guard let type = tags[.type], type == "restriction" || type.hasPrefix("restriction:") else {
      throw .notARestriction
    }
    // The older way of naming the vehicles: `type=restriction:motorcycle` with a plain `restriction`.
    let named = type.hasPrefix("restriction:") ? vehicles[String(type.dropFirst("restriction:".count))] : .all
    let oldCondition = oldCondition(tags)
    let isOldConditionATime = oldCondition.map { TimeCondition($0) != nil } ?? true
    var ignoredCondition = false
    var parts: [(value: String, modes: ModeSet, condition: String?)] = []
    for (key, modes) in keys {
      guard let value = tags[key] else { continue }
      let modes = key == .restriction ? modes.intersection(named ?? []) : modes
      if modes.isEmpty { continue }
      if isOldConditionATime { parts.append((value, modes, oldCondition)) } else { ignoredCondition = true }
    }
    for (key, modes) in conditionalKeys {
      guard let text = tags[key] else { continue }
      for part in ConditionalValue.parse(text) {
        if part.isTime { parts.append((part.value, modes, part.condition)) } else { ignoredCondition = true }
      }
    }
    guard !parts.isEmpty else { throw ignoredCondition ? .conditionNotATime : .otherMode }
    let excepted = exceptedModes(tags[.except])
    let from = members.filter { $0.role == "from" && $0.kind == .way }.map(\.id)
    let to = members.filter { $0.role == "to" && $0.kind == .way }.map(\.id)
    guard !from.isEmpty, !to.isEmpty, let via = via(members) else { throw .incomplete }
    var restrictions: [TurnRestriction] = []
    var isKnown = false
    for part in parts {
      for value in part.value.split(separator: ";") {
        guard let (kind, shape) = meaning(of: value.trimmed) else { continue }
        isKnown = true
        let modes = part.modes.subtracting(excepted)
        guard !modes.isEmpty else { continue }
        restrictions.append(
          TurnRestriction(
            kind: kind, shape: shape, modes: modes, from: from, via: via, to: to, condition: part.condition))
      }
    }
    guard isKnown else { throw .unknownKind }
    guard !restrictions.isEmpty else { throw .otherMode }
    return restrictions
  }

  private static let keys: [(TagKey, ModeSet)] = [
    (.restriction, .all), (.restrictionVehicle, .all), (.restrictionMotorVehicle, .all),
    (.restrictionMotorcar, .drive), (.restrictionMotorcycle, .twoWheeler),
  ]
  private static let vehicles: [String: ModeSet] = [
    "vehicle": .all, "motor_vehicle": .all, "motorcar": .drive, "motorcycle": .twoWheeler, "conditional": .all,
  ]
  private static let conditionalKeys: [(TagKey, ModeSet)] = [
    (.restrictionConditional, .all), (.restrictionVehicleConditional, .all),
    (.restrictionMotorVehicleConditional, .all), (.restrictionMotorcarConditional, .drive),
    (.restrictionMotorcycleConditional, .twoWheeler),
  ]

  private static func meaning(of value: Substring) -> (TurnRestriction.Kind, TurnRestriction.Shape)? {
    let kind: TurnRestriction.Kind
    let rest: Substring
    if value.hasPrefix("no_") {
      (kind, rest) = (.no, value.dropFirst(3))
    } else if value.hasPrefix("only_") {
      (kind, rest) = (.only, value.dropFirst(5))
    } else {
      return nil
    }
    switch rest {
    case "left_turn": return (kind, .left)
    case "right_turn": return (kind, .right)
    case "straight_on": return (kind, .straight)
    case "u_turn": return (kind, .uTurn)
    case "entry", "exit": return kind == .no ? (kind, .any) : nil
    default: return nil
    }
  }

  private static func via(_ members: [OSMMember]) -> TurnRestriction.Via? {
    let via = members.filter { $0.role == "via" }
    let ways = via.filter { $0.kind == .way }.map(\.id)
    if !ways.isEmpty { return ways.count <= 16 ? .ways(ways) : nil }
    let nodes = via.filter { $0.kind == .node }
    return nodes.count == 1 ? .node(nodes[0].id) : nil
  }

  private static func exceptedModes(_ value: String?) -> ModeSet {
    var modes: ModeSet = []
    for part in (value ?? "").split(separator: ";") {
      switch part.trimmed {
      case "motorcar": modes.insert(.drive)
      case "motorcycle": modes.insert(.twoWheeler)
      case "motor_vehicle", "vehicle": modes = .all
      default: break
      }
    }
    return modes
  }

  /// The older way of writing hours, with tags of their own; a beginning without an end gives a text that is no time.
  private static func oldCondition(_ tags: Tags) -> String? {
    let days = span(tags[.dayOn]?.prefix(2), tags[.dayOff]?.prefix(2))
    let hours = span(tags[.hourOn]?[...], tags[.hourOff]?[...])
    let spans = [days, hours].compactMap(\.self)
    return spans.isEmpty ? nil : spans.joined(separator: " ")
  }

  private static func span(_ on: Substring?, _ off: Substring?) -> String? {
    on == nil && off == nil ? nil : "\(on ?? "?")-\(off ?? "?")"
  }
}
