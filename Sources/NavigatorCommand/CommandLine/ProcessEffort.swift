import Glibc

/// What the process has used: for measurements that are told, never for decisions.
enum ProcessEffort {
  /// Of a clock that only goes forward.
  static func nanoseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// The most memory that the process has held.
  static func peakBytes() -> UInt64 {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return UInt64(max(0, usage.ru_maxrss)) * 1_024
  }
}
