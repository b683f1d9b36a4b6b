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
      title: text(waypoint.title), placeID: text(waypoint.place_id),
      navigationPointToken: text(waypoint.navigation_point_token), stopID: text(waypoint.stop_id),
      orderID: text(waypoint.order_id),
      labels: labels(waypoint.labels, count: Int(waypoint.n_labels)) { (text($0.key), text($0.value)) })
  }

  /// The caller's own names for the stops of a token.
  func identities(
    _ references: UnsafeMutablePointer<UnsafeMutablePointer<Navigator__V1__StopReference>?>?, count: Int
  ) throws(DecodeFailure) -> [StopIdentity] {
    guard count <= limits.waypoints else {
      throw DecodeFailure(.validation, .tooManyElements, "stops: at most \(limits.waypoints) are read")
    }
    guard let references else { return [] }
    return (0..<count).compactMap { index in
      references[index].map { reference in
        let stop = reference.pointee
        return StopIdentity(
          stopID: Self.text(stop.stop_id), orderID: Self.text(stop.order_id), title: Self.text(stop.title),
          labels: Self.labels(stop.labels, count: Int(stop.n_labels)) { (Self.text($0.key), Self.text($0.value)) })
      }
    }
  }

  /// In the order of their keys' bytes, so that equal labels give equal events; of equal keys the last counts.
  private static func labels<Entry>(
    _ entries: UnsafeMutablePointer<UnsafeMutablePointer<Entry>?>?, count: Int, _ pair: (Entry) -> (String, String)
  ) -> [Label] {
    guard let entries, count > 0 else { return [] }
    var values: [String: String] = [:]
    for index in 0..<count {
      guard let entry = entries[index]?.pointee else { continue }
      let (key, value) = pair(entry)
      values[key] = value
    }
    return values.map { Label(key: $0.key, value: $0.value) }
      .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }
}
