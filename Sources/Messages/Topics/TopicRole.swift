/// What a topic is for. The raw value is its short name, which ids and `navigator replay` use; names on a cluster are settings.
public enum TopicRole: String, CaseIterable, Hashable, Sendable {
  case routeAssignments = "route-assignments"
  case locationUpdates = "location-updates"
  case roadConditions = "road-conditions"
  case serviceRequests = "service-requests"
  case routeStatus = "route-status"
  case executionDetails = "execution-details"
  case arrivals = "arrivals"
  case tripProgress = "trip-progress"
  case serviceResponses = "service-responses"
  case deadLetters = "dead-letters"
  case workerStatus = "worker-status"
  case sessionsChangelog = "sessions-changelog"

  /// Seen from the worker.
  public enum Direction: String, Hashable, Sendable {
    case input, output, `internal`
  }

  /// What a record's key is.
  public enum KeyKind: String, Hashable, Sendable {
    /// The vehicle id, UTF-8.
    case vehicle
    /// `way:from:to`, or the sender's own name for a polyline.
    case segmentReference
    case requestID
    /// The key of the record that could not be read.
    case original
    case workerID
    /// A kind byte and the vehicle id.
    case kindAndVehicle
  }

  /// `cleanup.policy`.
  public enum Cleanup: String, Hashable, Sendable {
    case delete
    case compact
    case compactAndDelete = "compact,delete"
  }

  public var direction: Direction {
    switch self {
    case .routeAssignments, .locationUpdates, .roadConditions, .serviceRequests: .input
    case .sessionsChangelog: .internal
    default: .output
    }
  }

  public var keyKind: KeyKind {
    switch self {
    case .routeAssignments, .locationUpdates, .routeStatus, .executionDetails, .arrivals, .tripProgress: .vehicle
    case .roadConditions: .segmentReference
    case .serviceRequests, .serviceResponses: .requestID
    case .deadLetters: .original
    case .workerStatus: .workerID
    case .sessionsChangelog: .kindAndVehicle
    }
  }

  public var cleanup: Cleanup {
    switch self {
    case .roadConditions, .sessionsChangelog: .compact
    case .workerStatus: .compactAndDelete
    default: .delete
    }
  }

  /// Whether one stream task reads the same partition number of it: all such topics must have equal partition counts.
  public var isCopartitioned: Bool {
    switch self {
    case .routeAssignments, .locationUpdates, .sessionsChangelog: true
    default: false
    }
  }

  /// The messages a record of the topic may hold; the first is what a record without a type is taken for.
  ///
  /// Empty where values are not messages: dead letters keep their bytes, session state is the navigator's own.
  public var messages: [MessageType] {
    switch self {
    case .routeAssignments:
      [.assignRouteToken, .setDestinations, .continueToNextDestination, .selectRoute, .clearDestinations]
    case .locationUpdates: [.locationUpdate, .locationUpdateBatch]
    case .roadConditions: [.roadCondition]
    case .serviceRequests:
      [
        .computeRoutesRequest, .computeCustomRoutesRequest, .searchDestinationsRequest, .optimizeToursRequest,
        .batchOptimizeToursRequest,
      ]
    case .routeStatus: [.routeStatus, .refusal, .tripSummary]
    case .executionDetails: [.routeTokenExecutionDetails]
    case .arrivals: [.arrival, .stopEvent]
    case .tripProgress: [.tripProgress]
    case .serviceResponses:
      [
        .computeRoutesResponse, .computeCustomRoutesResponse, .searchDestinationsResponse, .optimizeToursResponse,
        .batchOptimizeToursResponse, .serviceError,
      ]
    case .workerStatus: [.workerStatus]
    case .deadLetters, .sessionsChangelog: []
    }
  }

  /// What a record without `ce_type` is taken for; nil where values are not messages.
  public var defaultMessage: MessageType? {
    switch self {
    case .locationUpdates: .locationUpdate
    default: messages.first
    }
  }
}
