import Geometry
import Routing

extension RequestWaypoint {
  /// The waypoint on the earth, with its options checked.
  ///
  /// - Parameter field: the waypoint's place in the request, for the refusal.
  func waypoint(field: String) throws(ServiceFailure) -> Waypoint {
    switch place {
    case nil:
      throw .invalid(field, "The waypoint has no location.")
    case .placeID:
      throw .invalid("\(field).placeId", "Place IDs cannot be resolved here; give a location.")
    case .address:
      throw .invalid("\(field).address", "Addresses cannot be resolved here; give a location.")
    case .navigationPointToken:
      throw .invalid(
        "\(field).navigationPointToken", "Navigation point tokens cannot be resolved here; give a location.")
    case .location(let latitude, let longitude, let heading):
      guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
        throw .invalid(
          "\(field).location.latLng", "Latitude must be in -90...90 and longitude in -180...180.")
      }
      if let heading {
        guard (0...360).contains(heading) else {
          throw .invalid("\(field).location.heading", "heading must be in 0...360.")
        }
        guard !sideOfRoad else {
          throw .invalid("\(field).sideOfRoad", "heading and sideOfRoad cannot be set on one waypoint.")
        }
      }
      return Waypoint(
        coordinate, headingDegrees: heading.map(Double.init), sideOfRoad: sideOfRoad,
        vehicleStopover: vehicleStopover, isVia: via)
    }
  }
}
