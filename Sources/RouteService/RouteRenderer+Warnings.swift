import RoadNetwork
import RoutePlan
import Routing

extension RouteRenderer {
  /// What the caller must know without asking for it.
  func warnings(for route: Route, unavoided: [[UnavoidedRoad]]) -> [String] {
    var warnings: [String] = []
    // The public API asks its users to show this for two-wheelers.
    if route.mode == .twoWheeler {
      warnings.append("Two-wheeler routes may lack information on roads that two-wheelers should not use.")
    }
    return warnings + avoidWarnings(unavoided)
  }

  /// One for each kind of road that was to be avoided and is driven, with the waypoints that lie on such a road.
  ///
  /// - Parameter legs: what each leg drives of them.
  private func avoidWarnings(_ legs: [[UnavoidedRoad]]) -> [String] {
    var kinds: [UnavoidedRoad.Kind] = []
    for road in legs.joined() where !kinds.contains(road.kind) { kinds.append(road.kind) }
    let names = waypointNames
    return kinds.map { kind in
      var meters = 0.0
      var places: [String] = []
      for (index, leg) in legs.enumerated() {
        for road in leg where road.kind == kind {
          meters += road.distanceMeters
          if index == 0, road.isAtStart { places.append("the origin") }
          if road.isAtEnd, names.indices.contains(index) { places.append(names[index]) }
        }
      }
      let length = meters > 0 ? "\(distance(meters)) of the route" : "a toll booth is on the way"
      let ends =
        places.isEmpty
        ? "" : " On such a road \(places.count == 1 ? "lies" : "lie") \(places.joined(separator: " and "))."
      return "\(kind.name) could not be avoided: \(length).\(ends)"
    }
  }

  /// The waypoints that end a leg, by their places in the request.
  private var waypointNames: [String] {
    request.intermediates.enumerated().filter { !$0.element.via }.map { "intermediates[\($0.offset)]" }
      + ["the destination"]
  }
}

extension UnavoidedRoad.Kind {
  fileprivate var name: String {
    switch self {
    case .tolls: "Toll roads"
    case .highways: "Motorways"
    case .ferries: "Ferries"
    case .tunnels: "Tunnels"
    case .vignettes(let country): "Roads that need a vignette (\(country))"
    }
  }
}
