public import Geometry
public import RoutePlan

/// The state of a vehicle's route, and why it changed.
public struct RouteStatusEvent: Hashable, Sendable {
  public var header: EventHeader
  public var status: RouteStatus
  public var cause: RouteStatusCause
  /// Present exactly when `status` is not OK.
  public var error: RouteError?
  /// Present when a route is in force after this event.
  public var route: RouteDescription?
  /// The assignment waits for a first position.
  public var isPending: Bool
  /// The next stop after CONTINUE; nil when none is left or the cause is another.
  public var nextStopIndex: Int32?
  /// With `roadClosed`: the closure that stood in the way of the route before.
  public var closedRoad: ClosedRoad?

  public init(
    header: EventHeader, status: RouteStatus, cause: RouteStatusCause, error: RouteError? = nil,
    route: RouteDescription? = nil, isPending: Bool = false, nextStopIndex: Int32? = nil, closedRoad: ClosedRoad? = nil
  ) {
    self.header = header
    self.status = status
    self.cause = cause
    self.error = error
    self.route = route
    self.isPending = isPending
    self.nextStopIndex = nextStopIndex
    self.closedRoad = closedRoad
  }
}

/// What is wrong and what the sender can do about it.
public struct RouteError: Hashable, Sendable {
  public var code: RouteErrorCode
  public var text: String
  public var whatToDo: String
  /// The waypoint at fault, from 0.
  public var waypointIndex: Int32?

  public init(code: RouteErrorCode, text: String, whatToDo: String, waypointIndex: Int32? = nil) {
    self.code = code
    self.text = text
    self.whatToDo = whatToDo
    self.waypointIndex = waypointIndex
  }
}

/// The route that remains: one leg a stop that is not yet done.
public struct RouteDescription: Hashable, Sendable {
  /// The id by which `SelectRoute` names it.
  public var routeID: String
  public var labels: [String]
  public var legs: [RouteLegDescription]
  public var distanceMeters: Int32
  public var durationSeconds: Int32
  public var staticDurationSeconds: Int32
  public var travelMode: AppTravelMode
  public var alternatives: [RouteAlternativeDescription]

  public init(
    routeID: String, labels: [String] = [], legs: [RouteLegDescription], distanceMeters: Int32, durationSeconds: Int32,
    staticDurationSeconds: Int32, travelMode: AppTravelMode = .driving,
    alternatives: [RouteAlternativeDescription] = []
  ) {
    self.routeID = routeID
    self.labels = labels
    self.legs = legs
    self.distanceMeters = distanceMeters
    self.durationSeconds = durationSeconds
    self.staticDurationSeconds = staticDurationSeconds
    self.travelMode = travelMode
    self.alternatives = alternatives
  }
}

/// One leg: to which stop, how far, how long, along which line, and when it gets there.
public struct RouteLegDescription: Hashable, Sendable {
  public var stopIndex: Int32
  public var stop: Stop
  public var distanceMeters: Int32
  public var durationSeconds: Int32
  /// Without live conditions.
  public var staticDurationSeconds: Int32
  public var geometry: [Coordinate]
  /// Expected time of arrival in milliseconds since 1970.
  public var arrivalMillis: Int64
  /// In a straight line from the end of the leg, on the road, to the stop: what no way leads over.
  public var distanceToWaypointMeters: Double
  /// A closed road nearer to the stop than the end of the leg: the next open one serves in its place.
  public var closedRoadAtStop: ClosedRoad?
  /// What the trip avoids and this leg drives nonetheless.
  public var unavoidedRoads: [UnavoidedRoad]

  public init(
    stopIndex: Int32, stop: Stop, distanceMeters: Int32, durationSeconds: Int32, staticDurationSeconds: Int32,
    geometry: [Coordinate], arrivalMillis: Int64, distanceToWaypointMeters: Double = 0,
    closedRoadAtStop: ClosedRoad? = nil, unavoidedRoads: [UnavoidedRoad] = []
  ) {
    self.stopIndex = stopIndex
    self.stop = stop
    self.distanceMeters = distanceMeters
    self.durationSeconds = durationSeconds
    self.staticDurationSeconds = staticDurationSeconds
    self.geometry = geometry
    self.arrivalMillis = arrivalMillis
    self.distanceToWaypointMeters = distanceToWaypointMeters
    self.closedRoadAtStop = closedRoadAtStop
    self.unavoidedRoads = unavoidedRoads
  }
}

/// A route that `SelectRoute` can switch to.
public struct RouteAlternativeDescription: Hashable, Sendable {
  public var routeID: String
  public var labels: [String]
  public var distanceMeters: Int32
  public var durationSeconds: Int32
  public var staticDurationSeconds: Int32
  public var geometry: [Coordinate]

  public init(
    routeID: String, labels: [String] = [], distanceMeters: Int32, durationSeconds: Int32,
    staticDurationSeconds: Int32 = 0, geometry: [Coordinate] = []
  ) {
    self.routeID = routeID
    self.labels = labels
    self.distanceMeters = distanceMeters
    self.durationSeconds = durationSeconds
    self.staticDurationSeconds = staticDurationSeconds
    self.geometry = geometry
  }
}
