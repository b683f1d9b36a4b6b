import Geometry
import RoadNetwork
import RouteTokens

/// The demo's two trips, planned on the shipped map.
struct DemoScript {
  var trips: [DemoTrip]
  /// The assignment messages to send once each vehicle has reported its first position.
  var assignments: [(vehicle: String, token: String, stops: [String])]

  private static let stops: [(name: String, latitude: Double, longitude: Double)] = [
    ("Rautatientori", 60.1718, 24.9440), ("Senaatintori", 60.1692, 24.9510), ("Liisankatu", 60.1740, 24.9520),
    ("Kasarmitori", 60.1655, 24.9490), ("Kaisaniemi", 60.1725, 24.9480), ("Elielinaukio", 60.1722, 24.9385),
  ]

  init(network: RoadNetwork, keys: KeyRing, startMillis: Int64) throws(CommandFailure) {
    let planner = TripPlanner(network: network, keys: keys)
    let places = try Self.stops.map { stop throws(CommandFailure) in
      guard let place = Coordinate(latitude: stop.latitude, longitude: stop.longitude) else { throw Self.unplannable }
      return place
    }
    trips = []
    assignments = []
    try add(
      "taxi-1", title: "taxi-1: three stops, followed as planned", from: places[5], to: [0, 1, 2], places,
      planner: planner, startMillis: startMillis, startsAt: nil, troubles: [])
    try add(
      "taxi-2", title: "taxi-2: starts 200 m off, strays, meets a road closed under way", from: places[3], to: [4],
      places,
      planner: planner, startMillis: startMillis, startsAt: 200,
      troubles: [.straysAfterMeters(150), .roadClosesAfterMeters(60)])
  }

  private static let unplannable = CommandFailure(
    .internalFault, "the demo's trips cannot be planned on its map", "report this")

  private mutating func add(
    _ vehicle: String, title: String, from origin: Coordinate, to stops: [Int], _ places: [Coordinate],
    planner: TripPlanner,
    startMillis: Int64, startsAt metersOff: Double?, troubles: [DemoTrip.Trouble]
  ) throws(CommandFailure) {
    guard let trip = planner.trip(from: origin, to: stops.map { places[$0] }, atMillis: startMillis),
      let token = trip.token,
      let start = trip.line.first,
      let place = metersOff.map({ Self.place(off: start, meters: $0, avoiding: trip.line, on: planner.network) })
        ?? start
    else { throw Self.unplannable }
    let names = stops.map { Self.stops[$0].name }
    trips.append(
      DemoTrip(
        title: title,
        vehicle: SimulatedVehicle(
          id: vehicle, line: Polyline([place]), cruiseMetersPerSecond: 9, jitterMeters: 2.5,
          seed: UInt64(trips.count + 1)),
        assignment: "\(vehicle)-assignment", tripID: "\(vehicle)-trip", stopNames: names,
        stops: stops.map { places[$0] },
        planned: trip.line, troubles: troubles))
    assignments.append((vehicle, token, names))
  }

  /// A place on a road about that far from a start and well beside the plan.
  private static func place(
    off start: Coordinate, meters: Double, avoiding plan: [Coordinate], on network: RoadNetwork
  ) -> Coordinate? {
    let line = Polyline(plan)
    let plane = LocalPlane(origin: start)
    for step in 0..<36 {
      let angle = Double(step) * 10 * Trigonometry.radiansPerDegree
      let wanted = plane.coordinate(x: meters * Trigonometry.sine(angle), y: meters * Trigonometry.cosine(angle))
      guard
        let match = network.nearestEdges(
          to: wanted, within: 15, limit: 1, mode: .drive,
          where: {
            !network.isRestricted($0, .drive) && network.componentSize(of: $0, .drive) > network.canonicalEdgeCount / 4
          }
        ).first,
        let beside = line.projection(of: match.point), beside.distanceMeters > 120
      else { continue }
      return match.point
    }
    return nil
  }
}
