import Synchronization

/// Tells the threads of a worker to stop in order. Once raised it stays. Safe from any thread.
public final class StopSignal: Sendable {
  private let raised = Atomic(false)
  public init() {}
  public func raise() { raised.store(true, ordering: .releasing) }
  public var isRaised: Bool { raised.load(ordering: .acquiring) }
}
