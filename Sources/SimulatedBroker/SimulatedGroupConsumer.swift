import Broker

/// A group member's client side: what it believes of its membership, and its positions.
///
///     none --join--> waiting --generation complete--> active --rebalance--> (revoked) waiting
///     active --unknown to the group, session or poll interval over--> (lost) none
///     any --another process has the instance id--> finished
final class SimulatedGroupConsumer: GroupConsumer {
  enum Membership: Equatable {
    case none
    case waiting(memberID: String)
    case active(memberID: String, generation: Int32)
    case finished(BrokerFailure)
    case closed
  }

  let cluster: SimulatedCluster
  let handle: HandleIdentity
  let options: GroupConsumerOptions
  var membership = Membership.none
  var topics: [String] = []
  /// Held until the handle is closed, as a C library would hold its callback.
  var listener: (any RebalanceListener)?
  var positions: [ReadPosition] = []
  private var turn = 0
  var lastPollMillis: Int64?
  var nextHeartbeatMillis: Int64 = .min

  init(_ cluster: SimulatedCluster, _ handle: HandleIdentity, _ options: GroupConsumerOptions) {
    self.cluster = cluster
    self.handle = handle
    self.options = options
  }

  func subscribe(to topics: [String], listener: any RebalanceListener) throws(BrokerFailure) {
    try cluster.call(handle, .subscribe) { (_, entry) throws(BrokerFailure) in
      if let failure = entry.failBefore { throw failure }
    }
    guard self.listener == nil, membership != .closed else { throw .fatal(.state) }
    self.topics = topics.sorted()
    self.listener = listener
  }

  func poll(into batch: inout RecordBatch, maxRecords: Int, timeout: Duration) throws(BrokerFailure) {
    batch.removeAll()
    if case .finished(let failure) = membership { throw failure }
    let entry = try cluster.call(handle, .poll, timeout: timeout) { (_, entry) throws(BrokerFailure) in
      if let failure = entry.failBefore { throw failure }
      return entry
    }
    guard let listener, membership != .closed else { throw .fatal(.state) }
    try coordinate(entry, listener)
    guard entry.isReachable else { return }
    var filled = batch
    var positions = positions
    var turn = turn
    let isolation = options.isolation
    try cluster.proceed(handle) { state in
      state.read(&positions, turn: &turn, isolation: isolation, maxRecords: maxRecords, into: &filled)
      if filled.isEmpty { state.waitInPoll(timeout) }
    }
    batch = filled
    self.positions = positions
    self.turn = turn
  }

  // MARK: Positions

  var assignment: [TopicPartition] { positions.map(\.partition) }
  var paused: Set<TopicPartition> { Set(positions.filter(\.isPaused).map(\.partition)) }

  func pause(_ partitions: [TopicPartition]) throws(BrokerFailure) { forEach(partitions) { $0.isPaused = true } }
  func resume(_ partitions: [TopicPartition]) throws(BrokerFailure) { forEach(partitions) { $0.isPaused = false } }

  func position(of partition: TopicPartition) -> Int64? { place(of: partition).flatMap { positions[$0].offset } }

  func seek(to targets: [PartitionOffset]) throws(BrokerFailure) {
    guard targets.allSatisfy({ $0.offset >= 0 }) else { throw .fatal(.invalidArgument) }
    for target in targets {
      guard let place = place(of: target.partition) else { continue }
      positions[place].offset = target.offset
      positions[place].hasFailed = false
    }
  }

  func cachedWatermarks(of partition: TopicPartition) -> Watermarks? {
    place(of: partition).flatMap { positions[$0].watermarks }
  }

  private func place(of partition: TopicPartition) -> Int? { positions.firstIndex { $0.partition == partition } }

  private func forEach(_ partitions: [TopicPartition], _ change: (inout ReadPosition) -> Void) {
    for partition in partitions {
      if let place = place(of: partition) { change(&positions[place]) }
    }
  }

  deinit {
    guard let memberID else { return }
    cluster.abandonMember(memberID, of: options.groupID)
  }
}
