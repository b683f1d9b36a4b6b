import Geometry
import Messages
import Navigator
import RouteService
import Routing
import Testing

@Suite("Examples of inputs")
struct InputExampleTests {
  private func decode(_ role: TopicRole, _ type: MessageType, _ encoding: RecordEncoding) throws -> InboundMessage {
    let json = try SchemaFiles.bytes(SchemaFiles.example(role, type))
    let value =
      encoding == .json ? json : try MessageJSON.protobuf(of: JSONParser.parse(json), as: type)
    let key =
      switch role.keyKind {
      case .vehicle: "taxi-17"
      case .segmentReference: "4249601:25291537:25291565"
      default: "request-1"
      }
    return try MessageDecoder().decode(
      role: role, key: Array(key.utf8), value: value,
      headers: [
        MessageHeader("content-type", text: encoding.contentType), MessageHeader("ce_type", text: type.fullName),
      ]
    ).message
  }

  static let header = AssignmentHeader(
    assignmentID: "assignment-2026-05-01-0042", tripID: "trip-0042", issuedAtMillis: 1_777_622_400_000,
    activation: .afterCurrent, stopGuidanceAtArrival: false,
    progressThresholds: ProgressThresholds(timeSeconds: 5, distanceMeters: 25),
    speedAlerts: SpeedAlertOptions(minorThreshold: 0.05, majorThreshold: 0.2, severityUpgradeSeconds: 10.5))

