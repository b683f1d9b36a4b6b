import Broker
internal import Synchronization

/// A Kafka cluster in memory with true transactional meaning, its own clock and a fault plan: same calls, same outcome, every time.
///
/// Processes get their ``Broker`` by ``process(named:)``. Nothing moves by itself: the clock stands until ``advance(by:)``
/// (or as ``SimulationSettings/waiting`` says), and a call does all it can before it returns.
/// Any thread may call; a run is deterministic when one thread makes all calls.
public final class SimulatedCluster: Sendable {
  private let state: Mutex<ClusterState>
  let settings: SimulationSettings

  public init(_ settings: SimulationSettings = SimulationSettings(), plan: FaultPlan = FaultPlan()) {
    self.settings = settings
    state = Mutex(ClusterState(settings: settings, plan: plan))
  }

  /// A new client process. A name may be used again after its process is dead: a restart.
  public func process(named name: String) -> SimulatedBroker {
    let number = with { state in
      state.processes.append(ProcessState(name: name))
      return state.processes.count - 1
    }
    return SimulatedBroker(cluster: self, process: number, name: name)
  }

  // MARK: Time

  public var nowMillis: Int64 { with { $0.nowMillis } }
  /// Since the start of the simulation.
  public var elapsed: Duration { with { .nanoseconds($0.nowNanoseconds) } }

  /// Moves the clock on and carries out what falls due.
  public func advance(by duration: Duration) { with { $0.advance(by: duration) } }

  // MARK: The broker's machine

  /// Stops the broker: nothing is lost, nobody reaches it.
  public func stop() { with { $0.stop() } }
  public func start() {
    with {
      $0.start()
      $0.advance(by: .zero)
    }
  }

  // MARK: Calls

  /// Everything called so far, when ``SimulationSettings/recordsCalls`` is set.
  public var calls: [CallRecord] { with { $0.calls } }

  func with<Result: Sendable>(_ body: (inout ClusterState) -> Result) -> Result {
    state.withLock { state in body(&state) }
  }

  /// One call of a handle: counted, met by faults, then carried out.
  func call<Result: Sendable>(
    _ handle: HandleIdentity, _ call: Call, timeout: Duration = .zero,
    _ body: (inout ClusterState, CallEntry) throws(BrokerFailure) -> Result
  ) throws(BrokerFailure) -> Result {
    try state.withLock { (state) throws(BrokerFailure) -> Result in
      do throws(BrokerFailure) {
        let entry = try state.enter(handle.process, call)
        if !entry.isReachable, settings.waiting == .movesTheClock { state.advance(by: timeout) }
        let result = try body(&state, entry)
        if entry.killsAfter {
          state.kill(handle.process)
          throw .fatal(.simulatedKill)
        }
        if let failure = entry.failAfter { throw failure }
        state.record(handle, call, nil)
        return result
      } catch {
        if let producer = handle.producer { state.producers[producer].note(error, in: call) }
        state.record(handle, call, error)
        throw error
      }
    }
  }

  /// Further work of a call that was counted already; a process killed meanwhile gets no further.
  func proceed<Result: Sendable>(
    _ handle: HandleIdentity, _ body: (inout ClusterState) throws(BrokerFailure) -> Result
  ) throws(BrokerFailure) -> Result {
    try state.withLock { (state) throws(BrokerFailure) -> Result in
      if state.processes[handle.process].isKilled { throw .fatal(.simulatedKill) }
      return try body(&state)
    }
  }
}

/// Which handle of which process.
struct HandleIdentity: Sendable {
  var process: Int
  var number: Int
  /// Place in the cluster's list of producers.
  var producer: Int?
}

extension ClusterState {
  mutating func record(_ handle: HandleIdentity, _ call: Call, _ failure: BrokerFailure?) {
    guard settings.recordsCalls else { return }
    calls.append(
      CallRecord(
        process: processes[handle.process].name, handle: handle.number, step: processes[handle.process].steps,
        atMillis: nowMillis, call: call, failure: failure))
  }

  mutating func takeHandle() -> Int {
    nextHandle += 1
    return nextHandle - 1
  }
}
