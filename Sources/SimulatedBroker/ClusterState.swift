import Broker

/// The whole cluster as one value: logs, coordinators, the clients' queues, the clock and what goes wrong.
struct ClusterState: Sendable {
  let settings: SimulationSettings
  var nowNanoseconds: Int64 = 0
  var topics: [SimulatedTopic] = []
  var logs: [PartitionLog] = []
  var topicNumbers: [String: Int] = [:]
  var partitionCounts: [String: Int32] = [:]
  var transactions: [Transaction] = []
  var transactionNumbers: [String: Int] = [:]
  var groups: [ConsumerGroup] = []
  var groupNumbers: [String: Int] = [:]
  var processes: [ProcessState] = []
  var producers: [ProducerClient] = []
  var nextProducerID: Int64 = 1_000
  var nextHandle = 1
  var injector: FaultInjector
  /// Commits and aborts under way.
  var travelling: [TravellingDecision] = []
  var downSinceMillis: Int64?
  var calls: [CallRecord] = []
  var random: SplitMix
  var tickedMillis: Int64 = .min

  struct TravellingDecision: Sendable {
    var dueMillis: Int64
    var transaction: Int
    var producerID: Int64
    var epoch: Int16
    var commits: Bool
  }

  init(settings: SimulationSettings, plan: FaultPlan) {
    self.settings = settings
    injector = FaultInjector(plan)
    random = SplitMix(seed: settings.readOrderSeed ?? 0)
  }

  var nowMillis: Int64 { settings.startMillis.saturatingSum(nowNanoseconds / 1_000_000) }

  // MARK: The broker's machine

  mutating func stop() {
    if downSinceMillis == nil { downSinceMillis = nowMillis }
  }

  /// The broker is back: its coordinators give every member a whole session from now.
  mutating func start() {
    downSinceMillis = nil
    // What fell due meanwhile is carried out by the next tick.
    tickedMillis = .min
    let now = nowMillis
    for group in groups.indices {
      for member in groups[group].members.indices where groups[group].members[member].silentSinceMillis != nil {
        groups[group].members[member].silentSinceMillis = now
      }
    }
  }

  // MARK: Topics

  mutating func createTopic(_ topic: NewTopic) -> BrokerCode? {
    if topicNumbers[topic.name] != nil { return .topicAlreadyExists }
    guard topic.partitionCount > 0 else { return .invalidPartitions }
    let first = logs.count
    for _ in 0..<topic.partitionCount { logs.append(PartitionLog()) }
    topicNumbers[topic.name] = topics.count
    topics.append(SimulatedTopic(topic, logs: Array(first..<logs.count)))
    partitionsChanged(topic.name)
    return nil
  }

  mutating func setPartitionCount(_ name: String, to count: Int32) {
    guard let number = topicNumbers[name] else { return }
    while topics[number].logs.count < count {
      topics[number].logs.append(logs.count)
      logs.append(PartitionLog())
    }
    partitionsChanged(name)
  }

  /// Groups that subscribe to the topic share its partitions out again.
  private mutating func partitionsChanged(_ name: String) {
    partitionCounts[name] = topicNumbers[name].map { Int32(topics[$0].logs.count) }
    for number in groups.indices
    where groups[number].phase == .stable && groups[number].members.contains(where: { $0.topics.contains(name) }) {
      groups[number].prepare(nowMillis)
    }
  }

  func log(of partition: TopicPartition) -> Int? {
    guard let number = topicNumbers[partition.topic] else { return nil }
    let place = Int(partition.partition)
    return topics[number].logs.indices.contains(place) ? topics[number].logs[place] : nil
  }

  mutating func group(named name: String) -> Int {
    if let number = groupNumbers[name] { return number }
    groupNumbers[name] = groups.count
    groups.append(ConsumerGroup(name: name))
    return groups.count - 1
  }

  // MARK: Processes

  mutating func kill(_ process: Int, sendingQueued: Bool = false) {
    guard !processes[process].isKilled else { return }
    if sendingQueued && isReachable(process) {
      for producer in producers.indices where producers[producer].process == process {
        // The dying process sees no outcome, good or bad.
        try? send(producer)
      }
    }
    processes[process].isKilled = true
    silence(process)
  }

  /// Heartbeats of a process end.
  mutating func silence(_ process: Int) {
    forEachMember(of: process) { member, now in member.silentSinceMillis = member.silentSinceMillis ?? now }
  }

  /// Heartbeats of a process go on, unless something else keeps it silent.
  mutating func unsilence(_ process: Int) {
    guard !processes[process].isSilent else { return }
    forEachMember(of: process) { member, _ in
      if !member.isAbandoned { member.silentSinceMillis = nil }
    }
  }

  private mutating func forEachMember(of process: Int, _ change: (inout ConsumerGroup.Member, Int64) -> Void) {
    let now = nowMillis
    for group in groups.indices {
      for member in groups[group].members.indices where groups[group].members[member].process == process {
        change(&groups[group].members[member], now)
      }
    }
  }

  func isReachable(_ process: Int) -> Bool { unreachableSinceMillis(process) == nil }

  func unreachableSinceMillis(_ process: Int) -> Int64? {
    switch (downSinceMillis, processes[process].cutSinceMillis) {
    case (let down?, let cut?): min(down, cut)
    case (let since?, nil), (nil, let since?): since
    case (nil, nil): nil
    }
  }
}

/// SplitMix64 (Steele, Lea, Flood 2014): small, seeded, the same on every machine.
struct SplitMix: RandomNumberGenerator, Sendable {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  /// A number below `bound` (above zero); the small bias does not matter here.
  mutating func below(_ bound: Int) -> Int { Int(truncatingIfNeeded: next() % UInt64(bound)) }
}
