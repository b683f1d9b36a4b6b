import Broker

/// A broker's failure in a command's words.
enum BrokerTrouble {
  static func failure(_ failure: BrokerFailure, during activity: String) -> CommandFailure {
    CommandFailure(
      .unavailable, "\(activity) failed: \(failure)", "check bootstrap, the cluster's state and the client's rights")
  }
}
