public import Broker
public import Messages
import Navigator
public import Observability
public import RoadNetwork
public import Routing

/// Makes the next snapshot of road conditions from records, in the order they are given.
///
/// Records that cannot be read change nothing and are counted: the topic is read whole by every worker, so a dead letter from each would
/// only repeat itself. For the same reason refused ones are counted and logged, and no event tells of them.
public struct ConditionsBuilder {
  private let network: RoadNetwork
  private let decoder: MessageDecoder
  private let metrics: MetricRegistry
  private let log: Log
  /// By partition, the offset after the last record applied; empty before the first record.
  private var nextOffsets: [Int64] = []
  private let partitionCount: Int
  public private(set) var snapshot: ConditionsBoard.Snapshot
  private(set) var tally = ConditionsTally()

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
    var places: [PartitionOffset] = []
    if nextOffsets.isEmpty { nextOffsets = Array(repeating: 0, count: partitionCount) }
    for record in records {
      if nextOffsets.indices.contains(Int(record.partition)) { nextOffsets[Int(record.partition)] = record.offset + 1 }
      snapshot.newest = InputOrigin(
        topic: .roadConditions, partition: record.partition, offset: record.offset,
        timestampMillis: record.timestampMillis)
      do throws(DecodeFailure) {
        let inbound = try decoder.decode(
          role: .roadConditions, key: record.key, value: record.value, headers: record.messageHeaders)
        guard case .roadCondition(var change) = inbound.message else { continue }
        let place = PartitionOffset(record.topicPartition, record.offset)
        if let refusal = ConditionRefusal(of: change) {
          tell(refusal, at: place)
          change.update = nil
        }
        changes.append(change)
        places.append(place)
      } catch {
        tell(error, of: record)
      }
    }
    let applied = snapshot.conditions.applying(
      changes, version: ConditionsVersion(nextOffsets: nextOffsets), on: network)
    snapshot.conditions = applied.conditions
    for index in applied.report.withoutEffect {
      tell(ConditionRefusal(ofWithoutEffect: changes[index].update), at: places[index])
    }
    let untaken = Set(applied.report.unknownSegments + applied.report.withoutEffect)
    for (index, change) in changes.enumerated() { tally.note(change, isTaken: !untaken.contains(index)) }
    tellUnknown(applied.report.unknownSegments.map { changes[$0] })
  }

  private func tell(_ failure: DecodeFailure, of record: Record) {
    metrics.counter(WorkerMetrics.conditionsUnreadable, [failure.reason.rawValue]).add()
    log.warning(
      "road conditions cannot be read", digestedBy: "\(record.partition) \(failure.reason.rawValue)",
      LogField("partition", record.partition), LogField("offset", record.offset),
      LogField("reason", failure.reason.rawValue), LogField("detail", failure.detail),
      LogField("remedy", failure.remedyForConditions))
  }

  private func tell(_ refusal: ConditionRefusal, at place: PartitionOffset) {
    metrics.counter(WorkerMetrics.refused, [refusal.rawValue]).add()
    log.warning(
      "road conditions are refused", digestedBy: refusal.rawValue,
      LogField("partition", place.partition.partition), LogField("offset", place.offset),
      LogField("reason", refusal.rawValue), LogField("detail", refusal.text), LogField("remedy", refusal.remedy))
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

extension DecodeFailure {
  /// What whoever sends the conditions should do.
  fileprivate var remedyForConditions: String {
    switch (stage, reason) {
    case (.key, _), (_, .missingField): "name the road: way:from:to as the key, or segment or polyline in the value"
    case (.validation, _): "correct the field that the detail names"
    case (.headers, _), (.framing, _), (.envelope, _): "correct the headers, or leave them out"
    case (.value, _): "send a RoadCondition, in JSON or protobuf, and say which in content-type"
    }
  }
}

extension Record {
  /// The headers as the messages module takes them.
  var messageHeaders: [MessageHeader] { headers.map { MessageHeader($0.name, $0.value) } }
}
