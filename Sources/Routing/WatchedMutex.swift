import Synchronization

/// A mutex whose order a thread sanitizer sees too: a contended `Mutex` is handed over by the kernel (FUTEX_LOCK_PI),
/// which the sanitizer does not watch.
struct WatchedMutex<Value>: ~Copyable, Sendable {
  private let mutex: Mutex<Value>
  private let visits = Atomic<UInt64>(0)

  init(_ value: sending Value) { mutex = Mutex(value) }

  func withLock<Result>(_ body: (inout sending Value) -> sending Result) -> sending Result {
    mutex.withLock { value in
      _ = visits.load(ordering: .acquiring)
      defer { visits.add(1, ordering: .releasing) }
      return body(&value)
    }
  }
}
