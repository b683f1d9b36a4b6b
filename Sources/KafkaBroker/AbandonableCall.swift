import Dispatch
import Glibc
import Synchronization

/// Runs calls of the library that may never return on threads of their own.
enum AbandonableCall {
  /// What `work` returned, or nil when `timeout` passed first; the thread is left behind then and ends when the call does.
  static func run<Value: Sendable>(timeout: Duration, _ work: @escaping @Sendable () -> Value) -> Value? {
    let outcome = Outcome<Value>()
    start {
      let value = work()
      outcome.value.withLock { $0 = value }
      outcome.done.signal()
    }
    let limit = DispatchTime.now() + .milliseconds(ClientProperties.milliseconds(timeout))
    guard outcome.done.wait(timeout: limit) == .success else { return nil }
    return outcome.value.withLock { $0 }
  }

  /// Runs `work` on a new detached thread; in the caller's when none can be made.
  static func start(_ work: @escaping @Sendable () -> Void) {
    let box = Unmanaged.passRetained(Work(work))
    var thread = pthread_t()
    let error = pthread_create(
      &thread, nil,
      { opaque in
        if let opaque { Unmanaged<Work>.fromOpaque(opaque).takeRetainedValue().body() }
        return nil
      }, box.toOpaque())
    if error == 0 {
      pthread_detach(thread)
    } else {
      box.takeRetainedValue().body()
    }
  }

  private final class Work {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private final class Outcome<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
    let done = DispatchSemaphore(value: 0)
  }
}
