import Broker

extension PartitionLog {
  /// Where a reader may read to.
  func end(for isolation: IsolationLevel) -> Int64 {
    isolation == .readCommitted ? lastStable : high
  }

  /// Reads up to `limit` records from `position` on and moves the position past them and past what a reader never sees
  /// (markers; under `read_committed` aborted records).
  func read(
    from position: inout Int64, isolation: IsolationLevel, limit: Int, topicIndex: Int, partition: Int32,
    timestampKind: TimestampKind, into batch: inout RecordBatch
  ) {
    let end = end(for: isolation)
    var next = position
    var index = self.index(atOrAfter: position)
    var left = limit
    bytes.withUnsafeBytes { base in
      while index < entries.count, left > 0 {
        let entry = entries[index]
        if entry.offset >= end { break }
        index += 1
        next = entry.offset + 1
        if entry.kind != .data || (entry.isAborted && isolation == .readCommitted) { continue }
        batch.append(
          topicIndex: topicIndex, partition: partition, offset: entry.offset, timestampMillis: entry.timestampMillis,
          timestampKind: timestampKind, key: base.slice(entry.key), value: base.slice(entry.value))
        for header in headers[entry.firstHeader..<entry.firstHeader + entry.headerCount] {
          batch.appendHeader(
            name: base.slice(header.name) ?? UnsafeRawBufferPointer(start: nil, count: 0),
            value: base.slice(header.value))
        }
        left -= 1
      }
    }
    // What follows the last record delivered may be markers, aborted records or a hole of compaction: pass them now.
    while index < entries.count, entries[index].offset < end {
      let entry = entries[index]
      guard entry.kind != .data || (entry.isAborted && isolation == .readCommitted) else { break }
      index += 1
      next = entry.offset + 1
    }
    if index == entries.count || entries[index].offset >= end { next = max(next, end) }
    position = max(position, next)
  }
}

extension UnsafeRawBufferPointer {
  func slice(_ slice: PartitionLog.Slice) -> UnsafeRawBufferPointer? {
    guard slice.count >= 0 else { return nil }
    return UnsafeRawBufferPointer(rebasing: self[slice.start..<slice.start + slice.count])
  }
}
