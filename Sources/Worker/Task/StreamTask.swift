import Broker

/// One partition number over all co-partitioned input topics: its sessions, its waiting records, its place in the log.
///
/// ```
/// created ──committed offsets stable──▶ restoring ──position reached──▶ running
/// ```
final class StreamTask<Processor: TaskProcessor> {
  enum Phase {
    /// The group's offsets may still be changed by the former owner's open transaction.
    case created
    /// The changelog is read up to `target`, fixed after the former owner's transaction was resolved.
    case restoring(target: Int64)
    case running
  }

  let partition: Int32
  var phase = Phase.created
  var sessions = SessionStore<Processor.Session>()
  var merge: InputMerge
  /// The offsets of the last commit: where an abort goes back to.
  var committed: [PartitionOffset] = []
  var restored = RestoredRecords()
  /// Where the restore stands in the changelog.
  var restorePosition: Int64 = 0
  var restoreStartedAt: Int64 = 0
  /// The road conditions that the sessions were held against, and those of the last commit.
  var conditions: ConditionsMark?
  var committedConditions: ConditionsMark?
  /// The task's event time, and that of the last commit.
  var time = StreamTime()
  var committedTime = StreamTime()
  /// Steady time since which the task has been read to its end and no record has come.
  var idleSince: Int64?
  /// Timestamp of the last record applied, for lag in seconds.
  var lastAppliedTimestamp: Int64?

  init(partition: Int32) {
    self.partition = partition
    merge = InputMerge([], maxIdleMillis: 0)
  }

  var isRunning: Bool { if case .running = phase { true } else { false } }
  var restoreTarget: Int64? { if case .restoring(let target) = phase { target } else { nil } }

  /// Begins to take records at these offsets, given in order of topic rank.
  func start(at offsets: [PartitionOffset], maxIdleMillis: Int64) {
    committed = offsets
    merge = InputMerge(
      offsets.enumerated().map { (partition: $1.partition, rank: $0, offset: $1.offset) }, maxIdleMillis: maxIdleMillis)
  }

  /// What the changelog must be told before a commit: keys and values.
  func changelog() -> [(key: [UInt8], value: [UInt8]?)] {
    var records = sessions.changelog().map { (key: ChangelogKey.bytes($0.kind, $0.vehicle), value: $0.value) }
    if let conditions, conditions != committedConditions {
      records.append((ChangelogKey.conditions, Array(conditions.version.utf8)))
    }
    if time != committedTime { records.append((ChangelogKey.streamTime, Array(time.text.utf8))) }
    return records
  }

  /// What was applied is in the log for good.
  func commit() {
    committed = merge.committable
    committedConditions = conditions
    committedTime = time
    sessions.commit()
  }

  /// Goes back to the last commit; the caller seeks the consumer to ``committed``.
  func rollBack(maxIdleMillis: Int64) {
    let ends = merge.sources.map { ($0.partition, $0.end) }
    _ = sessions.rollBack()
    conditions = committedConditions
    time = committedTime
    start(at: committed, maxIdleMillis: maxIdleMillis)
    for (partition, end) in ends { merge.note(partition, position: nil, end: end) }
  }
}
