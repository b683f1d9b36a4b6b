public import Geometry

/// Where the vehicle is on its route and what remains.
public struct TripProgressEvent: Hashable, Sendable {
  public var header: EventHeader
  public var tripState: TripState
  public var navigationStatus: NavigationStatus
  public var remainingDistanceToNextStopMeters: Int32
  public var remainingDurationToNextStopSeconds: Int32
  public var remainingDistanceMeters: Int32
  public var remainingDurationSeconds: Int32
  public var delayCategory: DelayCategory
  public var rawLocation: Coordinate?
  /// On the road; absent while the vehicle is on none that the map knows.
  public var snappedLocation: Coordinate?
  public var snappedHeadingDegrees: Int32?
  public var speeding: Speeding?
  public var nextManeuver: NextManeuver?
  public var traveledDistanceMeters: Int32
  /// For each remaining stop, in order.
  public var arrivals: [StopArrivalEstimate]

  public init(
    header: EventHeader, tripState: TripState, navigationStatus: NavigationStatus,
    remainingDistanceToNextStopMeters: Int32 = 0, remainingDurationToNextStopSeconds: Int32 = 0,
    remainingDistanceMeters: Int32 = 0, remainingDurationSeconds: Int32 = 0, delayCategory: DelayCategory = .noData,
    rawLocation: Coordinate? = nil, snappedLocation: Coordinate? = nil, snappedHeadingDegrees: Int32? = nil,
    speeding: Speeding? = nil, nextManeuver: NextManeuver? = nil, traveledDistanceMeters: Int32 = 0,
    arrivals: [StopArrivalEstimate] = []
  ) {
    self.header = header
    self.tripState = tripState
    self.navigationStatus = navigationStatus
    self.remainingDistanceToNextStopMeters = remainingDistanceToNextStopMeters
    self.remainingDurationToNextStopSeconds = remainingDurationToNextStopSeconds
    self.remainingDistanceMeters = remainingDistanceMeters
    self.remainingDurationSeconds = remainingDurationSeconds
    self.delayCategory = delayCategory
    self.rawLocation = rawLocation
    self.snappedLocation = snappedLocation
    self.snappedHeadingDegrees = snappedHeadingDegrees
    self.speeding = speeding
    self.nextManeuver = nextManeuver
    self.traveledDistanceMeters = traveledDistanceMeters
    self.arrivals = arrivals
  }
}

/// Speed against the limit.
public struct Speeding: Hashable, Sendable {
  public var severity: SpeedAlertSeverity
  /// Percent over the limit; 0 is not speeding, −1 is a limit or speed that is not known.
  public var percentage: Int32

  public init(severity: SpeedAlertSeverity, percentage: Int32) {
    self.severity = severity
    self.percentage = percentage
  }
}

/// The maneuver ahead.
public struct NextManeuver: Hashable, Sendable {
  /// The Routes API's number (`Routing.Maneuver`).
  public var type: Int32
  public var roadName: String
  public var distanceMeters: Int32

  public init(type: Int32, roadName: String, distanceMeters: Int32) {
    self.type = type
    self.roadName = roadName
    self.distanceMeters = distanceMeters
  }
}

/// When a stop will be reached.
public struct StopArrivalEstimate: Hashable, Sendable {
  public var stopIndex: Int32
  public var stop: StopIdentity
  /// Milliseconds since 1970.
  public var arrivalMillis: Int64
  /// Cumulative from the vehicle, as the duration is.
  public var distanceMeters: Int32
  public var durationSeconds: Int32

  public init(
    stopIndex: Int32, stop: StopIdentity, arrivalMillis: Int64, distanceMeters: Int32, durationSeconds: Int32
  ) {
    self.stopIndex = stopIndex
    self.stop = stop
    self.arrivalMillis = arrivalMillis
    self.distanceMeters = distanceMeters
    self.durationSeconds = durationSeconds
  }
}
