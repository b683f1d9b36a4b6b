import Messages
public import Routing

/// Why a report that can be read is not taken: it contradicts itself, or says nothing that a road can be.
///
/// What was in force under its key ends all the same: the log keeps only the newest record of a key, so a worker that
/// starts later would not know of it.
public enum ConditionRefusal: String, CaseIterable, Hashable, Sendable {
  case keyOfOtherSegment = "CONDITION_KEY_OF_OTHER_SEGMENT"
  case validityReversed = "CONDITION_VALIDITY_REVERSED"
  case speedOutOfRange = "CONDITION_SPEED_OUT_OF_RANGE"
  case withoutEffect = "CONDITION_WITHOUT_EFFECT"

  /// Of a change that no network is needed to judge; nil when there is nothing against it.
  ///
  /// A null value for the key would open another stretch than the one reported.
  public init?(of change: RoadConditionChange) {
    guard case .reference(let segment)? = change.update?.segment, let named = SegmentReference(key: change.key),
      named != segment
    else { return nil }
    self = .keyOfOtherSegment
  }

  /// Of an update that changed nothing (`ConditionsReport.withoutEffect`).
  public init(ofWithoutEffect update: RoadConditionUpdate?) {
    let (from, until) = (update?.validFromMillis ?? .min, update?.validUntilMillis ?? .max)
    if from >= until {
      self = .validityReversed
    } else if update?.speedKilometersPerHour != nil {
      self = .speedOutOfRange
    } else {
      self = .withoutEffect
    }
  }

  /// For people: what is wrong.
  public var text: String {
    switch self {
    case .keyOfOtherSegment: "the key names another segment than the value"
    case .validityReversed: "validUntil is not after validFrom"
    case .speedOutOfRange: "speedKph is above 300"
    case .withoutEffect: "neither closed nor a speed"
    }
  }

  /// For people: what to do.
  public var remedy: String {
    switch self {
    case .keyOfOtherSegment: "key a condition by its own segment, way:from:to in the direction of traffic"
    case .validityReversed: "send the times in their order; an empty value ends a condition"
    case .speedOutOfRange: "send kilometers an hour"
    case .withoutEffect: "send closed or speedKph; an empty value ends a condition"
    }
  }
}
