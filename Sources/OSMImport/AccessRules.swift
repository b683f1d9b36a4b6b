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
    case "no", "agricultural", "forestry", "psv", "bus", "taxi", "emergency", "military",
      "hov", "foot", "bicycle", "use_sidepath", "impassable", "closed", "restricted", "false", "0", "hgv", "goods",
      "tourist_bus", "service":
      .no
    default: nil
    }
  }
}

/// The access chain of a mode: the most specific tag that says something decides.
enum AccessRules {
  /// What the tags say to a mode in one direction; nil if they say nothing. `forward` nil is for nodes.
  static func access(_ tags: Tags, _ mode: TravelMode, forward: Bool?) -> Access? {
    first(of: chain(mode)) { $0.access(tags, forward: forward) }
  }

  /// Whether a tag that is about motor vehicles, and not `access` alone, opens a way to a mode.
  static func motorAccess(_ tags: Tags, _ mode: TravelMode, forward: Bool) -> Access? {
    first(of: chain(mode).dropLast()) { $0.access(tags, forward: forward) }
  }

  /// The conditional tag that counts for a mode in one direction: the most specific one, unless a tag without
  /// condition is more specific still.
  static func conditional(_ tags: Tags, _ mode: TravelMode, forward: Bool) -> String? {
    for level in chain(mode) {
      if let text = level.conditional(tags, forward: forward) { return text }
      if level.access(tags, forward: forward) != nil { return nil }
    }
    return nil
  }

  private static func first<Levels: Sequence<Level>>(of levels: Levels, _ says: (Level) -> Access?) -> Access? {
    for level in levels {
      if let access = says(level) { return access }
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

    /// What the tag of the direction says, and where it says nothing that of both.
    func access(_ tags: Tags, forward: Bool?) -> Access? {
      if let forward, let access = tags[forward ? self.forward : backward].flatMap({ Access($0) }) { return access }
      return tags[both].flatMap { Access($0) }
    }

    func conditional(_ tags: Tags, forward: Bool) -> String? {
      tags[forward ? forwardConditional : backwardConditional] ?? tags[conditional]
    }
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
