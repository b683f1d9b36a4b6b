import Geometry
import Messages
import Navigator
import Routing
import Testing

@Suite("Decoding")
struct DecodingTests {
  let decoder = MessageDecoder()

  func decode(
    _ role: TopicRole, key: String = "v1", _ json: String, headers: [MessageHeader] = []
  ) throws(DecodeFailure) -> InboundMessage {
    try decoder.decode(role: role, key: Array(key.utf8), value: Array(json.utf8), headers: headers).message
  }

  @Test("a fix as plain JSON, as kcat sends it, needs no header")
  func plainFix() throws {
    let json = """
      {"vehicleId":"v1","location":{"latitude":60.17,"longitude":24.94},"takenAt":"2026-05-01T08:00:00.5Z",
       "accuracyMeters":4.5,"bearingDegrees":360,"speedMps":"8.25","sensor":"GNSS"}
      """
    guard case .locationUpdate(let update) = try decode(.locationUpdates, json) else {
      Issue.record("another message")
      return
    }
    #expect(
      update
        == LocationUpdate(
          coordinate: Coordinate(latitudeE7: 601_700_000, longitudeE7: 249_400_000), takenAtMillis: 1_777_622_400_500,
          accuracyMeters: 4.5, bearingDegrees: 0, speedMetersPerSecond: 8.25, sensor: "GNSS"))
  }

  @Test("a token assignment carries its token as text")
  func assignment() throws {
    let json = """
      {"vehicle_id":"v1","assignmentId":"a1","routeToken":"abc","travelMode":"TWO_WHEELER","activation":"AFTER_CURRENT",
       "stopGuidanceAtArrival":false,"progressThresholds":{"seconds":"Infinity"},"issuedAt":"2026-05-01T10:00:00+02:00"}
      """
    guard case .assignRouteToken(let assignment) = try decode(.routeAssignments, json) else {
      Issue.record("another message")
      return
    }
    #expect(assignment.routeToken == "abc")
    #expect(assignment.travelMode == .twoWheeler)
    #expect(assignment.header.activation == .afterCurrent)
    #expect(!assignment.header.stopGuidanceAtArrival)
    #expect(assignment.header.progressThresholds == ProgressThresholds(timeSeconds: .infinity, distanceMeters: 0))
    #expect(assignment.header.issuedAtMillis == 1_777_622_400_000)
  }

  @Test(
    "a null value on route-assignments clears, on road-conditions ends a condition, on location-updates is a failure")
  func nullValues() throws {
    guard case .clearDestinations = try decoder.decode(role: .routeAssignments, key: [0x76], value: nil).message else {
      Issue.record("another message")
      return
    }
    guard case .roadCondition(let change) = try decoder.decode(role: .roadConditions, key: [0x76], value: nil).message
    else {
      Issue.record("another message")
      return
    }
    #expect(change == RoadConditionChange(key: "v", update: nil))
    #expect(throws: DecodeFailure(.value, .valueMissing, "a null value means nothing on location-updates")) {
      try decoder.decode(role: .locationUpdates, key: [0x76], value: nil)
    }
  }

  @Test("a condition keyed by its segment need not repeat it")
  func conditionByKey() throws {
    guard case .roadCondition(let change) = try decode(.roadConditions, key: "7:1:2", #"{"closed":true}"#) else {
      Issue.record("another message")
      return
    }
    #expect(
      change.update
        == RoadConditionUpdate(
          segment: .reference(SegmentReference(wayID: 7, fromNodeID: 1, toNodeID: 2)), isClosed: true))
  }
}
