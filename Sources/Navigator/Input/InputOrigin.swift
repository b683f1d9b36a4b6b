/// The input topics of a vehicle, in the order in which equal times are applied.
public enum InputTopic: UInt8, Sendable, Hashable, CaseIterable {
  case roadConditions = 0
  case locationUpdates = 1
  case routeAssignments = 2
}

/// The record that an input came from: where it stands in the log, and the time the log gave it.
///
/// Outputs carry it, so that the shell can derive the same event id on every replay.
public struct InputOrigin: Hashable, Sendable {
  public var topic: InputTopic
  public var partition: Int32
  public var offset: Int64
  /// The record's timestamp in milliseconds since 1970; −1 when the log does not know it.
  public var timestampMillis: Int64

  public init(topic: InputTopic, partition: Int32, offset: Int64, timestampMillis: Int64) {
    self.topic = topic
    self.partition = partition
    self.offset = offset
    self.timestampMillis = timestampMillis
  }

  /// Whether the log knows the record's time.
  public var hasTimestamp: Bool { timestampMillis >= 0 }
}
