/// `GMSNavigationTravelMode`, with its numbers.
public enum AppTravelMode: UInt8, Sendable, Hashable, CaseIterable {
  case driving = 0
  case cycling = 1
  case walking = 2
  case twoWheeler = 3
  case taxicab = 4
}

/// `GMSNavigationRoutingStrategy`, with its numbers.
public enum RoutingStrategy: UInt8, Sendable, Hashable, CaseIterable {
  case defaultBest = 0
  case shorter = 1
  case deltaToTargetDistance = 2
}

/// `GMSNavigationAlternateRoutesStrategy`, with its numbers.
public enum AlternateRoutesStrategy: UInt8, Sendable, Hashable, CaseIterable {
  case all = 0
  case none = 1
  case one = 2
}

/// The deadlines that a session can hold.
public enum TimerName: UInt8, Sendable, Hashable, CaseIterable {
  /// An assignment waits for a first fix no longer than this.
  case fixTimeout = 0
  /// The vehicle has stood at the stop for the dwell time.
  case dwell = 1
  /// A reroute that was held back by the minimum interval, or found no route, is tried again.
  case rerouteRetry = 2
  /// An idle session is forgotten.
  case idleEviction = 3

  /// The name within event ids.
  public var text: String {
    switch self {
    case .fixTimeout: "fix-timeout"
    case .dwell: "dwell"
    case .rerouteRetry: "reroute-retry"
    case .idleEviction: "idle-eviction"
    }
  }
}
