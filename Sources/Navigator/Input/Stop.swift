public import Geometry

/// A caller's own key and value, given with a stop and echoed on every event about it.
public struct Label: Hashable, Sendable {
  public var key: String
  public var value: String

  public init(key: String, value: String) {
    self.key = key
    self.value = value
  }
}

/// A destination as the caller names it: where, how to arrive, and the caller's own identifiers.
///
/// The coordinate is optional because a caller can send an impossible one: that is a waypoint error naming its index,
/// never a crash or a silent omission.
public struct Stop: Hashable, Sendable {
  /// Where to; nil when the caller's numbers are no place on Earth.
  public var coordinate: Coordinate?
  /// Degrees clockwise from north of the traffic flow wanted at the stop; excludes `preferSameSideOfRoad`.
  public var preferredHeadingDegrees: Int32?
  public var preferSameSideOfRoad: Bool
  /// Whether the vehicle stops for boarding: the stop is moved away from motorways, ramps, ferries, tunnels, bridges.
  public var vehicleStopover: Bool
  public var title: String
  /// The place or the navigation point that the caller means, beside the coordinate: never resolved here, echoed on events
  /// about the stop.
  public var placeID: String
  public var navigationPointToken: String
  public var stopID: String
  public var orderID: String
  public var labels: [Label]

  public init(
    coordinate: Coordinate?, preferredHeadingDegrees: Int32? = nil, preferSameSideOfRoad: Bool = false,
    vehicleStopover: Bool = false, title: String = "", placeID: String = "", navigationPointToken: String = "",
    stopID: String = "", orderID: String = "", labels: [Label] = []
  ) {
    self.coordinate = coordinate
    self.preferredHeadingDegrees = preferredHeadingDegrees
    self.preferSameSideOfRoad = preferSameSideOfRoad
    self.vehicleStopover = vehicleStopover
    self.title = title
    self.placeID = placeID
    self.navigationPointToken = navigationPointToken
    self.stopID = stopID
    self.orderID = orderID
    self.labels = labels
  }

  /// The caller's identifiers alone, as events carry them.
  public var identity: StopIdentity { StopIdentity(stopID: stopID, orderID: orderID, title: title, labels: labels) }
}

/// The caller's identifiers of a stop.
public struct StopIdentity: Hashable, Sendable {
  public var stopID: String
  public var orderID: String
  public var title: String
  public var labels: [Label]

  public init(stopID: String = "", orderID: String = "", title: String = "", labels: [Label] = []) {
    self.stopID = stopID
    self.orderID = orderID
    self.title = title
    self.labels = labels
  }
}
