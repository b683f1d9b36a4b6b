import Synchronization

/// What a thread is doing now, for the line that names who is stuck. Safe from any thread.
public final class StepNote: Sendable {
  private let current = Mutex("starting")
  public let thread: String

  public init(thread: String) { self.thread = thread }

  public var step: String { current.withLock { $0 } }
  func begin(_ step: StaticString) { current.withLock { $0 = step.description } }
}
