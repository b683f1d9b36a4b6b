import Glibc

/// The machine's clocks.
public struct SystemClock: WorkerClock {
  public init() {}

  public var wallMillis: Int64 { SystemClock.read(CLOCK_REALTIME) }
  public var steadyMillis: Int64 { SystemClock.read(CLOCK_MONOTONIC) }

  public func pause(milliseconds: Int64) {
    if milliseconds > 0 { usleep(UInt32(clamping: milliseconds * 1_000)) }
  }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}
