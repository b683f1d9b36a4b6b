import Geometry
import Messages
import Navigator
import RoadNetwork
import RoutePlan

/// The events that the examples under `schemas/examples` show: every field has a value of its own.
enum SampleEvents {
  static let kamppi = Coordinate(latitudeE7: 601_699_000, longitudeE7: 249_384_000)
  static let station = Coordinate(latitudeE7: 601_712_000, longitudeE7: 249_415_000)
  static let kallio = Coordinate(latitudeE7: 601_841_000, longitudeE7: 249_497_000)
  /// 2026-05-01T08:00:01.250Z
  static let time: Int64 = 1_777_622_401_250

  static let identity = StopIdentity(
    stopID: "pickup", orderID: "order-7", title: "Kamppi",
    labels: [Label(key: "door", value: "B"), Label(key: "zone", value: "harbour")])
  static let pickup = Stop(
    coordinate: station, preferSameSideOfRoad: true, vehicleStopover: true, title: "Kamppi",
    placeID: "place-31", navigationPointToken: "AQAAAAHk8wZt5bJm3p", stopID: "pickup", orderID: "order-7",
    labels: identity.labels)
  static let dropoff = Stop(
    coordinate: kallio, preferredHeadingDegrees: 270, stopID: "dropoff", orderID: "order-7")

  static func header(stopIndex: Int32? = 0) -> EventHeader {
    EventHeader(
      vehicleID: "taxi-17", assignmentID: "assignment-2026-05-01-0042", tripID: "trip-0042", routeRevision: 2,
      stopIndex: stopIndex, stop: identity, conditionsVersion: "128,64/1")
  }

  static let origin = InputOrigin(topic: .locationUpdates, partition: 3, offset: 1024, timestampMillis: time)

  static func output(_ event: NavigatorEvent) -> NavigatorOutput {
    NavigatorOutput(cause: .record(origin), eventTimeMillis: time, event: event)
  }

  static let closedRoad = ClosedRoad(
    conditionKey: "works-17",
    reported: RoadStretch(wayID: 4_249_601, fromNodeID: 25_291_537, toNodeID: 25_291_565),
    edge: RoadStretch(wayID: 4_249_601, fromNodeID: 25_291_537, toNodeID: 25_291_540), roadName: "Mannerheimintie")

  static let routeStatus = RouteStatusEvent(
    header: header(), status: .ok, cause: .roadClosed,
    route: RouteDescription(
      routeID: "route-2", labels: ["DEFAULT_ROUTE"],
      legs: [
        RouteLegDescription(
          stopIndex: 0, stop: pickup, distanceMeters: 640, durationSeconds: 110, staticDurationSeconds: 95,
          geometry: [kamppi, station], arrivalMillis: time + 110_000, distanceToWaypointMeters: 36.25,
          closedRoadAtStop: closedRoad),
        RouteLegDescription(
          stopIndex: 1, stop: dropoff, distanceMeters: 1670, durationSeconds: 292, staticDurationSeconds: 280,
          geometry: [station, kallio], arrivalMillis: time + 402_000, distanceToWaypointMeters: 4.5,
          unavoidedRoads: [
            UnavoidedRoad(kind: .tolls, distanceMeters: 412.4, isAtEnd: true),
            UnavoidedRoad(kind: .vignettes(CountryCode("CH") ?? .unknown), distanceMeters: 90, isAtStart: true),
          ]),
      ],
      distanceMeters: 2310, durationSeconds: 402, staticDurationSeconds: 375, travelMode: .driving,
      alternatives: [
        RouteAlternativeDescription(
          routeID: "token-1", labels: ["SHORTER_DISTANCE"], distanceMeters: 2190, durationSeconds: 455,
          staticDurationSeconds: 430, geometry: [kamppi, kallio])
      ]), closedRoad: closedRoad)

  static let refusal = RefusalEvent(
    header: header(stopIndex: nil), requestID: "select-1", requestType: "SelectRoute", reason: .unknownRoute,
    text: "the session has no alternative of that id")

