import Synchronization

/// What the probes are answered from: each thread and partition reports its progress, nobody asks a broker.
///
/// Times are milliseconds of a clock that never jumps. Safe from any thread.
public final class HealthBoard: Sendable {
  private struct PartitionProgress {
    var position: Int64
    var movedAt: Int64
    var hasWaiting: Bool
    var isPaused: Bool
  }

  private struct ThreadProgress {
    var passedAt: Int64
    var isRestored = false
    var hasAnswered = false
    var isStopped = false
    var partitions: [String: PartitionProgress] = [:]
  }

  private struct State {
    var threads: [String: ThreadProgress] = [:]
    var isDraining = false
  }

  public struct Answer: Equatable, Sendable {
    public var isWell: Bool
    /// One line: what is wrong, or `ok`.
    public var text: String
  }

  private let threadTimeout: Int64
  private let partitionTimeout: Int64
  private let state = Mutex(State())

  public init(threadTimeoutMillis: Int64, partitionTimeoutMillis: Int64) {
    threadTimeout = threadTimeoutMillis
    partitionTimeout = partitionTimeoutMillis
  }

  /// A thread exists; its first pass is due within the thread timeout.
  public func register(thread: String, at now: Int64) {
    state.withLock { $0.threads[thread] = ThreadProgress(passedAt: now) }
  }

  /// A thread completed a pass of its loop.
  ///
  /// - Parameters:
  ///   - hasAnswered: its first assignment was answered.
  ///   - isRestored: all of its partitions are restored, or it has none.
  public func passed(thread: String, at now: Int64, hasAnswered: Bool, isRestored: Bool) {
    state.withLock {
      $0.threads[thread]?.passedAt = now
      $0.threads[thread]?.hasAnswered = hasAnswered
      $0.threads[thread]?.isRestored = isRestored
    }
  }

  /// Where a partition of a thread stands. `hasWaiting`: records are known to wait behind `position`.
  public func progress(
    thread: String, partition: String, position: Int64, hasWaiting: Bool, isPaused: Bool, at now: Int64
  ) {
    state.withLock {
      let former = $0.threads[thread]?.partitions[partition]
      // What had nothing to do was not stuck: its clock begins when there is something.
      let stoodStill =
        former.map { $0.position == position && $0.hasWaiting && hasWaiting && !isPaused && !$0.isPaused } ?? false
      $0.threads[thread]?.partitions[partition] = PartitionProgress(
        position: position, movedAt: stoodStill ? former?.movedAt ?? now : now, hasWaiting: hasWaiting,
        isPaused: isPaused)
    }
  }

  /// The thread no longer has this partition.
  public func forget(thread: String, partition: String) {
    state.withLock { $0.threads[thread]?.partitions[partition] = nil }
  }

  /// The thread ended in order.
  public func stopped(thread: String) {
    state.withLock {
      $0.threads[thread]?.isStopped = true
      $0.threads[thread]?.partitions = [:]
    }
  }

  /// The process is stopping: not ready from now on, but alive.
  public func drain() { state.withLock { $0.isDraining = true } }

  /// Progress of each thread and partition. A rebalance, a broker that is away, a restore leave it true.
  public func liveness(at now: Int64) -> Answer {
    state.withLock { state in
      for (name, thread) in state.threads.sorted(by: { $0.key < $1.key }) where !thread.isStopped {
        if now - thread.passedAt > threadTimeout {
          return Answer(isWell: false, text: "thread \(name) completed no pass for \(now - thread.passedAt) ms")
        }
        for (partition, progress) in thread.partitions.sorted(by: { $0.key < $1.key })
        where progress.hasWaiting && !progress.isPaused && now - progress.movedAt > partitionTimeout {
          return Answer(isWell: false, text: "partition \(partition) has not moved for \(now - progress.movedAt) ms")
        }
      }
      return Answer(isWell: true, text: "ok")
    }
  }

  /// Every thread has answered its assignment and restored its partitions, and the process is not stopping.
  public func readiness() -> Answer {
    state.withLock { state in
      if state.isDraining { return Answer(isWell: false, text: "stopping") }
      if state.threads.isEmpty { return Answer(isWell: false, text: "starting") }
      for (name, thread) in state.threads.sorted(by: { $0.key < $1.key }) {
        if !thread.hasAnswered { return Answer(isWell: false, text: "thread \(name) waits for its first assignment") }
        if !thread.isRestored { return Answer(isWell: false, text: "thread \(name) is restoring") }
      }
      return Answer(isWell: true, text: "ok")
    }
  }

  /// The first assignment of every thread was answered.
  public func startup() -> Answer {
    state.withLock { state in
      let waiting = state.threads.filter { !$0.value.hasAnswered }.keys.sorted()
      if state.threads.isEmpty || !waiting.isEmpty { return Answer(isWell: false, text: "starting") }
      return Answer(isWell: true, text: "ok")
    }
  }
}
