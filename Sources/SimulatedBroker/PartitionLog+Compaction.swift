import Broker

extension PartitionLog {
  /// Keeps the last committed record of each key below the last stable offset, and everything at or above it.
  ///
  /// Aborted records go. Offsets stay what they were. With `dropsTombstones` (`delete.retention.ms` has passed) the last
  /// null values go too, and the markers of decided transactions.
  mutating func compact(dropsTombstones: Bool) {
    let clean = lastStable
    var lastOffset: [ArraySlice<UInt8>: Int64] = [:]
    for entry in entries where entry.offset < clean && entry.kind == .data && !entry.isAborted {
      guard entry.key.count >= 0 else { continue }
      lastOffset[bytes[entry.key.start..<entry.key.start + entry.key.count]] = entry.offset
    }
    var kept: [Entry] = []
    var keptHeaders: [HeaderEntry] = []
    var keptBytes: [UInt8] = []
    func move(_ slice: Slice) -> Slice {
      guard slice.count >= 0 else { return Slice(start: keptBytes.count, count: -1) }
      let start = keptBytes.count
      keptBytes.append(contentsOf: bytes[slice.start..<slice.start + slice.count])
      return Slice(start: start, count: slice.count)
    }
    for entry in entries where isKept(entry, below: clean, lastOffset, dropsTombstones) {
      var moved = entry
      moved.key = move(entry.key)
      moved.value = move(entry.value)
      moved.firstHeader = keptHeaders.count
      for header in headers[entry.firstHeader..<entry.firstHeader + entry.headerCount] {
        let name = move(header.name)
        keptHeaders.append(HeaderEntry(name: name, value: move(header.value)))
      }
      kept.append(moved)
    }
    replace(entries: kept, headers: keptHeaders, bytes: keptBytes)
  }

  private func isKept(
    _ entry: Entry, below clean: Int64, _ lastOffset: [ArraySlice<UInt8>: Int64], _ dropsTombstones: Bool
  ) -> Bool {
    if entry.offset >= clean { return true }
    if entry.kind != .data { return !dropsTombstones }
    if entry.isAborted { return false }
    guard entry.key.count >= 0 else { return true }
    let key = bytes[entry.key.start..<entry.key.start + entry.key.count]
    if lastOffset[key] != entry.offset { return false }
    return !(dropsTombstones && entry.value.count < 0)
  }
}
