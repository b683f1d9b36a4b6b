/// What a driver does at the begin of a step. Raw values are those of the Routes API.
public enum Maneuver: UInt8, Hashable, Sendable, CaseIterable {
  case unspecified = 0
  case turnSlightLeft = 1
  case turnSharpLeft = 2
  case uTurnLeft = 3
  case turnLeft = 4
  case turnSlightRight = 5
  case turnSharpRight = 6
  case uTurnRight = 7
  case turnRight = 8
  case straight = 9
  case rampLeft = 10
  case rampRight = 11
  case merge = 12
  case forkLeft = 13
  case forkRight = 14
  case ferry = 15
  case ferryTrain = 16
  case roundaboutLeft = 17
  case roundaboutRight = 18
  case depart = 19
  case nameChange = 20

  /// The turn of an angle: right positive, degrees. The bands are those of the Navigation SDK's lane shapes: slight
  /// from 10, plain from 45, sharp from 135.
  init(turnAngle angle: Int) {
    switch abs(angle) {
    case ..<10: self = .straight
    case ..<45: self = angle > 0 ? .turnSlightRight : .turnSlightLeft
    case ..<135: self = angle > 0 ? .turnRight : .turnLeft
    default: self = angle > 0 ? .turnSharpRight : .turnSharpLeft
    }
  }
}
