import Geometry
import RoutePlan

@testable import RouteService
@testable import Routing

/// The answer that the example of computeRoutes shows.
enum SampleRoutes {
  static let texts = LocalizedValues(distance: "640 m", duration: "2 mins", staticDuration: "2 mins")

  static let step = ComputedStep(
    distanceMeters: 640, staticDurationSeconds: 95, polyline: .geoJSON([SampleEvents.kamppi, SampleEvents.station]),
    startLocation: SampleEvents.kamppi, endLocation: SampleEvents.station, maneuver: .turnRight,
    instructions: "Turn right onto Mannerheimintie", localizedValues: texts, travelMode: .drive)

  static let leg = ComputedLeg(
    distanceMeters: 640, durationSeconds: 110, staticDurationSeconds: 95, polyline: .encoded("_p~iF~ps|U_ulLnnqC"),
    startLocation: SampleEvents.kamppi, endLocation: SampleEvents.station, steps: [step], tollInfo: TollInfo(),
    localizedValues: texts, distanceToWaypointMeters: 36.25,
    unavoidedRoads: [UnavoidedRoad(kind: .tolls, distanceMeters: 640, isAtStart: true, isAtEnd: true)])

  static let response = ComputeRoutesResponse(routes: [
    ComputedRoute(
      labels: [.defaultRoute, .fuelEfficient], legs: [leg], distanceMeters: 640, durationSeconds: 110,
      staticDurationSeconds: 95, polyline: .geoJSON([SampleEvents.kamppi, SampleEvents.station]),
      description: "Mannerheimintie", warnings: ["a ferry is on the way"],
      viewport: BoundingBox(south: 601_699_000, west: 249_384_000, north: 601_712_000, east: 249_415_000),
      travelAdvisory: TravelAdvisory(tollInfo: TollInfo(), fuelConsumptionMicroliters: 48_210),
      localizedValues: texts, routeToken: "AQAAAAGdQn9p0b3Wm0oV5eE7dX2r8s",
      path: [
        PathStretch(
          reference: SegmentReference(wayID: 4_249_601, fromNodeID: 25_291_537, toNodeID: 25_291_565),
          edgeIndices: 0..<1, name: "Mannerheimintie", ref: "45", distanceMeters: 640.25)
      ])
  ])

  static let failure = ServiceFailure(
    .invalidArgument, "Origin and destination must be set.", field: "origin")
}
