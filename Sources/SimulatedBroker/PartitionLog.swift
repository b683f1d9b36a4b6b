import Broker

/// One partition's log: records and transaction markers at rising offsets, in columns over one byte buffer.
struct PartitionLog {
  enum Kind: UInt8 {
    case data, commitMarker, abortMarker
  }

  struct Slice {
    var start: Int
    /// -1 for null.
    var count: Int
  }

  struct Entry {
    var offset: Int64
    var timestampMillis: Int64
    /// -1 outside of transactions.
    var producerID: Int64
    var key: Slice
    var value: Slice
    var firstHeader: Int
    var headerCount: Int
    var kind: Kind
    /// Decided by an abort marker behind it.
    var isAborted: Bool
  }

  struct HeaderEntry {
    var name: Slice
    var value: Slice
  }

  /// A transaction with records here and no marker yet.
  struct OpenTransaction {
    var producerID: Int64
    var firstOffset: Int64
  }

  /// What the log knows of a producer: fences by epoch, drops doubles by sequence.
  struct ProducerState {
    var producerID: Int64
    var epoch: Int16
    var nextSequence: Int64
  }

  var entries: [Entry] = []
  var headers: [HeaderEntry] = []
  var bytes: [UInt8] = []
  /// First offset that may be read.
  var low: Int64 = 0
  /// Offset of the next record.
  var high: Int64 = 0
  private(set) var openTransactions: [OpenTransaction] = []
  private(set) var producers: [ProducerState] = []

  /// Everything below is decided.
  var lastStable: Int64 {
    var stable = high
    for open in openTransactions where open.firstOffset < stable { stable = open.firstOffset }
    return stable
  }

  var watermarks: Watermarks { Watermarks(low: low, lastStable: max(low, lastStable), high: high) }

  // MARK: Appending

  @discardableResult
  mutating func append(_ record: OutgoingRecord, timestampMillis: Int64, producerID: Int64 = -1) -> Int64 {
    let firstHeader = headers.count
    let key = store(record.key)
    let value = store(record.value)
    for header in record.headers {
      let name = storeName(header.name)
      headers.append(HeaderEntry(name: name, value: store(header.value)))
    }
    if producerID >= 0, !openTransactions.contains(where: { $0.producerID == producerID }) {
      openTransactions.append(OpenTransaction(producerID: producerID, firstOffset: high))
    }
    entries.append(
      Entry(
        offset: high, timestampMillis: timestampMillis, producerID: producerID, key: key, value: value,
        firstHeader: firstHeader, headerCount: record.headers.count, kind: .data, isAborted: false))
    high += 1
    return high - 1
  }

  /// Ends a producer's transaction here; takes an offset even when it has no record in this partition.
  mutating func appendMarker(producerID: Int64, epoch: Int16, commits: Bool, timestampMillis: Int64) {
    if let place = openTransactions.firstIndex(where: { $0.producerID == producerID }) {
      let first = openTransactions.remove(at: place).firstOffset
      if !commits {
        var index = self.index(atOrAfter: first)
        while index < entries.count {
          if entries[index].producerID == producerID, entries[index].kind == .data { entries[index].isAborted = true }
          index += 1
        }
      }
    }
    raiseEpoch(producerID: producerID, to: epoch)
    entries.append(
      Entry(
        offset: high, timestampMillis: timestampMillis, producerID: producerID, key: Slice(start: 0, count: -1),
        value: Slice(start: 0, count: -1), firstHeader: headers.count, headerCount: 0,
        kind: commits ? .commitMarker : .abortMarker, isAborted: false))
    high += 1
  }

  private mutating func store(_ source: [UInt8]?) -> Slice {
    guard let source else { return Slice(start: bytes.count, count: -1) }
    let start = bytes.count
    bytes.append(contentsOf: source)
    return Slice(start: start, count: source.count)
  }

  private mutating func storeName(_ name: String) -> Slice {
    let start = bytes.count
    bytes.append(contentsOf: name.utf8)
    return Slice(start: start, count: bytes.count - start)
  }

  // MARK: Idempotence

  enum SequenceVerdict: Equatable {
    case next, duplicate, gap, oldEpoch
  }

  /// Judges a batch of a producer before it is appended, and remembers it when it is the next.
  mutating func admit(producerID: Int64, epoch: Int16, firstSequence: Int64, count: Int) -> SequenceVerdict {
    guard let place = producers.firstIndex(where: { $0.producerID == producerID }) else {
      if firstSequence != 0 { return .gap }
      producers.append(ProducerState(producerID: producerID, epoch: epoch, nextSequence: Int64(count)))
      return .next
    }
    if epoch < producers[place].epoch { return .oldEpoch }
    if epoch > producers[place].epoch {
      producers[place].epoch = epoch
      producers[place].nextSequence = 0
    }
    if firstSequence < producers[place].nextSequence { return .duplicate }
    if firstSequence > producers[place].nextSequence { return .gap }
    producers[place].nextSequence += Int64(count)
    return .next
  }

  private mutating func raiseEpoch(producerID: Int64, to epoch: Int16) {
    if let place = producers.firstIndex(where: { $0.producerID == producerID }) {
      if epoch > producers[place].epoch {
        producers[place].epoch = epoch
        producers[place].nextSequence = 0
      }
    } else {
      producers.append(ProducerState(producerID: producerID, epoch: epoch, nextSequence: 0))
    }
  }

  // MARK: Shortening

  /// Retention: nothing below `offset` can be read any more.
  mutating func deleteRecords(before offset: Int64) {
    low = max(low, min(offset, high))
    entries.removeSubrange(0..<index(atOrAfter: low))
  }

  /// An unclean election: what is at or above `offset` is gone, and the offsets are given anew.
  mutating func truncate(to offset: Int64) {
    guard offset < high else { return }
    high = max(0, offset)
    low = min(low, high)
    entries.removeSubrange(index(atOrAfter: high)..<entries.count)
    openTransactions.removeAll { $0.firstOffset >= high }
  }

  mutating func replace(entries: [Entry], headers: [HeaderEntry], bytes: [UInt8]) {
    self.entries = entries
    self.headers = headers
    self.bytes = bytes
  }

  /// Index of the first entry at or above an offset.
  func index(atOrAfter offset: Int64) -> Int {
    guard let first = entries.first else { return 0 }
    if offset <= first.offset { return 0 }
    // Without compaction offsets have no holes, and the guess is right.
    let guess = offset - first.offset
    if guess < Int64(entries.count), entries[Int(guess)].offset == offset { return Int(guess) }
    var lower = 0
    var upper = entries.count
    while lower < upper {
      let middle = (lower + upper) / 2
      if entries[middle].offset < offset { lower = middle + 1 } else { upper = middle }
    }
    return lower
  }
}
