import Glibc
import Worker

/// SIGTERM and SIGINT: the first begins the orderly stop, the second ends the process at once.
enum StopSignals {
  /// Must run before any thread is started, so that all inherit the mask and one thread alone takes the signals.
  static func listen(raising stop: StopSignal) {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGTERM)
    sigaddset(&set, SIGINT)
    pthread_sigmask(SIG_BLOCK, &set, nil)
    let waiter = SignalWaiter(set: set, stop: stop)
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<SignalWaiter>.fromOpaque(argument).takeRetainedValue().wait() }
        return nil
      }, Unmanaged.passRetained(waiter).toOpaque())
    if status == 0 { pthread_detach(thread) } else { pthread_sigmask(SIG_UNBLOCK, &set, nil) }
  }
}

private final class SignalWaiter {
  private var set: sigset_t
  private let stop: StopSignal

  init(set: sigset_t, stop: StopSignal) {
    self.set = set
    self.stop = stop
  }

  func wait() {
    while true {
      var signal: Int32 = 0
      guard sigwait(&set, &signal) == 0 else { continue }
      if stop.isRaised { WorkerProgram.leaveByForce("stopped by a second signal (nothing half-done is visible)") }
      stop.raise()
    }
  }
}
