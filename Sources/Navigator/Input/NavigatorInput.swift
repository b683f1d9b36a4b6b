/// Everything that can happen to a vehicle's session. A batch of fixes is one `locationUpdate` after the other.
public enum NavigatorInput: Sendable {
  case assignRouteToken(AssignRouteToken)
  case setDestinations(SetDestinations)
  case continueToNextDestination(ContinueToNextDestination)
  case selectRoute(SelectRoute)
  case clearDestinations(ClearDestinations)
  case locationUpdate(LocationUpdate)
  /// A deadline kept in the session has passed. The shell sends it for a task that has no records; before a record
  /// the machine fires what is due by itself.
  case timer(TimerName)
  /// New closures or speeds are in force on these edges. A session that they do not concern is left alone.
  case conditionsChanged(ChangedEdges)
}
