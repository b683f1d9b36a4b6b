public import Messages

/// The topics as the worker found them: names by role, partition counts, order of the inputs.
public struct WorkerTopics: Sendable, Equatable {
  /// The co-partitioned inputs in order of rank: fixes before assignments at equal times.
  public static let inputs: [TopicRole] = [.locationUpdates, .routeAssignments]

  public var catalogue: TopicCatalogue
  /// Of the inputs and of the changelog alike.
  public var partitionCount: Int32
  public var deadLetterPartitionCount: Int32
  public var conditionsPartitionCount: Int32

  public init(
    catalogue: TopicCatalogue, partitionCount: Int32, deadLetterPartitionCount: Int32, conditionsPartitionCount: Int32
  ) {
    self.catalogue = catalogue
    self.partitionCount = partitionCount
    self.deadLetterPartitionCount = deadLetterPartitionCount
    self.conditionsPartitionCount = conditionsPartitionCount
  }

  public var inputNames: [String] { WorkerTopics.inputs.map { catalogue.name(of: $0) } }
  public var changelogName: String { catalogue.name(of: .sessionsChangelog) }
}
