/// `GMSRouteStatus`, with its numbers.
public enum RouteStatus: UInt8, Sendable, Hashable, CaseIterable {
  case internalError = 0
  case ok = 1
  case noRouteFound = 2
  case networkError = 3
  case quotaExceeded = 4
  case apiKeyNotAuthorized = 5
  case canceled = 6
  case duplicateWaypointsError = 7
  case noWaypointsError = 8
  case locationUnavailable = 9
  case waypointError = 10
  case travelModeUnsupported = 11
}

/// `GMSNavigationRouteTokenExecutionStatus`, with its numbers.
public enum TokenExecutionStatus: UInt8, Sendable, Hashable, CaseIterable {
  case unknown = 0
  case noTokenProvided = 1
  case tokenSuccessfullyApplied = 2
  case tokenAppliedWithLocationMismatch = 3
  case tokenIgnoredMalformed = 4
  case tokenIgnoredOther = 5
}

/// Why a token was not carried out as planned (our addition to the SDK's status).
public enum TokenExecutionReason: UInt8, Sendable, Hashable, CaseIterable {
  case unspecified = 0
  /// A road of the plan is closed; the event names the first closed segment.
  case roadClosed = 1
  /// The plan's roads do not exist, or do not connect, on this network.
  case networkChanged = 2
  case expired = 3
  /// The vehicle is more than 25 m from the plan's origin, and not on the plan.
  case vehicleAway = 4
  /// Live conditions forbid the plan in another way than a closure.
  case conditionsChanged = 5
  /// A turn of the plan is forbidden for the token's mode.
  case turnForbidden = 6
  /// The token's text could not be opened.
  case tokenMalformed = 7
}

/// Why a route status was published.
public enum RouteStatusCause: UInt8, Sendable, Hashable, CaseIterable {
  case unspecified = 0
  case assigned = 1
  case offRoute = 2
  case roadClosed = 3
  case fasterRoute = 4
  case advanced = 5
  case selected = 6
  case cleared = 7
  case completed = 8
  case superseded = 9
}

/// What is wrong, when a route status is not OK.
public enum RouteErrorCode: UInt8, Sendable, Hashable, CaseIterable {
  case unspecified = 0
  case tokenMalformed = 1
  case tooManyWaypoints = 2
  case noWaypoints = 3
  case duplicateWaypoints = 4
  /// Not a place on Earth.
  case impossibleCoordinate = 5
  /// No usable road within the snap distance.
  case waypointNotSnappable = 6
  /// The waypoints are not the ones that the token was made for.
  case waypointsNotTheTokens = 7
  case travelModeUnsupported = 8
  /// No position yet; the assignment waits for one.
  case locationPending = 9
  /// No position came in time; the assignment is over.
  case locationTimeout = 10
  /// The vehicle, or a stop, is beyond the map.
  case outsideNetwork = 11
  case noRouteFound = 12
  /// The search was ended by its budget.
  case searchBudgetExceeded = 13
  /// A newer assignment took its place.
  case superseded = 14
}

/// `GMSNavigationRerouteStrategy`, with its numbers.
public enum TokenRerouteStrategy: UInt8, Sendable, Hashable, CaseIterable {
  case unknown = 0
  case bestBasedOnTokenParameters = 1
}

/// What of a route's objective could not be honoured: Routes Preferred's `FallbackRouteObjective`, with its numbers.
public enum ObjectiveFallback: UInt8, Sendable, Hashable, CaseIterable {
  case none = 0
  /// Tolls are to count, and their prices are not known: the route is the best by minutes and kilometres alone.
  case rateCardWithoutTollPrices = 1
}

/// `GMSNavigationDelayCategory`: the numbers run against severity.
public enum DelayCategory: UInt8, Sendable, Hashable, CaseIterable {
  case noData = 0
  case heavy = 1
  case medium = 2
  case light = 3
}

/// Navigation Connect's trip states.
public enum TripState: UInt8, Sendable, Hashable, CaseIterable {
  case unspecified = 0
  case new = 1
  case enroute = 2
  case arrived = 3
  case suspended = 4
  case failed = 5
  case clientError = 6
}

/// What guidance is doing.
public enum NavigationStatus: UInt8, Sendable, Hashable, CaseIterable {
  case unspecified = 0
  case noGuidance = 1
  case enrouteToDestination = 2
  case offRoute = 3
  case arrivedAtDestination = 4
}

/// `GMSNavigationSpeedAlertSeverity`, with its numbers.
public enum SpeedAlertSeverity: Int8, Sendable, Hashable, CaseIterable {
  case unknown = -2
  case notSpeeding = -1
  case minor = 0
  case major = 1
}

/// What happened near a stop, besides the arrival.
public enum StopEventKind: UInt8, Sendable, Hashable, CaseIterable {
  case unspecified = 0
  case approaching = 1
  case departed = 2
}

/// Why a well-formed input was declined.
public enum RefusalReason: UInt8, Sendable, Hashable, CaseIterable {
  case unspecified = 0
  /// Older than what is already known.
  case stale = 1
  case duplicate = 2
  /// A fix dated further ahead of its record than the skew limit.
  case fromFuture = 3
  /// Continue, select or clear for a vehicle that has no session.
  case unknownVehicle = 4
  case superseded = 5
  case tooManyStops = 6
  /// `SelectRoute` names no alternative of this session, or one that cannot be taken up from here.
  case unknownRoute = 7
  /// `ContinueToNextDestination` names a stop that lies ahead of the current one.
  case wrongStop = 8
  /// The command names another assignment than the session's.
  case wrongAssignment = 9
  /// Nothing to continue, select or clear: no destinations are set.
  case noDestinations = 10
  /// More than the worker has room for; the shell's word, never the machine's.
  case overloaded = 21
}

/// How a trip ended.
public enum TripEnd: UInt8, Sendable, Hashable, CaseIterable {
  case unspecified = 0
  case completed = 1
  case cleared = 2
  case superseded = 3
}
