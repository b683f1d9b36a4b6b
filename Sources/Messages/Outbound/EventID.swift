public import Navigator

/// The ids of events: the same on every replay of the same log.
public enum EventID {
  /// `location-updates/3/1024/0`: input topic by its short name, partition, offset, and which output of it; for a
  /// deadline `…/1024/dwell@1777622400000/0`, of the record that armed it.
  ///
  /// - Parameter index: counts the outputs of one cause from 0.
  public static func text(_ cause: OutputCause, index: Int) -> String {
    switch cause {
    case .record(let origin): "\(text(origin))/\(index)"
    case .timer(let name, let origin, let deadline): "\(text(origin))/\(name.text)@\(deadline)/\(index)"
    }
  }

  private static func text(_ origin: InputOrigin) -> String {
    "\(origin.topic.role.rawValue)/\(origin.partition)/\(origin.offset)"
  }
}

extension InputTopic {
  /// The topic's place in the catalogue.
  public var role: TopicRole {
    switch self {
    case .roadConditions: .roadConditions
    case .locationUpdates: .locationUpdates
    case .routeAssignments: .routeAssignments
    }
  }
}
