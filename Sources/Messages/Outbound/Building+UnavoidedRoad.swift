internal import CNavigatorProto
internal import RoadNetwork
internal import RoutePlan

extension Building {
  func unavoidedRoad(_ road: UnavoidedRoad) -> UnsafeMutablePointer<Navigator__V1__UnavoidedRoad> {
    make(navigator__v1__unavoided_road__init) { message in
      switch road.kind {
      case .tolls: message.kind = NAVIGATOR__V1__UNAVOIDED_ROAD__KIND__TOLLS
      case .highways: message.kind = NAVIGATOR__V1__UNAVOIDED_ROAD__KIND__HIGHWAYS
      case .ferries: message.kind = NAVIGATOR__V1__UNAVOIDED_ROAD__KIND__FERRIES
      case .tunnels: message.kind = NAVIGATOR__V1__UNAVOIDED_ROAD__KIND__TUNNELS
      case .vignettes(let country):
        message.kind = NAVIGATOR__V1__UNAVOIDED_ROAD__KIND__VIGNETTES
        message.country_code = text(country.description)
      }
      message.distance_meters = Int32(exactly: min(max(road.distanceMeters, 0), 2e9).rounded()) ?? 0
      message.at_start = road.isAtStart ? 1 : 0
      message.at_stop = road.isAtEnd ? 1 : 0
    }
  }
}
