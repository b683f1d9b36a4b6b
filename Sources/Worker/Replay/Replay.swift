public import Broker
import Messages
import Navigator
import Routing

/// The events that a worker publishes for given records, without a broker: the same task merge, the same processor.
///
/// Road conditions apply at their place in the order of timestamps. After the last record of a task fires what a worker fires at once: the deadlines
/// that the task's records have left behind by the grace.
public struct Replay {
  private let parts: WorkerParts
  private let settings: WorkerSettings
  private let topics: WorkerTopics
  private let metrics: MetricStore

  /// - Parameters:
  ///   - partitions: of the input topics, and so of the outputs.
  ///   - conditionsPartitions: of `road-conditions`.
  public init(parts: WorkerParts, settings: WorkerSettings, partitions: Int32, conditionsPartitions: Int32 = 1) {
    self.parts = parts
    self.settings = settings
    metrics = MetricStore(
      parts.network, customization: .whenAsked(times: 3), memoryLimitBytes: Int(settings.metricsBytes))
    topics = WorkerTopics(
      catalogue: TopicCatalogue(prefix: ""), partitionCount: partitions, deadLetterPartitionCount: partitions,
      conditionsPartitionCount: conditionsPartitions)
  }

  /// Replays records whose topics are short names, each partition in order of its offsets.
  ///
  /// - Parameters:
  ///   - untilMillis: deadlines up to this event time fire after the last record, as they do in a worker that runs on; nil: those that
  ///     are over by the records.
  ///   - clockMillis: a record dated later than this by more than the skew limit ends no deadline.
  /// - Returns: by output topic in the order of the catalogue, partition, and place.
  public func run(_ records: [Record], untilMillis: Int64? = nil, clockMillis: Int64) -> [Record] {
    let ceiling = clockMillis.addingReportingOverflow(settings.skewLimitMillis).partialValue
    var published: [Record] = []
    let conditions = records.filter { $0.topic == TopicRole.roadConditions.rawValue }
    for partition in 0..<topics.partitionCount {
      let own = records.filter { $0.partition == partition && $0.topic != TopicRole.roadConditions.rawValue }
      if own.isEmpty { continue }
      let outputs = runTask(partition, own + conditions, until: untilMillis, ceiling: ceiling)
      for output in outputs { published.append(place(output)) }
    }
    return numbered(published)
  }

  private func runTask(
    _ partition: Int32, _ records: [Record], until: Int64?, ceiling: Int64
  ) -> [OutgoingRecord] {
    let board = ConditionsBoard(speeds: parts.speeds)
    board.publish(board.current, isComplete: true)
    var builder = ConditionsBuilder(
      network: parts.network, speeds: parts.speeds, decoder: MessageDecoder(framings: parts.framings.byRole),
      partitionCount: topics.conditionsPartitionCount)
    let processor = NavigatorProcessor(
      navigator: Navigator(
        network: parts.network, router: HierarchyRouter(metrics), settings: parts.navigatorSettings),
      surroundings: .init(
        topics: topics, settings: settings, framings: parts.framings, tokens: parts.tokens, board: board,
        version: parts.version))
    let places = sources(partition)
    var merge = InputMerge(places.map { ($0, $1, 0) }, maxIdleMillis: 0)
    for record in records.sorted(by: { $0.offset < $1.offset }) { merge.add(record, at: 0) }
    for (place, _) in places { merge.note(place, position: nil, end: 0) }

    var sessions = SessionStore<Session>()
    var outputs: [OutgoingRecord] = []
    var mark: ConditionsMark? = processor.conditionsInForce
    var time = StreamTime()
    while case .apply(let source) = merge.choice(at: 0), let record = merge.take(source: source) {
      let rank = places[source].1
      if rank == 0 {
        builder.apply([record])
        board.publish(builder.snapshot, isComplete: true)
        mark = processor.applyConditions(since: mark, to: &sessions, &outputs)
      } else {
        time.note(timestampMillis: record.timestampMillis, ceilingMillis: ceiling)
        sessions.taskMillis = time.recordMillis
        processor.apply(record, rank: rank - 1, to: &sessions, &outputs)
      }
      sessions.commit()
    }
    let due = until ?? time.dueMillis(graceMillis: settings.timerGraceMillis, idleMillis: 0)
    while let due, let next = sessions.nextDeadline(), next.millis <= due {
      processor.fireTimers(of: next.vehicle, dueBy: next.millis, in: &sessions, &outputs)
      sessions.commit()
    }
    return outputs
  }

  /// Conditions before fixes before assignments, as the worker ranks them.
  private func sources(_ partition: Int32) -> [(TopicPartition, Int)] {
    (0..<topics.conditionsPartitionCount).map {
      (TopicPartition(topic: TopicRole.roadConditions.rawValue, partition: $0), 0)
    }
      + WorkerTopics.inputs.enumerated().map {
        (TopicPartition(topic: $1.rawValue, partition: partition), $0 + 1)
      }
  }

  private func place(_ record: OutgoingRecord) -> Record {
    let partition =
      record.partition ?? record.key.map { Murmur2.partition(forKey: $0, count: topics.partitionCount) } ?? 0
    return Record(
      topic: record.topic, partition: partition, offset: 0, timestampMillis: record.timestampMillis ?? -1,
      key: record.key, value: record.value, headers: record.headers)
  }

  /// Sorted by topic and partition, each numbered from 0 in the order of publishing.
  private func numbered(_ records: [Record]) -> [Record] {
    var lanes: [TopicPartition: [Record]] = [:]
    for record in records { lanes[record.topicPartition, default: []].append(record) }
    var result: [Record] = []
    for role in TopicRole.allCases {
      for partition in 0..<topics.partitionCount {
        let lane = lanes[TopicPartition(topic: role.rawValue, partition: partition)] ?? []
        for (offset, record) in lane.enumerated() {
          var numbered = record
          numbered.offset = Int64(offset)
          result.append(numbered)
        }
      }
    }
    return result
  }
}
