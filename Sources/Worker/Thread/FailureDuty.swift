import Broker

/// What a stream thread does about a failure that cost it a handle.
enum FailureDuty: Equatable {
  /// Another process has this identity: going on would fence it in turn.
  case leaveToTheOther
  /// Replace the handles; counts against the budget.
  case replaceCounted
  /// Replace the handles and rejoin; a slow member's fate or a broker that was away, not a fight over an identity.
  case rejoin

  init(_ failure: BrokerFailure) {
    if case .retriable = failure {
      self = .rejoin
      return
    }
    switch failure.code {
    case .fencedInstanceID: self = .leaveToTheOther
    case .illegalGeneration, .unknownMemberID: self = .rejoin
    default: self = .replaceCounted
    }
  }
}
