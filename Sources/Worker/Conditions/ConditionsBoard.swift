public import Navigator
public import Routing
import Synchronization

/// The road conditions in force, shared by all threads of a worker: an immutable snapshot that is swapped whole.
public final class ConditionsBoard: Sendable {
  /// A snapshot and the record that completed it.
  public struct Snapshot: Sendable {
    public var conditions: Conditions
    /// The newest record in it; nil before the first.
    public var newest: InputOrigin?

    public init(conditions: Conditions, newest: InputOrigin? = nil) {
      self.conditions = conditions
      self.newest = newest
    }
  }

  private struct State {
    var snapshot: Snapshot
    var isComplete = false
  }

  private let state: Mutex<State>

  /// - Parameter speeds: what the roads take before any report; nil = the network's free flow.
  public init(speeds: SpeedModel? = nil) {
    state = Mutex(State(snapshot: Snapshot(conditions: Conditions(speeds: speeds))))
  }

  public var current: Snapshot { state.withLock { $0.snapshot } }
  /// Whether `road-conditions` was read to the end that it had at the start.
  public var isComplete: Bool { state.withLock { $0.isComplete } }

  /// Puts a snapshot in force.
  public func publish(_ snapshot: Snapshot, isComplete: Bool) {
    state.withLock {
      $0.snapshot = snapshot
      $0.isComplete = $0.isComplete || isComplete
    }
  }
}
