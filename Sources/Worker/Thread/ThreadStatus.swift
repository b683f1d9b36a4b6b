import Messages
import Synchronization

/// What a stream thread tells of itself for the heartbeat.
struct ThreadStatus: Sendable {
  var hasAnswered = false
  var isRestored = false
  var partitions: [WorkerStatusReport.Partition] = []
  var sessions = 0
  var restoreRemaining: Int64 = 0
  var restoredRecords: Int64 = 0
}

/// The latest status of each thread of a worker. Safe from any thread.
public final class ThreadStatusBoard: Sendable {
  private let statuses = Mutex<[String: ThreadStatus]>([:])
  public init() {}

  func post(_ status: ThreadStatus, of thread: String) { statuses.withLock { $0[thread] = status } }

  /// In order of the threads' names.
  var all: [ThreadStatus] { statuses.withLock { $0.sorted { $0.key < $1.key }.map(\.value) } }
}
