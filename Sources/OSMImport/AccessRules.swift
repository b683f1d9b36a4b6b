import RoadNetwork

/// What access tags say to one mode.
enum Access: Int, Comparable {
  /// Closed.
  case no = 0
  /// Private or for destinations only: usable at the ends of a route.
  case restricted = 1
  case yes = 2

  static func < (a: Access, b: Access) -> Bool { a.rawValue < b.rawValue }

  /// The meaning of a value, which may be a list of which each part counts; nil for values that say nothing here.
  init?(_ value: String) {
    var best: Access?
    for part in value.split(separator: ";") {
      guard let access = Self.meaning(of: part.trimmed) else { continue }
      best = max(access, best ?? access)
    }
    guard let best else { return nil }
    self = best
  }

  private static func meaning(of value: Substring) -> Access? {
    switch value {
    case "yes", "designated", "permissive", "official", "public", "allowed", "discouraged", "true", "1": .yes
    case "private", "destination", "delivery", "customers", "permit", "residents", "resident", "employees", "students",
      "visitors", "permission":
      .restricted
    case "no", "agricultural", "forestry", "agricultural;forestry", "psv", "bus", "taxi", "emergency", "military",
      "hov", "foot", "bicycle", "use_sidepath", "impassable", "closed", "restricted", "false", "0", "hgv", "goods",
      "tourist_bus", "service", "psv;bicycle":
      .no
    default: nil
    }
  }
}

/// The access chain of a mode: the most specific tag that says something decides.
enum AccessRules {
  /// What the tags say to a mode in one direction; nil if they say nothing. `forward` nil is for nodes.
  static func access(_ tags: Tags, _ mode: TravelMode, forward: Bool?) -> Access? {
    for level in chain(mode) {
      if let forward, let value = tags[forward ? level.forward : level.backward], let access = Access(value) {
        return access
      }
      if let value = tags[level.both], let access = Access(value) { return access }
    }
    return nil
  }

  /// Whether a tag that is about motor vehicles, and not `access` alone, opens a way to a mode.
  static func motorAccess(_ tags: Tags, _ mode: TravelMode, forward: Bool) -> Access? {
    for level in chain(mode).dropLast() {
      if let value = tags[forward ? level.forward : level.backward] ?? tags[level.both], let access = Access(value) {
        return access
      }
    }
    return nil
  }

  /// The conditional tag that counts for a mode in one direction: the most specific one, unless a tag without
  /// condition is more specific still.
  static func conditional(_ tags: Tags, _ mode: TravelMode, forward: Bool) -> String? {
    for level in chain(mode) {
      if let text = tags[forward ? level.forwardConditional : level.backwardConditional] ?? tags[level.conditional] {
        return text
      }
      if let value = tags[forward ? level.forward : level.backward] ?? tags[level.both], Access(value) != nil {
        return nil
      }
    }
    return nil
  }

  /// The keys of one kind of vehicle.
  private struct Level {
    let both: TagKey
    let forward: TagKey
    let backward: TagKey
    let conditional: TagKey
    let forwardConditional: TagKey
    let backwardConditional: TagKey
  }

  private static func chain(_ mode: TravelMode) -> [Level] { mode == .drive ? carChain : motorcycleChain }

  private static let general = [
    Level(
      both: .motorVehicle, forward: .motorVehicleForward, backward: .motorVehicleBackward,
      conditional: .motorVehicleConditional, forwardConditional: .motorVehicleForwardConditional,
      backwardConditional: .motorVehicleBackwardConditional),
    Level(
      both: .vehicle, forward: .vehicleForward, backward: .vehicleBackward, conditional: .vehicleConditional,
      forwardConditional: .vehicleForwardConditional, backwardConditional: .vehicleBackwardConditional),
    Level(
      both: .access, forward: .accessForward, backward: .accessBackward, conditional: .accessConditional,
      forwardConditional: .accessForwardConditional, backwardConditional: .accessBackwardConditional),
  ]
  private static let carChain =
    [
      Level(
        both: .motorcar, forward: .motorcarForward, backward: .motorcarBackward, conditional: .motorcarConditional,
        forwardConditional: .motorcarForwardConditional, backwardConditional: .motorcarBackwardConditional)
    ] + general
  private static let motorcycleChain =
    [
      Level(
        both: .motorcycle, forward: .motorcycleForward, backward: .motorcycleBackward,
        conditional: .motorcycleConditional, forwardConditional: .motorcycleForwardConditional,
        backwardConditional: .motorcycleBackwardConditional)
    ] + general
}

extension StringProtocol {
  /// The text without spaces at its ends.
  var trimmed: SubSequence {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else {
      return self[startIndex..<startIndex]
    }
    return self[first...last]
  }
}
