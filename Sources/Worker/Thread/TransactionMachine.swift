public import Broker

/// Decides the next step of a stream thread's transaction. Pure: no clock, no I/O.
///
///     idle ──began──▶ open ──commitDue──▶ flushing ──▶ sendingOffsets ──▶ committing ──▶ idle   (committed)
///                      │                     │              │                 │
///                      └──────── failure that requires it ──┘                 │ outcome unknown: the same call again,
///                                    ▼                                        │ past the bound ─▶ broken
///                                 aborting ──▶ idle (rolled back)             ▼
///     any ── ownership lost, fatal ─────────────────────────────────────▶ broken   (handles replaced, state rebuilt from the log)
///
/// The order flush, offsets, commit is part of the guarantee: offsets that are committed without their output would lose it.
public struct TransactionMachine: Sendable {
  public enum State: Equatable, Sendable {
    /// No transaction is open.
    case idle
    /// Records may be produced. `since`: when it began.
    case open(since: Int64)
    /// No record may be added from here on. `since`: when this step was first tried.
    case flushing(since: Int64)
    case sendingOffsets(since: Int64)
    /// The outcome may be decided at the broker already: nothing but the same call may follow.
    case committing(since: Int64)
    case aborting(since: Int64)
    /// The handle is finished.
    case broken
  }

  /// A call for the shell to make.
  public enum Step: String, Equatable, Sendable, CaseIterable {
    case begin, flush, sendOffsets, commit, abort
  }

  /// What a finished call means for the thread's state.
  public enum Effect: Equatable, Sendable {
    /// Go on with the next step.
    case proceed
    /// Nothing was decided; make the same call in a later pass.
    case tryLater
    /// Outputs, changelog and offsets are in the log: forget the before-images.
    case committed
    /// Nothing of the transaction will ever be seen: put back the before-images and rewind.
    case rolledBack
    /// Drop state, replace handles, read committed offsets and changelog again.
    case rebuild(BrokerFailure)
  }

  public private(set) var state = State.idle
  /// Milliseconds that one step may be retried for.
  public let bound: Int64

  public init(boundMillis: Int64) { bound = boundMillis }

  public var isOpen: Bool { if case .open = state { true } else { false } }
  public var isIdle: Bool { state == .idle }
  /// Between the decision to commit or abort and its outcome: no record may be applied.
  public var isEnding: Bool {
    switch state {
    case .flushing, .sendingOffsets, .committing, .aborting: true
    case .idle, .open, .broken: false
    }
  }

  /// When the open transaction began.
  public var openSince: Int64? { if case .open(let since) = state { since } else { nil } }

  /// The call that is due now, nil when there is none.
  public var dueStep: Step? {
    switch state {
    case .idle, .open, .broken: nil
    case .flushing: .flush
    case .sendingOffsets: .sendOffsets
    case .committing: .commit
    case .aborting: .abort
    }
  }

  /// The transaction was begun at the broker.
  public mutating func began(at now: Int64) {
    if state == .idle { state = .open(since: now) }
  }

  /// Ends an open transaction by committing it. Elsewhere it changes nothing.
  public mutating func startCommit(at now: Int64) {
    if isOpen { state = .flushing(since: now) }
  }

  /// Ends an open or flushing transaction by aborting it; one whose commit may be decided cannot be aborted any more.
  public mutating func startAbort(at now: Int64) {
    switch state {
    case .open, .flushing, .sendingOffsets: state = .aborting(since: now)
    case .idle, .committing, .aborting, .broken: break
    }
  }

  /// The handles were replaced.
  public mutating func reset() { state = .idle }

  /// A step succeeded.
  public mutating func succeeded(_ step: Step, at now: Int64) -> Effect {
    switch (state, step) {
    case (.flushing, .flush):
      state = .sendingOffsets(since: now)
      return .proceed
    case (.sendingOffsets, .sendOffsets):
      state = .committing(since: now)
      return .proceed
    case (.committing, .commit):
      state = .idle
      return .committed
    case (.aborting, .abort):
      state = .idle
      return .rolledBack
    default: return .proceed
    }
  }

  /// A step, or a produce within an open transaction (`step` nil), failed.
  public mutating func failed(_ failure: BrokerFailure, in step: Step?, at now: Int64) -> Effect {
    switch failure {
    case .ownershipLost, .fatal:
      state = .broken
      return .rebuild(failure)
    case .abortTransaction:
      if case .aborting = state {
        // An abort that answers "abort" will never succeed on this handle.
        state = .broken
        return .rebuild(failure)
      }
      if state == .idle { return .tryLater }
      // From committing too: the broker has answered that nothing was committed.
      state = .aborting(since: now)
      return .proceed
    case .retriable:
      return retry(failure, at: now)
    }
  }

  private mutating func retry(_ failure: BrokerFailure, at now: Int64) -> Effect {
    switch state {
    case .idle, .open, .broken: return .tryLater
    case .flushing(let since), .sendingOffsets(let since):
      if now - since < bound { return .tryLater }
      // Nothing was decided yet, so aborting is safe.
      state = .aborting(since: now)
      return .proceed
    case .committing(let since), .aborting(let since):
      if now - since < bound { return .tryLater }
      state = .broken
      return .rebuild(failure)
    }
  }
}
