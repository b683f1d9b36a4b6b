import Broker
import Messages
import Observability
public import RoadNetwork
public import Routing

/// Reads `road-conditions` whole from its start, and then follows it: one a worker.
///
/// Nothing is served before it has reached the end that the topic had at the start. Its passes never block for long.
public final class ConditionsFeed {
  private let context: ThreadContext
  private let network: RoadNetwork
  private let speeds: SpeedModel?
  private let board: ConditionsBoard
  private let framings: MessageFramings
  private var reader: (any LogReader)?
  private var builder: ConditionsBuilder
  private var batch = RecordBatch()
  /// By partition, the end that must be reached before the start.
  private var targets: [Int64] = []
  /// Those ends were reached: the snapshot is whole.
  private var isRead = false
  private var openAfter: Int64 = 0
  private var arrivals = ArrivalNotice()
  private var countedAt: Int64?

  /// - Parameter speeds: what the roads take before any report.
  public init(
    context: ThreadContext, network: RoadNetwork, speeds: SpeedModel? = nil, board: ConditionsBoard,
    framings: MessageFramings
  ) {
    self.context = context
    self.network = network
    self.speeds = speeds
    self.board = board
    builder = ConditionsFeed.makeBuilder(context, network, speeds, framings)
    self.framings = framings
  }

  private static func makeBuilder(
    _ context: ThreadContext, _ network: RoadNetwork, _ speeds: SpeedModel?, _ framings: MessageFramings
  ) -> ConditionsBuilder {
    ConditionsBuilder(
      network: network, speeds: speeds, decoder: MessageDecoder(framings: framings.byRole),
      partitionCount: context.topics.conditionsPartitionCount, metrics: context.metrics, log: context.log)
  }

  private var partitions: [TopicPartition] {
    let name = context.topics.catalogue.name(of: .roadConditions)
    return (0..<context.topics.conditionsPartitionCount).map { TopicPartition(topic: name, partition: $0) }
  }

  /// One pass: reads what there is, up to a bound, and puts it in force.
  public func step(timeout: Duration = .zero) {
    guard context.clock.steadyMillis >= openAfter else { return }
    do throws(BrokerFailure) {
      let reader = try openReader()
      try reader.poll(into: &batch, maxRecords: 5_000, timeout: timeout)
      if let failure = batch.partitionFailures.first {
        // Compaction or retention passed the position: what was read may lack its tombstones, so all is read again.
        context.log.warning("road conditions are read again", LogField("code", failure.code.name))
        return restart()
      }
      builder.apply(batch.records)
      arrivals.note(batch.records.count)
      let wasRead = isRead
      isRead = isRead || zip(partitions, targets).allSatisfy { (reader.position(of: $0) ?? 0) >= $1 }
      // While all is read again, what was in force stays so: half of it would open closed roads.
      if isRead, !wasRead || !batch.isEmpty { board.publish(builder.snapshot, isComplete: true) }
      for partition in partitions {
        context.metrics.gauge(WorkerMetrics.conditionsOffset, ["\(partition.partition)"])
          .set(Double(reader.position(of: partition) ?? 0))
      }
      if isRead { tellWhatIsInForce() }
    } catch {
      context.log.warning(
        "road-conditions cannot be reached", digestedBy: error.code.name, LogField("code", error.code.name))
      openAfter = context.clock.steadyMillis + 500
      if case .retriable = error { return }
      restart()
    }
  }

  /// On `/metrics` once a second, because what is in force changes with time too; in the log when records came.
  private func tellWhatIsInForce() {
    let now = context.clock.steadyMillis
    let arrived = arrivals.due(atMillis: now)
    if arrived == nil, let countedAt, now >= countedAt, now - countedAt < 1_000 { return }
    countedAt = now
    let counts = builder.tally.inForce(atMillis: context.clock.wallMillis)
    context.metrics.gauge(WorkerMetrics.conditionsClosures).set(Double(counts.closures))
    context.metrics.gauge(WorkerMetrics.conditionsSpeeds).set(Double(counts.speeds))
    guard let arrived else { return }
    context.log.info(
      "road conditions came in", LogField("records", arrived), LogField("closures", counts.closures),
      LogField("speeds", counts.speeds), LogField("conditions_version", builder.snapshot.conditions.version.text))
  }

  public func close() {
    try? reader?.close(timeout: .seconds(5))
    reader = nil
  }

  private func restart() {
    close()
    isRead = false
    builder = ConditionsFeed.makeBuilder(context, network, speeds, framings)
  }

  private func openReader() throws(BrokerFailure) -> any LogReader {
    if let reader { return reader }
    let reader = try context.broker.logReader(
      LogReaderOptions(isolation: .readCommitted, clientID: "\(context.settings.applicationID)-conditions"))
    var starts: [PartitionOffset] = []
    targets = []
    for partition in partitions {
      let ends = try reader.watermarks(of: partition, timeout: .seconds(5))
      starts.append(PartitionOffset(partition, ends.low))
      targets.append(ends.lastStable)
    }
    try reader.assign(starts)
    self.reader = reader
    return reader
  }
}
