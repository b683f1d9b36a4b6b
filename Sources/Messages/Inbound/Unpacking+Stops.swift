internal import CNavigatorProto
internal import Geometry
internal import Navigator

extension Unpacking {
  /// An impossible coordinate is kept as none: which waypoint is at fault is the navigator's to tell, in a route status.
  func stops(
    _ waypoints: UnsafeMutablePointer<UnsafeMutablePointer<Navigator__V1__NavigationWaypoint>?>?, count: Int
  ) throws(DecodeFailure) -> [Stop] {
    guard count <= limits.waypoints else {
      throw DecodeFailure(.validation, .tooManyElements, "waypoints: at most \(limits.waypoints) are read")
    }
    guard let waypoints else { return [] }
    var stops: [Stop] = []
    stops.reserveCapacity(count)
    for index in 0..<count {
      if let waypoint = waypoints[index]?.pointee { stops.append(try Self.stop(waypoint, index: index)) }
    }
    return stops
  }

  private static func stop(
    _ waypoint: Navigator__V1__NavigationWaypoint, index: Int
  ) throws(DecodeFailure) -> Stop {
    var heading: Int32?
    if waypoint.has_preferred_heading_case.rawValue != 0, waypoint.preferred_heading >= 0 {
      guard waypoint.preferred_heading <= 360 else {
        throw DecodeFailure(.validation, .outOfRange, "waypoints[\(index)].preferred_heading: more than 360 degrees")
      }
      heading = waypoint.preferred_heading % 360
    }
    return Stop(
      coordinate: waypoint.location.flatMap { Validation.possible($0.pointee.latitude, $0.pointee.longitude) },
      preferredHeadingDegrees: heading,
      preferSameSideOfRoad: waypoint.prefer_same_side_of_road != 0,
      vehicleStopover: waypoint.vehicle_stopover != 0,
      title: text(waypoint.title), stopID: text(waypoint.stop_id), orderID: text(waypoint.order_id),
      labels: labels(waypoint))
  }

  /// In the order of their keys' bytes, so that equal labels give equal events; of equal keys the last counts.
  private static func labels(_ waypoint: Navigator__V1__NavigationWaypoint) -> [Label] {
    guard let entries = waypoint.labels, waypoint.n_labels > 0 else { return [] }
    var values: [String: String] = [:]
    for index in 0..<Int(waypoint.n_labels) {
      if let entry = entries[index]?.pointee { values[text(entry.key)] = text(entry.value) }
    }
    return values.map { Label(key: $0.key, value: $0.value) }
      .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }
}
