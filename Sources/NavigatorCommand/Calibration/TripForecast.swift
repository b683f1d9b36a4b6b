import Geometry
import MapMatching
import RoadNetwork
import Routing

/// What was foretold of a trip, by several tables, and what it took.
struct TripForecast {
  /// Of one table.
  struct Estimate {
    var seconds: Double
    var meters: Double
  }

  var seconds: Double
  var meters: Double
  /// Local time of the departure.
  var hour: Int
  /// The class on which most of the driving time passes.
  var roadClass: RoadClass
  /// By table; nil where no route was found.
  var estimates: [Estimate?]

  /// How far off a table is, relative to the real time; nil where its route is another road: more than 15 % longer or
  /// shorter than what was driven.
  func ratio(_ table: Int) -> Double? {
    guard let estimate = estimates[table], abs(estimate.meters / meters - 1) < 0.15 else { return nil }
    return estimate.seconds / seconds
  }
}

/// Foretells trips: the best route from the first fix to the last, departing when the trip did.
struct TripForecaster {
  let network: RoadNetwork
  let mode: TravelMode
  private let conditions: [Conditions]
  private let router: DijkstraRouter
  private let clock: SpeedModel?

  /// - Parameter tables: nil stands for the network's free flow.
  init(network: RoadNetwork, mode: TravelMode, tables: [SpeedModel?]) {
    self.network = network
    self.mode = mode
    conditions = tables.map { Conditions(speeds: $0) }
    router = DijkstraRouter(network)
    clock = tables.lazy.compactMap(\.self).first
  }

  /// Nil for a trip without fixes or off the map.
  func forecast(_ trip: FinishedTrip) -> TripForecast? {
    guard let first = trip.fixes.first, let last = trip.fixes.last else { return nil }
    var longest: Route?
    let estimates = conditions.map { conditions -> TripForecast.Estimate? in
      let request = RouteRequest(
        start: .waypoint(Waypoint(first.coordinate)), stops: [Waypoint(last.coordinate)], mode: mode,
        conditions: conditions, atMillis: trip.departureMillis)
      guard let route = try? router.route(request) else { return nil }
      longest = route
      return TripForecast.Estimate(seconds: route.durationSeconds, meters: route.distanceMeters)
    }
    guard let route = longest else { return nil }
    return TripForecast(
      seconds: trip.seconds, meters: trip.meters,
      hour: clock?.quarter(atMillis: trip.departureMillis).hour ?? 0, roadClass: mainClass(of: route),
      estimates: estimates)
  }

  private func mainClass(of route: Route) -> RoadClass {
    var times = [UInt64](repeating: 0, count: RoadClass.allCases.count)
    for edge in route.legs.flatMap(\.path.edges) {
      times[Int(network.roadClass(of: edge).rawValue)] += UInt64(network.durationMilliseconds(of: edge, mode))
    }
    let most = times.indices.max { times[$0] < times[$1] } ?? 0
    return RoadClass.allCases[most]
  }
}
