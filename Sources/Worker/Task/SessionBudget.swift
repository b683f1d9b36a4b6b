import Synchronization

/// The room that the sessions of a process take together, held against `sessions.bytes`. Safe from any thread.
///
/// It is an estimate, told by each stream thread once a pass: what it decides is whether new sessions are begun, never what becomes of those
/// that are there.
public final class SessionBudget: Sendable {
  public let limitBytes: Int64
  private let held = Atomic<Int64>(0)

  public init(limitBytes: Int64 = .max) { self.limitBytes = limitBytes }

  /// Bytes of all threads.
  public var heldBytes: Int64 { held.load(ordering: .relaxed) }
  public var isFull: Bool { heldBytes >= limitBytes }

  /// A thread's sessions have grown or shrunk.
  func add(_ bytes: Int64) { held.wrappingAdd(bytes, ordering: .relaxed) }
}
