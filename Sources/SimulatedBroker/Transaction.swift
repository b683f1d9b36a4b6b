import Broker

/// The coordinator's record of one transactional id.
///
///     empty --first partition or offsets--> ongoing --decided--> completing --markers written--> completed
struct Transaction {
  enum Phase: Equatable {
    case empty
    case ongoing(sinceMillis: Int64)
    case completing(commits: Bool, dueMillis: Int64)
    case completed(commits: Bool)
  }

  let id: String
  var producerID: Int64
  var epoch: Int16
  var timeoutMillis: Int64
  var phase = Phase.empty
  /// Logs with records of the transaction, by their number in the cluster.
  var logs: [Int] = []
  /// Groups with offsets in the transaction, by their number in the cluster.
  var groups: [Int] = []

  /// Whether a producer with this id and epoch is the one that counts.
  func isCurrent(producerID: Int64, epoch: Int16) -> Bool { self.producerID == producerID && self.epoch == epoch }
}
