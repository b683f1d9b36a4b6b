public import Broker
public import Messages
import Navigator
public import Observability
public import RoadNetwork
public import Routing

/// Makes the next snapshot of road conditions from records, in the order they are given.
///
/// Records that cannot be read change nothing and are counted: the topic is read whole by every worker, so a dead letter from each would
/// only repeat itself.
public struct ConditionsBuilder {
  private let network: RoadNetwork
  private let decoder: MessageDecoder
  private let metrics: MetricRegistry
  private let log: Log
  /// By partition, the offset after the last record applied; empty before the first record.
  private var nextOffsets: [Int64] = []
  private let partitionCount: Int
  public private(set) var snapshot: ConditionsBoard.Snapshot

  public init(
    network: RoadNetwork, speeds: SpeedModel? = nil, decoder: MessageDecoder = MessageDecoder(), partitionCount: Int32,
    metrics: MetricRegistry = MetricRegistry([]), log: Log = .silent
  ) {
    self.network = network
    snapshot = ConditionsBoard.Snapshot(conditions: Conditions(speeds: speeds))
    self.decoder = decoder
    self.partitionCount = Int(max(1, partitionCount))
    self.metrics = metrics
    self.log = log
  }

  /// Applies a batch; one snapshot results, whatever its size.
  public mutating func apply(_ records: [Record]) {
    if records.isEmpty { return }
    var changes: [RoadConditionChange] = []
    if nextOffsets.isEmpty { nextOffsets = Array(repeating: 0, count: partitionCount) }
    for record in records {
      if nextOffsets.indices.contains(Int(record.partition)) { nextOffsets[Int(record.partition)] = record.offset + 1 }
      snapshot.newest = InputOrigin(
        topic: .roadConditions, partition: record.partition, offset: record.offset,
        timestampMillis: record.timestampMillis)
      do throws(DecodeFailure) {
        let inbound = try decoder.decode(
          role: .roadConditions, key: record.key, value: record.value, headers: record.messageHeaders)
        if case .roadCondition(let change) = inbound.message { changes.append(change) }
      } catch {
        metrics.counter(WorkerMetrics.deadLetters, [record.topic, error.reason.rawValue]).add()
        log.warning(
          "road conditions cannot be read", digestedBy: "\(record.partition) \(error.reason.rawValue)",
          LogField("partition", record.partition), LogField("offset", record.offset),
          LogField("reason", error.reason.rawValue),
          LogField("detail", error.detail))
      }
    }
    let applied = snapshot.conditions.applying(
      changes, version: ConditionsVersion(nextOffsets: nextOffsets), on: network)
    snapshot.conditions = applied.conditions
    tellUnknown(applied.report.unknownSegments.map { changes[$0] })
  }

  /// A closure that names no road of this network closes nothing: whoever sent it must know which.
  private func tellUnknown(_ changes: [RoadConditionChange]) {
    if changes.isEmpty { return }
    metrics.counter(WorkerMetrics.conditionsUnknown).add(UInt64(changes.count))
    let closures = changes.filter { $0.update?.isClosed == true }
    let sample = (closures.isEmpty ? changes : closures).prefix(Self.toldSegments).map { change in
      if case .reference(let segment)? = change.update?.segment {
        segment.key
      } else {
        "a line (\(change.key.prefix(64)))"
      }
    }
    log.warning(
      "road conditions of segments that the network does not have", digestedBy: "", count: changes.count,
      LogField("segments", sample.joined(separator: " ")), LogField("closures", closures.count),
      LogField("remedy", "build the network from the map edition that the conditions speak of"))
  }

  /// Segments that one line of the log names.
  private static let toldSegments = 10
}

extension Record {
  /// The headers as the messages module takes them.
  var messageHeaders: [MessageHeader] { headers.map { MessageHeader($0.name, $0.value) } }
}
