import Broker

/// Reads logs in no group; its positions are its own.
final class SimulatedLogReader: LogReader {
  private let cluster: SimulatedCluster
  private let handle: HandleIdentity
  private let isolation: IsolationLevel
  private var positions: [ReadPosition] = []
  private var turn = 0

  init(_ cluster: SimulatedCluster, _ handle: HandleIdentity, _ isolation: IsolationLevel) {
    self.cluster = cluster
    self.handle = handle
    self.isolation = isolation
  }

  func assign(_ positions: [PartitionOffset]) throws(BrokerFailure) {
    self.positions = try cluster.call(handle, .assignReader) { (_, entry) throws(BrokerFailure) in
      if let failure = entry.failBefore { throw failure }
      guard positions.allSatisfy({ $0.offset >= 0 }) else { throw .fatal(.invalidArgument) }
      return positions.map { ReadPosition(partition: $0.partition, offset: $0.offset) }
    }
    turn = 0
  }

  func poll(into batch: inout RecordBatch, maxRecords: Int, timeout: Duration) throws(BrokerFailure) {
    batch.removeAll()
    var filled = batch
    var positions = positions
    var turn = turn
    let isolation = isolation
    try cluster.call(handle, .pollReader, timeout: timeout) { (state, entry) throws(BrokerFailure) in
      if let failure = entry.failBefore { throw failure }
      if !entry.isReachable { return }
      state.read(&positions, turn: &turn, isolation: isolation, maxRecords: maxRecords, into: &filled)
      if filled.isEmpty { state.waitInPoll(timeout) }
    }
    batch = filled
    self.positions = positions
    self.turn = turn
  }

  func position(of partition: TopicPartition) -> Int64? {
    positions.first { $0.partition == partition }?.offset
  }

  func watermarks(of partition: TopicPartition, timeout: Duration) throws(BrokerFailure) -> Watermarks {
    try cluster.call(handle, .readerWatermarks, timeout: timeout) { (state, entry) throws(BrokerFailure) in
      try entry.check()
      return try state.watermarks(of: partition)
    }
  }

  func close(timeout: Duration) throws(BrokerFailure) {
    positions.removeAll()
    try cluster.call(handle, .closeReader, timeout: timeout) { (_, _) in }
  }
}

extension ClusterState {
  func watermarks(of partition: TopicPartition) throws(BrokerFailure) -> Watermarks {
    guard let log = log(of: partition) else { throw .fatal(.unknownTopicOrPartition) }
    return logs[log].watermarks
  }

  mutating func waitInPoll(_ timeout: Duration) {
    if settings.waiting == .movesTheClock { advance(by: timeout) }
  }
}
