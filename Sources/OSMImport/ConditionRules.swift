import RoadNetwork

/// What the conditional tags of a way say: closures at times are kept, of all others only the number.
///
/// A condition that *opens* a closed way is ignored: the way stays closed, as it is without a time.
struct ConditionRules {
  private(set) var kept: [RoadCondition] = []
  private(set) var ignored = 0
  let ignoredSpeeds: Int

  init(_ tags: Tags) {
    ignoredSpeeds =
      [TagKey.maxspeedConditional, .maxspeedForwardConditional, .maxspeedBackwardConditional]
      .filter { tags[$0] != nil }.count
    var ignored: Set<String> = []
    var closures: [Closure] = []
    for mode in TravelMode.allCases {
      for forward in [true, false] {
        guard let text = AccessRules.conditional(tags, mode, forward: forward) else { continue }
        for part in ConditionalValue.parse(text) {
          guard let access = Access(part.value), access < .yes, part.isTime else {
            ignored.insert(part.value + "@" + part.condition)
            continue
          }
          Self.add(part.condition, access, mode, forward: forward, to: &closures)
        }
      }
    }
    // A direction that changes by the hour: the constant tag holds.
    self.ignored = ignored.count + (tags[.onewayConditional] == nil ? 0 : 1)
    kept = closures.flatMap(\.conditions)
  }

  private struct Closure {
    var condition: String
    var access: Access
    var forward: ModeSet = []
    var backward: ModeSet = []

    var conditions: [RoadCondition] {
      let isForDestinations = access == .restricted
      if forward == backward {
        return [RoadCondition(modes: forward, isForDestinations: isForDestinations, condition: condition)]
      }
      return [(forward, true), (backward, false)].filter { !$0.0.isEmpty }.map { modes, isForward in
        RoadCondition(
          modes: modes, forward: isForward, backward: !isForward, isForDestinations: isForDestinations,
          condition: condition)
      }
    }
  }

  private static func add(
    _ condition: String, _ access: Access, _ mode: TravelMode, forward: Bool, to closures: inout [Closure]
  ) {
    let known = closures.firstIndex { $0.condition == condition && $0.access == access }
    if known == nil { closures.append(Closure(condition: condition, access: access)) }
    let index = known ?? closures.count - 1
    if forward {
      closures[index].forward.insert(mode.set)
    } else {
      closures[index].backward.insert(mode.set)
    }
  }
}
