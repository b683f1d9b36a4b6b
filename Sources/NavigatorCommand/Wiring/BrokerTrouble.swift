import Broker

/// A broker's failure in a command's words.
enum BrokerTrouble {
  static func failure(_ failure: BrokerFailure, during activity: String) -> CommandFailure {
    guard !unanswered.contains(failure.code) else {
      return CommandFailure(
        .unavailable, "\(activity) failed: no broker answered",
        "check bootstrap, that the cluster runs, and its security settings; the client says \(failure.code)")
    }
    return CommandFailure(
      .unavailable, "\(activity) failed: \(failure.code)", "check the cluster's state and the client's rights")
  }

  /// Codes of a client that found nobody to talk to.
  private static let unanswered: Set<BrokerCode> = [.transport, .timedOut, .allBrokersDown, BrokerCode("_RESOLVE")]
}
