extension GroupConsumer {
  /// Sends partitions to the group's committed offset, or to the log's start where there is none.
  ///
  /// - Throws: as ``committed(_:timeout:)``; nothing is sought then.
  public func seekToCommittedOrEarliest(_ partitions: [TopicPartition], timeout: Duration) throws(BrokerFailure) {
    let offsets = try committed(partitions, timeout: timeout)
    var positions: [PartitionOffset] = []
    positions.reserveCapacity(partitions.count)
    for (partition, offset) in zip(partitions, offsets) {
      if let offset {
        positions.append(PartitionOffset(partition, offset))
      } else {
        positions.append(PartitionOffset(partition, try watermarks(of: partition, timeout: timeout).low))
      }
    }
    try seek(to: positions)
  }

  /// One poll's records, copied: for callers to whom an allocation per record does not matter.
  public func poll(maxRecords: Int, timeout: Duration) throws(BrokerFailure) -> [Record] {
    var batch = RecordBatch()
    try poll(into: &batch, maxRecords: maxRecords, timeout: timeout)
    return batch.records
  }
}

extension LogReader {
  /// As ``GroupConsumer/poll(maxRecords:timeout:)``.
  public func poll(maxRecords: Int, timeout: Duration) throws(BrokerFailure) -> [Record] {
    var batch = RecordBatch()
    try poll(into: &batch, maxRecords: maxRecords, timeout: timeout)
    return batch.records
  }
}
