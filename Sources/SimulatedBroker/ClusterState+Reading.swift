import Broker

/// A consumer's place in one partition.
struct ReadPosition: Sendable {
  var partition: TopicPartition
  /// `nil`: no such partition (yet).
  var log: Int?
  /// `nil`: never sought.
  var offset: Int64?
  var isPaused = false
  /// It was reported that it cannot be read on.
  var hasFailed = false
  var watermarks: Watermarks?
}

extension ClusterState {
  /// One fetch over all positions, from `turn` on, so that no partition starves.
  mutating func read(
    _ positions: inout [ReadPosition], turn: inout Int, isolation: IsolationLevel, maxRecords: Int,
    into batch: inout RecordBatch
  ) {
    guard !positions.isEmpty else { return }
    let isRandom = settings.readOrderSeed != nil
    let start = isRandom ? random.below(positions.count) : turn % positions.count
    turn = start + 1
    for step in positions.indices {
      let left = maxRecords - batch.count
      if left <= 0 { return }
      let place = (start + step) % positions.count
      if positions[place].isPaused || positions[place].hasFailed { continue }
      read(&positions[place], isolation: isolation, limit: isRandom ? 1 + random.below(left) : left, into: &batch)
    }
  }

  private func read(
    _ position: inout ReadPosition, isolation: IsolationLevel, limit: Int, into batch: inout RecordBatch
  ) {
    guard var offset = position.offset else { return }
    if position.log == nil { position.log = log(of: position.partition) }
    guard let log = position.log, let topic = topicNumbers[position.partition.topic] else {
      position.hasFailed = true
      batch.append(
        PartitionFailure(
          partition: position.partition, reason: .unavailable, position: offset, code: .unknownTopicOrPartition))
      return
    }
    let watermarks = logs[log].watermarks
    position.watermarks = watermarks
    if offset < watermarks.low || offset > watermarks.high {
      position.hasFailed = true
      batch.append(
        PartitionFailure(
          partition: position.partition, reason: .offsetOutOfRange, position: offset, code: .autoOffsetReset))
      return
    }
    if offset >= logs[log].end(for: isolation) { return }
    logs[log].read(
      from: &offset, isolation: isolation, limit: limit, topicIndex: batch.topicIndex(of: position.partition.topic),
      partition: position.partition.partition, timestampKind: topics[topic].timestampKind, into: &batch)
    position.offset = offset
  }
}
