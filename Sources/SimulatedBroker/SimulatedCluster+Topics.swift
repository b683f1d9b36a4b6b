public import Broker

extension SimulatedCluster {
  /// - Returns: `nil` when it was created.
  @discardableResult
  public func createTopic(_ name: String, partitions: Int32, configuration: [String: String] = [:]) -> BrokerCode? {
    with { $0.createTopic(NewTopic(name, partitionCount: partitions, configuration: configuration)) }
  }

  /// Adds partitions; groups that subscribe to the topic rebalance.
  public func setPartitionCount(_ topic: String, to count: Int32) { with { $0.setPartitionCount(topic, to: count) } }

  /// Appends a record as some outside producer would: by its key when it names no partition.
  ///
  /// - Returns: where it went; `nil`: no such topic or partition.
  @discardableResult
  public func append(_ record: OutgoingRecord) -> PartitionOffset? {
    with { state in
      guard let count = state.partitionCounts[record.topic] else { return nil }
      let partition = record.partition ?? record.key.map { Murmur2.partition(forKey: $0, count: count) } ?? 0
      let place = TopicPartition(topic: record.topic, partition: partition)
      guard let log = state.log(of: place), let topic = state.topicNumbers[record.topic] else { return nil }
      let stamp = state.topics[topic].timestampKind == .logAppend ? nil : record.timestampMillis
      return PartitionOffset(place, state.logs[log].append(record, timestampMillis: stamp ?? state.nowMillis))
    }
  }

  // MARK: The log cleaner

  /// Compacts all partitions of a topic. With `droppingTombstones`, as after `delete.retention.ms`.
  public func compact(_ topic: String, droppingTombstones: Bool = false) {
    with { state in
      guard let number = state.topicNumbers[topic] else { return }
      for log in state.topics[number].logs { state.logs[log].compact(dropsTombstones: droppingTombstones) }
    }
  }

  /// Retention: nothing below `offset` can be read any more.
  public func deleteRecords(_ partition: TopicPartition, before offset: Int64) {
    with { state in
      guard let log = state.log(of: partition) else { return }
      state.logs[log].deleteRecords(before: offset)
    }
  }

  /// An unclean election: records at or above `offset` are lost, acknowledged or not.
  public func truncate(_ partition: TopicPartition, to offset: Int64) {
    with { state in
      guard let log = state.log(of: partition) else { return }
      state.logs[log].truncate(to: offset)
    }
  }

  /// Drops what `retention.ms` has passed, on topics with `cleanup.policy` delete. Up to the last stable offset only.
  public func applyRetention() {
    with { state in
      for topic in state.topics where topic.isDeleting {
        guard let retention = topic.retentionMillis else { continue }
        let horizon = state.nowMillis - min(retention, state.nowMillis)
        for log in topic.logs {
          let stable = state.logs[log].lastStable
          let firstKept = state.logs[log].entries.first { $0.timestampMillis >= horizon || $0.offset >= stable }
          state.logs[log].deleteRecords(before: firstKept?.offset ?? stable)
        }
      }
    }
  }

  // MARK: Looking in

  /// All records of a partition that a reader of this isolation would see now.
  public func records(_ partition: TopicPartition, isolation: IsolationLevel = .readCommitted) -> [Record] {
    var batch = RecordBatch()
    let index = batch.topicIndex(of: partition.topic)
    let filled = with { [batch] state in
      var batch = batch
      guard let log = state.log(of: partition), let topic = state.topicNumbers[partition.topic] else { return batch }
      var position = state.logs[log].low
      state.logs[log].read(
        from: &position, isolation: isolation, limit: .max, topicIndex: index, partition: partition.partition,
        timestampKind: state.topics[topic].timestampKind, into: &batch)
      return batch
    }
    return filled.records
  }

  /// As above, of all partitions in order.
  public func records(of topic: String, isolation: IsolationLevel = .readCommitted) -> [Record] {
    let count = with { $0.partitionCounts[topic] ?? 0 }
    return (0..<count).flatMap { records(TopicPartition(topic: topic, partition: $0), isolation: isolation) }
  }

  public func watermarks(_ partition: TopicPartition) -> Watermarks? {
    with { state in state.log(of: partition).map { state.logs[$0].watermarks } }
  }
}