  static let tripSummary = TripSummaryEvent(
    header: header(stopIndex: 1), end: .completed, plannedDistanceMeters: 2310, plannedDurationSeconds: 402,
    drivenDistanceMeters: 2405, drivenDurationSeconds: 431, tollsPassed: 1, waitingSeconds: 75,
    followedShareThousandths: 934, rerouteCount: 1, stopsReached: 2, stopsPlanned: 2, startedAtMillis: time - 500_000,
    endedAtMillis: time)

  static let executionDetails = ExecutionDetailsEvent(
    header: header(), status: .tokenIgnoredOther, reason: .roadClosed,
    closedRoad: closedRoad, isReused: true,
    resolvedParameters: ResolvedParameters(
      travelMode: .driving, avoidTolls: true, avoidHighways: false, avoidFerries: true, avoidTunnels: true,
      avoidVignettes: ["CH", "AT"], rerouteStrategy: .bestBasedOnTokenParameters, rerouteTimeToleranceSeconds: 120,
      licensePlate: LicensePlateRestriction(lastDigit: 3, countryCode: "ID"),
      objectiveFallback: .rateCardWithoutTollPrices),
    distanceFromPlannedOriginMeters: 12.5, plannedDistanceMeters: 2310, plannedDurationSeconds: 402,
    actualDistanceMeters: 2405, actualDurationSeconds: 431, followedShareThousandths: 875)

  static let arrival = ArrivalEvent(
    header: header(), waypoint: pickup, isFinalDestination: false, arrivedAtMillis: time, location: kamppi,
    distanceToWaypointMeters: 11.25)

  static let stopEvent = StopEvent(
    header: header(), kind: .approaching, waypoint: pickup, location: kamppi, distanceMeters: 180,
    remainingDurationSeconds: 35)

  static let tripProgress = TripProgressEvent(
    header: header(), tripState: .enroute, navigationStatus: .enrouteToDestination,
    remainingDistanceToNextStopMeters: 180, remainingDurationToNextStopSeconds: 35, remainingDistanceMeters: 1850,
    remainingDurationSeconds: 327, delayCategory: .light, rawLocation: kamppi, snappedLocation: station,
    snappedHeadingDegrees: 0, speeding: Speeding(severity: .minor, percentage: 12),
    nextManeuver: NextManeuver(type: 8, roadName: "Mannerheimintie", distanceMeters: 90),
    traveledDistanceMeters: 460,
    arrivals: [
      StopArrivalEstimate(
        stopIndex: 0, stop: identity, arrivalMillis: time + 35_000, distanceMeters: 180, durationSeconds: 35),
      StopArrivalEstimate(
        stopIndex: 1, stop: dropoff.identity, arrivalMillis: time + 327_000, distanceMeters: 1850,
        durationSeconds: 327),
    ])

  static let workerStatus = WorkerStatusReport(
    workerID: "navigator-0", applicationID: "navigator", state: .running, reportedAtMillis: time, sequence: 7,
    startedAtMillis: time - 60_000, version: "1.0.0", networkFingerprint: "9f86d081884c7d65", networkName: "helsinki",
    conditionsVersion: "128,64/1",
    partitions: [
      WorkerStatusReport.Partition(
        topic: "navigator.location-updates", partition: 0, lagRecords: 12, lagSeconds: 0.25, isRestored: true,
        position: 1024)
    ],
    restore: WorkerStatusReport.Restore(restoredRecords: 900, remainingRecords: 100),
    rates: WorkerStatusReport.Rates(records: 812.5, events: 40, deadLetters: 0.5, transactions: 10),
    latencies: WorkerStatusReport.Latencies(
      recordMedian: 0.000_002, record99th: 0.000_5, commitMedian: 0.004, commit99th: 0.021),
    sessions: 18_000, streamThreads: 2, heartbeatIntervalMillis: 5_000)

  /// The event of each output message, but for those of services and workers.
  static func event(_ type: MessageType) -> NavigatorEvent? {
    switch type {
    case .routeStatus: .routeStatus(routeStatus)
    case .refusal: .refusal(refusal)
    case .tripSummary: .tripSummary(tripSummary)
    case .routeTokenExecutionDetails: .executionDetails(executionDetails)
    case .arrival: .arrival(arrival)
    case .stopEvent: .stop(stopEvent)
    case .tripProgress: .tripProgress(tripProgress)
    default: nil
    }
  }
}
