/// The messages of the schemas that travel as records. The raw value is the name within package `navigator.v1`.
public enum MessageType: String, CaseIterable, Hashable, Sendable {
  case assignRouteToken = "AssignRouteToken"
  case setDestinations = "SetDestinations"
  case continueToNextDestination = "ContinueToNextDestination"
  case selectRoute = "SelectRoute"
  case clearDestinations = "ClearDestinations"
  case locationUpdate = "LocationUpdate"
  case locationUpdateBatch = "LocationUpdateBatch"
  case roadCondition = "RoadCondition"
  case computeRoutesRequest = "ComputeRoutesRequest"
  case computeCustomRoutesRequest = "ComputeCustomRoutesRequest"
  case searchDestinationsRequest = "SearchDestinationsRequest"
  case optimizeToursRequest = "OptimizeToursRequest"
  case batchOptimizeToursRequest = "BatchOptimizeToursRequest"
  case routeStatus = "RouteStatus"
  case refusal = "Refusal"
  case tripSummary = "TripSummary"
  case routeTokenExecutionDetails = "RouteTokenExecutionDetails"
  case arrival = "Arrival"
  case stopEvent = "StopEvent"
  case tripProgress = "TripProgress"
  case computeRoutesResponse = "ComputeRoutesResponse"
  case computeCustomRoutesResponse = "ComputeCustomRoutesResponse"
  case searchDestinationsResponse = "SearchDestinationsResponse"
  case optimizeToursResponse = "OptimizeToursResponse"
  case batchOptimizeToursResponse = "BatchOptimizeToursResponse"
  case serviceError = "ServiceError"
  case workerStatus = "WorkerStatus"

  /// `navigator.v1.`, which begins every `ce_type`.
  public static let package = "navigator.v1."

  /// The value of `ce_type`.
  public var fullName: String { Self.package + rawValue }

  /// Reads a `ce_type`, with or without the package.
  public init?(eventType: String) {
    let name = eventType.hasPrefix(Self.package) ? String(eventType.dropFirst(Self.package.count)) : eventType
    self.init(rawValue: name)
  }
}