  @Test("AssignRouteToken", arguments: RecordEncoding.allCases)
  func assignRouteToken(encoding: RecordEncoding) throws {
    guard case .assignRouteToken(let message) = try decode(.routeAssignments, .assignRouteToken, encoding) else {
      Issue.record("another message")
      return
    }
    #expect(
      message
        == RouteTokenAssignment(
          header: Self.header, routeToken: "AQAAAAGdQn9p0b3Wm0oV5eE7dX2r8s",
          alternativeRouteTokens: ["AQAAAAGx6vVgQ2cLr1", "AQAAAAHk8wZt5bJm3p"], travelMode: .driving,
          vehicleLocation: LocationUpdate(coordinate: SampleEvents.kamppi, takenAtMillis: 1_777_622_400_000),
          stopIdentities: [SampleEvents.identity, StopIdentity(stopID: "dropoff", orderID: "order-7")]))
  }

  @Test("SetDestinations", arguments: RecordEncoding.allCases)
  func setDestinations(encoding: RecordEncoding) throws {
    guard case .setDestinations(let message) = try decode(.routeAssignments, .setDestinations, encoding) else {
      Issue.record("another message")
      return
    }
    #expect(message.header.assignmentID == "assignment-2026-05-01-0043")
    #expect(message.header.issuedAtMillis == 1_777_623_000_250)
    #expect(message.header.stopGuidanceAtArrival)
    #expect(message.header.activation == .now)
    #expect(message.header.progressThresholds == ProgressThresholds(timeSeconds: 1, distanceMeters: .infinity))
    #expect(
      message.waypoints == [
        Stop(
          coordinate: SampleEvents.station, preferSameSideOfRoad: true, vehicleStopover: true, title: "Rautatientori",
          placeID: "place-31", navigationPointToken: "AQAAAAHk8wZt5bJm3p", stopID: "pickup", orderID: "order-8",
          labels: [Label(key: "passengers", value: "2")]),
        Stop(
          coordinate: SampleEvents.kallio, preferredHeadingDegrees: 270, stopID: "dropoff", orderID: "order-8"),
      ])
    #expect(message.travelMode == .twoWheeler)
    #expect(
      message.options
        == RoutingOptions(
          avoidTolls: true, avoidFerries: true, avoidVignettes: ["AT", "CH"], strategy: .shorter,
          targetDistanceMeters: 4000, alternateRoutes: .one,
          licensePlate: LicensePlateRestriction(lastDigit: 3, countryCode: "ID")))
  }

  @Test("commands", arguments: RecordEncoding.allCases)
  func commands(encoding: RecordEncoding) throws {
    let assignment = "assignment-2026-05-01-0042"
    guard
      case .continueToNextDestination(let next) = try decode(.routeAssignments, .continueToNextDestination, encoding),
      case .selectRoute(let select) = try decode(.routeAssignments, .selectRoute, encoding),
      case .clearDestinations(let clear) = try decode(.routeAssignments, .clearDestinations, encoding)
    else {
      Issue.record("another message")
      return
    }
    #expect(
      next
        == ContinueToNextDestination(
          requestID: "continue-1", stopIndex: 0, assignmentID: assignment, issuedAtMillis: 1_777_623_600_000))
    #expect(
      select
        == SelectRoute(
          requestID: "select-1", routeID: "token-1", assignmentID: assignment, issuedAtMillis: 1_777_622_700_000))
    #expect(
      clear
        == ClearDestinations(
          requestID: "clear-1", erase: true, assignmentID: assignment, issuedAtMillis: 1_777_626_000_000))
  }

  @Test("LocationUpdate and LocationUpdateBatch", arguments: RecordEncoding.allCases)
  func locations(encoding: RecordEncoding) throws {
    guard case .locationUpdate(let update) = try decode(.locationUpdates, .locationUpdate, encoding),
      case .locationUpdates(let batch) = try decode(.locationUpdates, .locationUpdateBatch, encoding)
    else {
      Issue.record("another message")
      return
    }
    #expect(
      update
        == LocationUpdate(
          coordinate: SampleEvents.kamppi, takenAtMillis: SampleEvents.time, accuracyMeters: 4.5,
          bearingDegrees: 92.25, speedMetersPerSecond: 8.5, sensor: "GNSS"))
    #expect(
      batch == [
        LocationUpdate(
          coordinate: SampleEvents.kamppi, takenAtMillis: 1_777_622_401_000, accuracyMeters: 0),
        LocationUpdate(
          coordinate: Coordinate(latitudeE7: 601_699_500, longitudeE7: 249_385_200),
          takenAtMillis: 1_777_622_402_000, bearingDegrees: 0, speedMetersPerSecond: 0, sensor: "DEAD_RECKONING"),
      ])
  }

  @Test("RoadCondition", arguments: RecordEncoding.allCases)
  func roadCondition(encoding: RecordEncoding) throws {
    guard case .roadCondition(let change) = try decode(.roadConditions, .roadCondition, encoding) else {
      Issue.record("another message")
      return
    }
    let segment = SegmentReference(wayID: 4_249_601, fromNodeID: 25_291_537, toNodeID: 25_291_565)
    #expect(change.key == segment.key)
    #expect(
      change.update
        == RoadConditionUpdate(
          segment: .reference(segment), isClosed: true, speedKilometersPerHour: 12.5,
          validFromMillis: 1_777_618_800_000, validUntilMillis: 1_777_662_000_000))
  }

  @Test("ComputeRoutesRequest", arguments: RecordEncoding.allCases)
  func computeRoutes(encoding: RecordEncoding) throws {
    guard
      case .serviceRequest(.computeRoutes(let request)) = try decode(.serviceRequests, .computeRoutesRequest, encoding)
    else {
      Issue.record("another message")
      return
    }
    var expected = ComputeRoutesRequest()
    expected.origin = RequestWaypoint(.location(latitude: 60.1699, longitude: 24.9384, heading: 0))
    expected.destination = RequestWaypoint(
      .location(latitude: 60.1841, longitude: 24.9497, heading: nil), sideOfRoad: true)
    expected.intermediates = [
      RequestWaypoint(.location(latitude: 60.1712, longitude: 24.9415, heading: nil), vehicleStopover: true)
    ]
    expected.travelMode = .drive
    expected.routingPreference = .trafficAware
    expected.polylineQuality = .highQuality
    expected.departureTimeMillis = 1_777_622_400_000
    expected.routeModifiers.avoidTolls = true
    expected.routeModifiers.avoidTunnels = true
    expected.routeModifiers.avoidVignettes = ["CH"]
    expected.routeModifiers.emissionType = .electric
    expected.languageCode = "en-US"
    expected.units = .metric
    expected.polylineEncoding = .geoJSONLinestring
    expected.extraComputations = [.tolls, .fuelConsumption]
    #expect(request == expected)
  }

  @Test(
    "requests that no service answers yet come through with their type",
    arguments: [
      MessageType.computeCustomRoutesRequest, .searchDestinationsRequest, .optimizeToursRequest,
      .batchOptimizeToursRequest,
    ])
  func otherRequests(type: MessageType) throws {
    guard case .serviceRequest(.other(type, _)) = try decode(.serviceRequests, type, .json) else {
      Issue.record("another message")
      return
    }
  }
}
