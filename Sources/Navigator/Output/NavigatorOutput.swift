/// What made the machine speak: with it and a running index the shell names each event the same on every replay.
public enum OutputCause: Hashable, Sendable {
  case record(InputOrigin)
  /// A deadline passed. The id comes from the record that armed it, the name and the deadline, whoever fires it.
  case timer(TimerName, armedBy: InputOrigin, deadlineMillis: Int64)
}

/// One event, with its cause and the time it happened.
public struct NavigatorOutput: Hashable, Sendable {
  public var cause: OutputCause
  /// Event time in milliseconds since 1970: the input's, or the deadline's. Never the wall clock.
  public var eventTimeMillis: Int64
  public var event: NavigatorEvent

  public init(cause: OutputCause, eventTimeMillis: Int64, event: NavigatorEvent) {
    self.cause = cause
    self.eventTimeMillis = eventTimeMillis
    self.event = event
  }
}

/// The events of a vehicle.
public enum NavigatorEvent: Hashable, Sendable {
  case routeStatus(RouteStatusEvent)
  case executionDetails(ExecutionDetailsEvent)
  case arrival(ArrivalEvent)
  case stop(StopEvent)
  case tripProgress(TripProgressEvent)
  case tripSummary(TripSummaryEvent)
  case refusal(RefusalEvent)
}

/// What every event says about whom and what it speaks of.
public struct EventHeader: Hashable, Sendable {
  public var vehicleID: String
  public var assignmentID: String
  public var tripID: String
  /// Rises with every new route of the assignment, from 1; 0 while there is none.
  public var routeRevision: UInt32
  /// The stop under way, from 0; nil when there is none.
  public var stopIndex: Int32?
  /// The caller's identifiers of that stop.
  public var stop: StopIdentity?
  /// The road conditions in force, as `ConditionsVersion.text` writes them.
  public var conditionsVersion: String

  public init(
    vehicleID: String, assignmentID: String = "", tripID: String = "", routeRevision: UInt32 = 0,
    stopIndex: Int32? = nil, stop: StopIdentity? = nil, conditionsVersion: String = ""
  ) {
    self.vehicleID = vehicleID
    self.assignmentID = assignmentID
    self.tripID = tripID
    self.routeRevision = routeRevision
    self.stopIndex = stopIndex
    self.stop = stop
    self.conditionsVersion = conditionsVersion
  }
}
