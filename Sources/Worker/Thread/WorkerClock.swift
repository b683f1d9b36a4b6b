/// Time as the worker's shell sees it; the core reads none.
public protocol WorkerClock: Sendable {
  /// Milliseconds since 1970-01-01 UTC.
  var wallMillis: Int64 { get }
  /// Milliseconds of a clock that never jumps.
  var steadyMillis: Int64 { get }
  /// Waits; a clock that tests move by hand returns at once.
  func pause(milliseconds: Int64)
}
