public import Broker

/// The order in which one task applies the records of its input topics.
///
/// Among the oldest waiting records of each topic the least by (timestamp; topic rank; partition; offset) is next. A topic that has no record
/// here but whose log is known, or not yet known, to hold more is waited for; one that is read to its end holds each record of the
/// others back until `maxIdleMillis` after that record's arrival. So the order is a function of the log for all records that were there
/// before the start, however they arrive, and for live ones that come within `maxIdleMillis` of each other. Pure.
public struct InputMerge: Sendable {
  /// A record that is not applied yet.
  struct Waiting: Sendable {
    let record: Record
    /// When it was read.
    let arrivedAt: Int64
  }

  /// One input topic's partition.
  struct Source: Sendable {
    let partition: TopicPartition
    let rank: Int
    var waiting: [Waiting] = []
    /// Index of the oldest in `waiting`.
    var head = 0
    /// Offset after the last record that came.
    var arrived: Int64
    /// Offset after the last record taken, or beyond it when nothing lies between.
    var taken: Int64
    /// How far the consumer has read, markers included.
    var position: Int64
    /// The log's end as last told; nil when nobody has told.
    var end: Int64?

    var oldest: Record? { head < waiting.count ? waiting[head].record : nil }
    var isBehind: Bool { end.map { position < $0 } ?? true }
  }

  /// What to do next.
  public enum Choice: Equatable, Sendable {
    /// Apply the oldest record of this source.
    case apply(source: Int)
    /// Records wait, and a topic whose records may come first has not delivered; nil: until it does.
    case wait(untilMillis: Int64?)
    /// Nothing waits and every topic is read to its end.
    case caughtUp
    /// Nothing waits, but a topic has more.
    case starved
  }

  private(set) var sources: [Source]
  let maxIdle: Int64
  /// Bytes of keys, values and headers of the records waiting.
  public private(set) var waitingBytes = 0

  /// - Parameter positions: where each source begins, in order of rank.
  public init(_ positions: [(partition: TopicPartition, rank: Int, offset: Int64)], maxIdleMillis: Int64) {
    sources = positions.map {
      Source(partition: $0.partition, rank: $0.rank, arrived: $0.offset, taken: $0.offset, position: $0.offset)
    }
    maxIdle = maxIdleMillis
  }

  /// Adds a record that was read. False, and nothing is done, when it was here before (a resume may rewind: librdkafka#4636).
  @discardableResult
  public mutating func add(_ record: Record, at now: Int64) -> Bool {
    guard let index = index(of: record.topicPartition), record.offset >= sources[index].arrived else { return false }
    sources[index].waiting.append(Waiting(record: record, arrivedAt: now))
    sources[index].arrived = record.offset + 1
    sources[index].position = max(sources[index].position, record.offset + 1)
    waitingBytes += record.byteCount
    return true
  }

  /// Tells how far a partition is read and where its log ends.
  public mutating func note(_ partition: TopicPartition, position: Int64?, end: Int64?) {
    guard let index = index(of: partition) else { return }
    if let position { sources[index].position = max(sources[index].position, position) }
    if let end { sources[index].end = max(sources[index].end ?? end, end) }
  }

  /// The log does not have what lay at the position: reading goes on elsewhere. What waits is dropped.
  public mutating func move(_ partition: TopicPartition, to offset: Int64) {
    guard let index = index(of: partition) else { return }
    waitingBytes -= sources[index].waiting[sources[index].head...].reduce(0) { $0 + $1.record.byteCount }
    let former = sources[index]
    sources[index] = Source(partition: partition, rank: former.rank, arrived: offset, taken: offset, position: offset)
    // A truncated log's end may have gone back, so the former end does not count.
    sources[index].end = nil
  }

  /// Which record is next.
  public func choice(at now: Int64) -> Choice {
    var best: Int?
    var isStarved = false
    var mayComeEarlier = false
    for (index, source) in sources.enumerated() {
      if let record = source.oldest {
        if let known = best, let other = sources[known].oldest,
          !InputMerge.isBefore(record, source.rank, other, sources[known].rank)
        {
          continue
        }
        best = index
      } else if source.isBehind {
        isStarved = true
      } else {
        mayComeEarlier = true
      }
    }
    guard let best else { return isStarved ? .starved : .caughtUp }
    if isStarved { return .wait(untilMillis: nil) }
    if mayComeEarlier, maxIdle > 0 {
      // By this record's own arrival: a topic that has long been idle may be about to get the record that belongs before it.
      let source = sources[best]
      let until = source.waiting[source.head].arrivedAt + maxIdle
      if now < until { return .wait(untilMillis: until) }
    }
    return .apply(source: best)
  }

  /// When the oldest waiting record of a source was read.
  func arrival(source index: Int) -> Int64? {
    guard sources.indices.contains(index) else { return nil }
    let source = sources[index]
    return source.head < source.waiting.count ? source.waiting[source.head].arrivedAt : nil
  }

  /// Removes the oldest record of a source and gives it.
  public mutating func take(source index: Int) -> Record? {
    guard sources.indices.contains(index), let record = sources[index].oldest else { return nil }
    sources[index].head += 1
    sources[index].taken = record.offset + 1
    waitingBytes -= record.byteCount
    if sources[index].head == sources[index].waiting.count {
      sources[index].waiting.removeAll(keepingCapacity: true)
      sources[index].head = 0
    } else if sources[index].head >= 1_024, sources[index].head * 2 >= sources[index].waiting.count {
      sources[index].waiting.removeFirst(sources[index].head)
      sources[index].head = 0
    }
    return record
  }

  /// The offsets to commit: of each source the next record that is not applied; past markers when none waits.
  public var committable: [PartitionOffset] {
    sources.map { source in
      PartitionOffset(source.partition, source.oldest?.offset ?? max(source.taken, source.position))
    }
  }

  /// Every input is applied as far as its log is known.
  public func isCaughtUp(at now: Int64) -> Bool { choice(at: now) == .caughtUp }

  /// Number of records waiting.
  public var waitingCount: Int { sources.reduce(0) { $0 + $1.waiting.count - $1.head } }

  /// Sources that hold records back here; these may be paused without starving the merge.
  public var fullPartitions: [TopicPartition] { sources.filter { $0.oldest != nil }.map(\.partition) }

  private func index(of partition: TopicPartition) -> Int? { sources.firstIndex { $0.partition == partition } }

  /// The order of two records of different topics of one task.
  static func isBefore(_ a: Record, _ aRank: Int, _ b: Record, _ bRank: Int) -> Bool {
    if a.timestampMillis != b.timestampMillis { return a.timestampMillis < b.timestampMillis }
    if aRank != bRank { return aRank < bRank }
    if a.partition != b.partition { return a.partition < b.partition }
    return a.offset < b.offset
  }
}

extension Record {
  /// What it takes of the buffer's bound: its bytes and a fixed share for the record itself.
  var byteCount: Int {
    128 + (key?.count ?? 0) + (value?.count ?? 0)
      + headers.reduce(0) { $0 + 32 + $1.name.utf8.count + ($1.value?.count ?? 0) }
  }
}
