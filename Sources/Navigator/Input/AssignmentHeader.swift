/// How often progress is published: whichever of the two is passed first.
public struct ProgressThresholds: Hashable, Sendable {
  /// Seconds of remaining time; zero, negative or absent means the default, infinity switches it off.
  public var timeSeconds: Double?
  /// Metres of remaining distance; zero, negative or absent means the default, infinity switches it off.
  public var distanceMeters: Double?

  public init(timeSeconds: Double? = nil, distanceMeters: Double? = nil) {
    self.timeSeconds = timeSeconds
    self.distanceMeters = distanceMeters
  }
}

/// When speeding becomes an alert. The Navigation SDK's rules hold (a missing severity never fires; the two are kept in order).
public struct SpeedAlertOptions: Hashable, Sendable {
  /// Share over the limit: 0.1 is ten percent; negative or absent means not set.
  public var minorThreshold: Double?
  public var majorThreshold: Double?
  /// Above the minor threshold for longer than this makes it major; negative or absent means never.
  public var severityUpgradeSeconds: Double?

  public init(minorThreshold: Double? = nil, majorThreshold: Double? = nil, severityUpgradeSeconds: Double? = nil) {
    self.minorThreshold = minorThreshold
    self.majorThreshold = majorThreshold
    self.severityUpgradeSeconds = severityUpgradeSeconds
  }
}

/// When an assignment takes effect.
public enum Activation: UInt8, Sendable, Hashable, CaseIterable {
  /// At once, cancelling what is under way: the Navigation SDK's way.
  case now = 0
  /// Behind the current trip, when it is completed.
  case afterCurrent = 1
}

/// What both forms of assignment share.
public struct AssignmentHeader: Sendable, Hashable {
  /// The idempotency key: the same one again changes nothing.
  public var assignmentID: String
  public var tripID: String
  /// When the dispatcher issued it; absent means the record's timestamp.
  public var issuedAtMillis: Int64?
  public var activation: Activation
  /// Whether guidance ends by itself at the last stop.
  public var stopGuidanceAtArrival: Bool
  public var progressThresholds: ProgressThresholds
  public var speedAlerts: SpeedAlertOptions?

  public init(
    assignmentID: String, tripID: String = "", issuedAtMillis: Int64? = nil, activation: Activation = .now,
    stopGuidanceAtArrival: Bool = true, progressThresholds: ProgressThresholds = ProgressThresholds(),
    speedAlerts: SpeedAlertOptions? = nil
  ) {
    self.assignmentID = assignmentID
    self.tripID = tripID
    self.issuedAtMillis = issuedAtMillis
    self.activation = activation
    self.stopGuidanceAtArrival = stopGuidanceAtArrival
    self.progressThresholds = progressThresholds
    self.speedAlerts = speedAlerts
  }
}
