public import Geometry

/// What is reported about one stretch of road in one direction.
public struct RoadConditionUpdate: Hashable, Sendable {
  /// The stretch and its direction.
  public enum Segment: Hashable, Sendable {
    /// From one OSM node of the way to another, in that direction.
    case reference(SegmentReference)
    /// Along a line, in its direction; matched to the edges within a few meters of it.
    case polyline([Coordinate])
  }

  public var segment: Segment
  public var isClosed: Bool
  /// Speed that holds instead of the network's; nil or not above zero when only closure is reported.
  public var speedKilometersPerHour: Double?
  /// First event time it holds, milliseconds since 1970; nil = since ever.
  public var validFromMillis: Int64?
  /// First event time it no longer holds; nil = until replaced.
  public var validUntilMillis: Int64?

  public init(
    segment: Segment, isClosed: Bool = false, speedKilometersPerHour: Double? = nil,
    validFromMillis: Int64? = nil, validUntilMillis: Int64? = nil
  ) {
    self.segment = segment
    self.isClosed = isClosed
    self.speedKilometersPerHour = speedKilometersPerHour
    self.validFromMillis = validFromMillis
    self.validUntilMillis = validUntilMillis
  }
}

/// One record of the conditions feed: what is known under its key now.
public struct RoadConditionChange: Hashable, Sendable {
  /// The record's key. A later change with an equal key replaces the former one whole.
  public var key: String
  /// nil: back to normal.
  public var update: RoadConditionUpdate?

  public init(key: String, update: RoadConditionUpdate?) {
    self.key = key
    self.update = update
  }
}

/// Which conditions were in force: equal versions promise equal answers.
public struct ConditionsVersion: Hashable, Sendable {
  /// For each partition of the conditions feed, the offset after the last record applied.
  public var nextOffsets: [Int64]
  /// Of the speed table and cost model that the metric was made with.
  public var metric: UInt32

  public init(nextOffsets: [Int64] = [], metric: UInt32 = 0) {
    self.nextOffsets = nextOffsets
    self.metric = metric
  }

  /// The version before any record.
  public static let none = ConditionsVersion()

  /// Offsets joined by commas, a slash, the metric: `"128,64/1"`.
  public var text: String {
    nextOffsets.map(String.init).joined(separator: ",") + "/" + String(metric)
  }
}
