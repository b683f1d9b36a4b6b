/// What a trip came to, at its end: what a fare is checked against.
public struct TripSummaryEvent: Hashable, Sendable {
  public var header: EventHeader
  public var end: TripEnd
  public var plannedDistanceMeters: Int32
  public var plannedDurationSeconds: Int32
  public var drivenDistanceMeters: Int32
  public var drivenDurationSeconds: Int32
  /// Toll roads entered.
  public var tollsPassed: Int32
  /// Waited at stops between arrival and departure.
  public var waitingSeconds: Int32
  /// Share of the planned length that was driven, in thousandths.
  public var followedShareThousandths: Int32
  public var rerouteCount: Int32
  public var stopsReached: Int32
  public var stopsPlanned: Int32
  /// When the first route of the assignment began, and when the trip ended; milliseconds since 1970.
  public var startedAtMillis: Int64
  public var endedAtMillis: Int64

  public init(
    header: EventHeader, end: TripEnd, plannedDistanceMeters: Int32 = 0, plannedDurationSeconds: Int32 = 0,
    drivenDistanceMeters: Int32 = 0, drivenDurationSeconds: Int32 = 0, tollsPassed: Int32 = 0,
    waitingSeconds: Int32 = 0, followedShareThousandths: Int32 = 0, rerouteCount: Int32 = 0, stopsReached: Int32 = 0,
    stopsPlanned: Int32 = 0, startedAtMillis: Int64 = 0, endedAtMillis: Int64 = 0
  ) {
    self.header = header
    self.end = end
    self.plannedDistanceMeters = plannedDistanceMeters
    self.plannedDurationSeconds = plannedDurationSeconds
    self.drivenDistanceMeters = drivenDistanceMeters
    self.drivenDurationSeconds = drivenDurationSeconds
    self.tollsPassed = tollsPassed
    self.waitingSeconds = waitingSeconds
    self.followedShareThousandths = followedShareThousandths
    self.rerouteCount = rerouteCount
    self.stopsReached = stopsReached
    self.stopsPlanned = stopsPlanned
    self.startedAtMillis = startedAtMillis
    self.endedAtMillis = endedAtMillis
  }
}
