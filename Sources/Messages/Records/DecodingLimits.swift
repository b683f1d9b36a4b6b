/// Bounds that hold before anything is allocated for a record.
public struct DecodingLimits: Hashable, Sendable {
  /// Longest value that is looked at.
  public var recordBytes: Int
  /// Longest key.
  public var keyBytes: Int
  /// Most fixes in a batch.
  public var batchUpdates: Int
  /// Most waypoints that are read; a session takes 25, and more than those is for the navigator to decline.
  public var waypoints: Int
  /// Most memory that reading one record may take.
  public var workingBytes: Int

  public init(
    recordBytes: Int = 1 << 20, keyBytes: Int = 1_024, batchUpdates: Int = 10_000, waypoints: Int = 1_000,
    workingBytes: Int = 64 << 20
  ) {
    self.recordBytes = recordBytes
    self.keyBytes = keyBytes
    self.batchUpdates = batchUpdates
    self.waypoints = waypoints
    self.workingBytes = workingBytes
  }
}
