import Broker

/// The handle; all state is the cluster's.
final class SimulatedAdmin: BrokerAdmin {
  private let cluster: SimulatedCluster
  private let handle: HandleIdentity

  init(_ cluster: SimulatedCluster, _ handle: HandleIdentity) {
    self.cluster = cluster
    self.handle = handle
  }

  func createTopics(_ topics: [NewTopic], timeout: Duration) throws(BrokerFailure) -> [BrokerCode?] {
    try cluster.call(handle, .createTopics, timeout: timeout) { (state, entry) throws(BrokerFailure) in
      try entry.check()
      return topics.map { state.createTopic($0) }
    }
  }

  func describeTopics(_ names: [String], timeout: Duration) throws(BrokerFailure) -> [TopicDescription?] {
    try cluster.call(handle, .describeTopics, timeout: timeout) { (state, entry) throws(BrokerFailure) in
      try entry.check()
      return names.map { name in
        state.topicNumbers[name].map { number in
          TopicDescription(
            name: name, partitionCount: Int32(state.topics[number].logs.count),
            configuration: state.topics[number].configuration)
        }
      }
    }
  }

  func listTopics(timeout: Duration) throws(BrokerFailure) -> [String] {
    try cluster.call(handle, .listTopics, timeout: timeout) { (state, entry) throws(BrokerFailure) in
      try entry.check()
      return state.topics.map(\.name).filter { !$0.hasPrefix("__") }.sorted()
    }
  }

  func close(timeout: Duration) throws(BrokerFailure) {
    try cluster.call(handle, .closeAdmin, timeout: timeout) { (_, _) in }
  }
}
