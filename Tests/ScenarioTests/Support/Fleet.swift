import Broker
import Messages
import Observability
import SimulatedBroker
import TestSupport
import Worker

/// The simulation's time for a worker.
struct SimulatedClock: WorkerClock {
  let cluster: SimulatedCluster
  var wallMillis: Int64 { cluster.nowMillis }
  var steadyMillis: Int64 { cluster.nowMillis }
  func pause(milliseconds: Int64) {}
}

/// A cluster and the workers on it, run in turns by a seed in one thread.
final class Fleet<Processor: TaskProcessor> {
  struct Member {
    var name: String
    var instance: String
    var threads: [StreamThread<Processor>]
    var stop: StopSignal
    var isFrozen = false
  }

  let cluster: SimulatedCluster
  let topics: WorkerTopics
  let duty: ThreadDuty
  var settings: WorkerSettings
  var members: [Member] = []
  /// How threads ended, by worker.
  private(set) var ends: [(worker: String, end: ThreadEnd)] = []
  /// Called after each step with the member's place.
  var afterStep: ((Int) -> Void)?
  let metrics = MetricRegistry(WorkerMetrics.all)
  let sessionBudget: SessionBudget
  let health = HealthBoard(threadTimeoutMillis: 60_000, partitionTimeoutMillis: 120_000)
  private var random: SeededRandom
  private let makeProcessor: () -> Processor

  init(
    seed: UInt64, partitions: Int32 = 2, cluster: SimulatedCluster? = nil, settings: WorkerSettings = .scenario,
    duty: ThreadDuty = .navigation, sessionBudget: SessionBudget = SessionBudget(), processor: @escaping () -> Processor
  ) {
    self.cluster = cluster ?? SimulatedCluster()
    self.settings = settings
    self.duty = duty
    self.sessionBudget = sessionBudget
    random = SeededRandom(seed: seed)
    makeProcessor = processor
    topics = WorkerTopics(
      catalogue: TopicCatalogue(), partitionCount: partitions, deadLetterPartitionCount: partitions,
      conditionsPartitionCount: 1)
    for role in TopicRole.allCases {
      self.cluster.createTopic(
        topics.catalogue.name(of: role), partitions: role == .roadConditions ? 1 : partitions,
        configuration: ["cleanup.policy": role.cleanup.rawValue])
    }
  }

  func start(_ name: String, instance: String? = nil, threads: Int = 1) {
    let broker = cluster.process(named: name)
    var settings = settings
    settings.instanceID = instance ?? name
    let stop = StopSignal()
    let context = ThreadContext(
      broker: broker, settings: settings, topics: topics, clock: SimulatedClock(cluster: cluster), metrics: metrics,
      health: health, sessionBudget: sessionBudget)
    members.append(
      Member(
        name: name, instance: settings.instanceID,
        threads: (0..<threads).map { index in
          StreamThread(
            index: index, duty: duty, context: context, processor: makeProcessor(), stop: stop)
        }, stop: stop))
  }

  /// Forgets a worker whose process is dead, and starts it again under the same identity.
  func restartKilled() {
    for index in members.indices.reversed() where cluster.isKilled(members[index].name) {
      let dead = members.remove(at: index)
      start(dead.name, instance: dead.instance, threads: dead.threads.count)
    }
  }

  /// What a supervisor does with a worker that gave up: starts it again under the same identity.
  func restartEnded() {
    for index in members.indices.reversed()
    where members[index].threads.allSatisfy({ $0.end.map { $0.exit != .drained } ?? false }) {
      let ended = members.remove(at: index)
      cluster.kill(ended.name)
      start(ended.name, instance: ended.instance, threads: ended.threads.count)
    }
  }

  /// SIGTERM.
  func stop(_ name: String) { members.first { $0.name == name }?.stop.raise() }

  func freeze(_ name: String, _ isFrozen: Bool) {
    if isFrozen { cluster.freeze(name) } else { cluster.thaw(name) }
    for index in members.indices where members[index].name == name { members[index].isFrozen = isFrozen }
  }

  /// One thread of one worker makes a pass, then a little time goes by.
  func step(advancing milliseconds: Int64 = 5) {
    let awake = members.indices.filter { !members[$0].isFrozen }
    if !awake.isEmpty {
      let index = awake[random.int(below: awake.count)]
      let thread = random.int(below: members[index].threads.count)
      let hadEnded = members[index].threads[thread].end != nil
      if let end = members[index].threads[thread].step(), !hadEnded {
        ends.append((members[index].name, end))
      }
      afterStep?(index)
    }
    cluster.advance(by: .milliseconds(milliseconds))
  }

  /// Steps until the group has committed all input, or the limit of steps is reached.
  @discardableResult
  func run(maxSteps: Int = 20_000, restarting: Bool = true, until isDone: (() -> Bool)? = nil) -> Bool {
    for _ in 0..<maxSteps {
      if restarting { restartKilled() }
      step()
      if isDone?() ?? isCaughtUp { return true }
    }
    return false
  }

  /// A minute passes without records: what is left of deadlines fires by the clock.
  func letTimersPass() {
    for _ in 0..<300 { step(advancing: 200) }
  }

  /// All input is committed.
  var isCaughtUp: Bool {
    let committed = Dictionary(
      uniqueKeysWithValues: cluster.committedOffsets(of: settings.applicationID + duty.groupSuffix).map {
        ($0.partition, $0.offset)
      })
    for name in duty.inputs.map({ topics.catalogue.name(of: $0) }) {
      for partition in 0..<topics.partitionCount {
        let place = TopicPartition(topic: name, partition: partition)
        guard let ends = cluster.watermarks(place) else { return false }
        if ends.high > ends.low, committed[place] ?? 0 < ends.high { return false }
      }
    }
    return true
  }

  /// What a read_committed reader sees in every event topic, partition by partition.
  var published: [TopicPartition: [Record]] {
    var all: [TopicPartition: [Record]] = [:]
    for role in TopicRole.allCases where role.direction == .output && role != .workerStatus {
      for partition in 0..<topics.partitionCount {
        let place = TopicPartition(topic: topics.catalogue.name(of: role), partition: partition)
        all[place] = cluster.records(place)
      }
    }
    return all
  }
}

extension WorkerSettings {
  /// Short times, so that a scenario sees many commits.
  static var scenario: WorkerSettings {
    var settings = WorkerSettings()
    settings.commitIntervalMillis = 20
    settings.passRecords = 7
    settings.restoreRecords = 5
    settings.commitBoundMillis = 5_000
    settings.transactionTimeoutMillis = 10_000
    settings.sessionTimeoutMillis = 10_000
    settings.maxPollIntervalMillis = 60_000
    return settings
  }
}

extension SeededRandom {
  /// A number from 0 to one less than the bound.
  mutating func int(below bound: Int) -> Int { number(in: 0...(bound - 1)) }
}
