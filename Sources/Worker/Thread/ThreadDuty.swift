public import Messages

/// What a stream thread is there for: which topics it reads in which group, and whether its tasks hold state.
public struct ThreadDuty: Sendable, Equatable {
  /// Begins the thread's name and ends its transactional id.
  public var name: String
  /// In order of rank; co-partitioned when there are several.
  public var inputs: [TopicRole]
  /// Appended to the application id; empty for the main group.
  public var groupSuffix: String
  /// Whether its tasks restore sessions from the changelog.
  public var hasChangelog: Bool

  /// Follows vehicles.
  public static let navigation = ThreadDuty(
    name: "stream", inputs: WorkerTopics.inputs, groupSuffix: "", hasChangelog: true)
  /// Answers requests; in a group of its own, so that they never delay the vehicles.
  public static let services = ThreadDuty(
    name: "service", inputs: [.serviceRequests], groupSuffix: "-services", hasChangelog: false)

  /// Stable over restarts, unlike that of every other thread.
  func transactionalID(_ settings: WorkerSettings, thread: Int) -> String {
    let base = settings.transactionalID(thread: thread)
    return groupSuffix.isEmpty ? base : base + groupSuffix
  }
}
