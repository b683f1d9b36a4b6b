public import Broker
public import Navigator
import RoadNetwork
import Routing

extension NavigatorProcessor {
  public var isReady: Bool { surroundings.board.isComplete }

  public var conditionsInForce: ConditionsMark {
    ConditionsMark(version: surroundings.board.current.conditions.version.text)
  }

  /// Tells exactly the sessions that a change can matter to, in order of vehicle.
  public func applyConditions(
    since former: ConditionsMark?, to sessions: inout SessionStore<Session>, _ outputs: inout [OutgoingRecord]
  ) -> ConditionsMark {
    let current = surroundings.board.current
    remember(current)
    let mark = ConditionsMark(version: current.conditions.version.text)
    guard let newest = current.newest, sessions.count > 0, former != mark else { return mark }
    // A version from before this process is not known any more: then everything that is reported counts as new, and whoever
    // goes round a closure is asked, because it may have ended since.
    let known = snapshots.last { $0.conditions.version.text == former?.version }?.conditions
    let edges = current.conditions.changedEdges(since: known ?? .none)
    if edges.isEmpty, known != nil { return mark }
    let changed = ChangedEdges(edges)
    for vehicle in sessions.vehicles(watching: edges.lazy.map(\.rawValue))
    where sessions[vehicle]?.isConcerned(by: changed) == true {
      var numbering = OutputNumbering()
      apply(.conditionsChanged(changed), from: newest, of: vehicle, in: &sessions, nil, &numbering, &outputs)
    }
    return mark
  }

  private func remember(_ snapshot: ConditionsBoard.Snapshot) {
    if snapshots.last?.conditions === snapshot.conditions { return }
    snapshots.append(snapshot)
    // All tasks of a thread follow within a pass or two.
    if snapshots.count > 8 { snapshots.removeFirst() }
  }
}
