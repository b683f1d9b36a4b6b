extension RouteStep {
  /// The maneuver in words, English.
  ///
  /// - Parameter arrival: true for the last step of a leg, which tells where the stop is.
  public func instruction(arrival: StopSide? = nil) -> String {
    let onto = roadName.isEmpty ? "" : staysOnRoad ? " to stay on \(roadName)" : " onto \(roadName)"
    let text =
      switch maneuver {
      case .unspecified, .straight: "Continue straight" + onto
      case .depart: "Head \(departureDirection ?? "out")" + (roadName.isEmpty ? "" : " on \(roadName)")
      case .turnLeft: "Turn left" + onto
      case .turnRight: "Turn right" + onto
      case .turnSlightLeft: "Turn slightly left" + onto
      case .turnSlightRight: "Turn slightly right" + onto
      case .turnSharpLeft: "Turn sharply left" + onto
      case .turnSharpRight: "Turn sharply right" + onto
      case .uTurnLeft, .uTurnRight:
        "Make a U-turn" + (roadName.isEmpty ? "" : staysOnRoad ? " on \(roadName)" : " onto \(roadName)")
      case .rampLeft: "Take the \(isMotorwayExit ? "exit" : "ramp") on the left" + onto
      case .rampRight: "Take the \(isMotorwayExit ? "exit" : "ramp") on the right" + onto
      case .merge: "Merge" + onto
      case .forkLeft: "Keep left at the fork" + onto
      case .forkRight: "Keep right at the fork" + onto
      case .ferry: "Take the ferry" + (roadName.isEmpty ? "" : " \(roadName)")
      case .ferryTrain: "Take the car train" + (roadName.isEmpty ? "" : " \(roadName)")
      case .nameChange: "Continue" + onto
      case .roundaboutLeft, .roundaboutRight:
        roundaboutExit.map { "At the roundabout, take the \(RouteStep.ordinal($0)) exit" + onto }
          ?? "Enter the roundabout"
      }
    guard let arrival else { return text }
    return text + ". " + arrival.sentence
  }

  private static func ordinal(_ number: Int) -> String {
    switch (number % 10, number % 100) {
    case (1, let tens) where tens != 11: "\(number)st"
    case (2, let tens) where tens != 12: "\(number)nd"
    case (3, let tens) where tens != 13: "\(number)rd"
    default: "\(number)th"
    }
  }
}

/// On which side of the road a stop lies.
public enum StopSide: Hashable, Sendable {
  case left
  case right
  /// On the road itself, or not known.
  case ahead

  var sentence: String {
    switch self {
    case .left: "Your stop is on the left"
    case .right: "Your stop is on the right"
    case .ahead: "You have reached your stop"
    }
  }
}
