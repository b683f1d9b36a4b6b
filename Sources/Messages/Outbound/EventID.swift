public import Navigator

/// The ids of events: the same on every replay of the same log.
public enum EventID {
  /// `location-updates/3/1024/0`: input topic by its short name, partition, offset, and which output of it; for a
  /// deadline `…/1024/dwell@1777622400000/0`, of the record that armed it. One road condition concerns many vehicles and
  /// arms deadlines of many: the vehicle's id ends those ids, `road-conditions/0/12/0/taxi-2`.
  ///
  /// - Parameters:
  ///   - index: counts the outputs of one cause from 0.
  ///   - vehicleID: of the vehicle that the event is about.
  public static func text(_ cause: OutputCause, index: Int, vehicleID: String) -> String {
    let (origin, place) =
      switch cause {
      case .record(let origin): (origin, text(origin))
      case .timer(let name, let origin, let deadline): (origin, "\(text(origin))/\(name.text)@\(deadline)")
      }
    return "\(place)/\(index)" + (origin.topic == .roadConditions ? "/\(vehicleID)" : "")
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
