import Messages
import Navigator
import Observability
import Routing

/// What is declined while the sessions take all the room they may.
extension NavigatorProcessor {
  /// Declines what would begin a session or a trip; sessions that are there go on. True when the input was declined.
  ///
  /// A dispatcher can act on it, so an assignment is answered; a fix is counted alone.
  func declines(
    _ input: NavigatorInput, from origin: InputOrigin, of vehicle: String, session: Session?,
    _ publish: (NavigatorOutput) -> Void
  ) -> Bool {
    guard surroundings.sessionBudget.isFull else { return false }
    let declined: (header: AssignmentHeader, type: MessageType)?
    switch input {
    case .locationUpdate where session == nil: declined = nil
    case .assignRouteToken(let assignment) where session?.hasTrip != true:
      declined = (assignment.header, .assignRouteToken)
    case .setDestinations(let assignment) where session?.hasTrip != true:
      declined = (assignment.header, .setDestinations)
    default: return false
    }
    surroundings.log.warning(
      "no room for another session", digestedBy: "", LogField("sessions_bytes", surroundings.sessionBudget.heldBytes),
      LogField("limit", surroundings.sessionBudget.limitBytes),
      LogField("vehicle", vehicle.utf8.count <= 64 ? vehicle : ""),
      LogField("remedy", "add workers or raise sessions.bytes"))
    guard let declined else {
      surroundings.metrics.counter(WorkerMetrics.refused, ["\(RefusalReason.overloaded)"]).add()
      return true
    }
    let conditions = surroundings.board.current.conditions.version.text
    publish(
      NavigatorOutput(
        cause: .record(origin), eventTimeMillis: origin.timestampMillis,
        event: .refusal(
          RefusalEvent(
            header: EventHeader(
              vehicleID: vehicle, assignmentID: declined.header.assignmentID, tripID: declined.header.tripID,
              conditionsVersion: conditions),
            requestID: declined.header.assignmentID, requestType: declined.type.rawValue, reason: .overloaded,
            text: "the worker has no room for another trip (send it again later; add workers or raise sessions.bytes)"))
      ))
    return true
  }
}

extension Session {
  fileprivate var hasTrip: Bool { state != .idle }
}
