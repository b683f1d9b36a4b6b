import Geometry
import RoadNetwork
import RoutePlan
import Routing

/// A plan with every field set, as an issuer could make it.
enum SamplePlan {
  static let full = RoutePlan(
    issuedAtMillis: 1_767_225_600_000, expiresAtMillis: 1_767_229_200_000,
    networkFingerprint: 0xFEDC_BA98_7654_3210, conditionsVersion: "128,64/1", mode: .twoWheeler,
    objective: .rateCard(perMinute: 0.35, perKilometer: 1.2, includeTolls: true),
    avoid: AvoidSet([.tolls, .tunnels], vignetteCountries: [CountryCode("CH"), CountryCode("AT")].compactMap { $0 }),
    labels: [.defaultRoute, .fuelEfficient], rerouteStrategy: .keepPlannedRoute, timeToleranceSeconds: 90,
    issuer: .computeCustomRoutes,
    origin: waypoint(41_148_000_0, -8_611_000_0),
    destinations: [
      PlannedWaypoint(
        location: Coordinate(latitudeE7: 411_510_123, longitudeE7: -86_140_456),
        navigationPoint: Coordinate(latitudeE7: 411_510_999, longitudeE7: -86_140_001), sideOfRoad: true),
      PlannedWaypoint(
        location: Coordinate(latitudeE7: 411_600_000, longitudeE7: -86_200_000), headingDegrees: 359,
        vehicleStopover: true),
    ],
    legs: [leg(firstEdge: 7), leg(firstEdge: 4_000_000_000)])

  /// The least a plan can be.
  static let bare = RoutePlan(
    issuedAtMillis: 0, networkFingerprint: 0, mode: .drive, issuer: .unknown,
    origin: PlannedWaypoint(location: Coordinate(latitudeE7: 0, longitudeE7: 0)), destinations: [], legs: [])

  private static func waypoint(_ latitude: Int32, _ longitude: Int32) -> PlannedWaypoint {
    PlannedWaypoint(location: Coordinate(latitudeE7: latitude, longitudeE7: longitude))
  }

  private static func leg(firstEdge: UInt32) -> PlannedLeg {
    PlannedLeg(
      distanceMeters: 1_234.567, durationSeconds: 210.5, staticDurationSeconds: 180.001,
      path: PlannedPath(
        firstEdge: EdgeID(firstEdge), turnOrdinals: [0, 2, 1, .max, 3], startOffsetCentimeters: 4_211,
        endOffsetCentimeters: 17,
        references: [
          SegmentReference(wayID: 25_105_230, fromNodeID: 273_000_001, toNodeID: 273_000_009),
          SegmentReference(wayID: 1_200_345_678, fromNodeID: 273_000_009, toNodeID: 11_500_000_000),
          SegmentReference(wayID: .max, fromNodeID: .min, toNodeID: .max),
        ],
        polyline: [
          Coordinate(latitudeE7: 411_480_000, longitudeE7: -86_110_000),
          Coordinate(latitudeE7: 411_490_100, longitudeE7: -86_120_300),
          Coordinate(latitudeE7: 411_510_100, longitudeE7: -86_140_500),
        ]))
  }
}
