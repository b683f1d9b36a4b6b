/// Why a worker ended; the raw value is the process's exit status.
public enum WorkerExit: Int32, Sendable, Equatable, CaseIterable {
  /// Stopped in order.
  case drained = 0
  case internalError = 70
  /// Another worker owns the partitions or the identity.
  case ownershipLost = 75
  /// The stop took longer than its bound.
  case forced = 76
  /// Settings or topics must be changed first.
  case settings = 78
}

/// How a thread ended, with one line for people: what is wrong (what to do).
public struct ThreadEnd: Sendable, Equatable {
  public var exit: WorkerExit
  public var reason: String

  public init(_ exit: WorkerExit, _ reason: String = "") {
    self.exit = exit
    self.reason = reason
  }
}
