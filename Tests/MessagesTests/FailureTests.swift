import Messages
import Navigator
import Testing

/// What a sender can get wrong, and what is said about it.
@Suite("Records that cannot be read")
struct FailureTests {
  private func failure(
    _ role: TopicRole, key: [UInt8]? = Array("v1".utf8), value: [UInt8]?, headers: [MessageHeader] = [],
    limits: DecodingLimits = DecodingLimits()
  ) -> DecodeFailure? {
    do throws(DecodeFailure) {
      _ = try MessageDecoder(limits: limits).decode(role: role, key: key, value: value, headers: headers)
      return nil
    } catch { return error }
  }

  private func failure(_ role: TopicRole, _ json: String, type: MessageType? = nil) -> DecodeFailure? {
    failure(
      role, value: Array(json.utf8),
      headers: type.map { [MessageHeader("ce_type", text: $0.fullName)] } ?? [])
  }

  @Test("keys: missing, empty, not text, too long, another vehicle's, with a zero byte")
  func keys() {
    let fix = Array(#"{"vehicleId":"v1","location":{"latitude":1,"longitude":2}}"#.utf8)
    #expect(failure(.locationUpdates, key: nil, value: fix)?.reason == .keyMissing)
    #expect(failure(.locationUpdates, key: [], value: fix)?.reason == .keyMissing)
    #expect(failure(.locationUpdates, key: [0xC3, 0x28], value: fix)?.reason == .keyNotText)
    #expect(failure(.locationUpdates, key: [0x76, 0], value: fix)?.reason == .keyNotText)
    #expect(failure(.locationUpdates, key: Array(repeating: 0x61, count: 2_000), value: fix)?.reason == .tooLarge)
    for key in ["v", "v2", "v10"] {
      #expect(failure(.locationUpdates, key: Array(key.utf8), value: fix)?.reason == .keyMismatch)
    }
    #expect(failure(.locationUpdates, value: fix) == nil)
  }

  @Test(
    "a vehicle must be named, and be the key's, in every input of vehicles",
    arguments: [
      MessageType.assignRouteToken, .setDestinations, .continueToNextDestination, .selectRoute, .clearDestinations,
      .locationUpdate, .locationUpdateBatch,
    ])
  func vehicle(type: MessageType) {
    let role = TopicRole.allCases.first { $0.messages.contains(type) } ?? .locationUpdates
    #expect(failure(role, "{}", type: type)?.reason == .missingField)
    let rest = #""assignmentId":"a","location":{"latitude":1,"longitude":2}"#
    #expect(failure(role, #"{"vehicleId":"other",\#(rest)}"#, type: type)?.reason == .keyMismatch)
    #expect(failure(role, #"{"vehicleId":"v1",\#(rest)}"#, type: type) == nil)
  }

  @Test("an assignment without an id could not be told from its repeat")
  func assignmentID() {
    #expect(
      failure(.routeAssignments, #"{"vehicleId":"v1","routeToken":"x"}"#, type: .assignRouteToken)
        == DecodeFailure(.validation, .missingField, "assignment_id is missing"))
  }

  @Test(
    "coordinates that are no place",
    arguments: [
      #"{"latitude":0,"longitude":0}"#, #"{}"#, #"{"latitude":"NaN","longitude":1}"#,
      #"{"latitude":1,"longitude":"Infinity"}"#, #"{"latitude":90.1,"longitude":1}"#,
      #"{"latitude":1,"longitude":-180.5}"#, #"{"latitude":1e-9,"longitude":-1e-9}"#,
    ])
  func coordinates(location: String) {
    let found = failure(.locationUpdates, #"{"vehicleId":"v1","location":\#(location)}"#)
    #expect(found?.reason == .impossibleCoordinate)
    #expect(found?.stage == .validation)
    #expect(found?.detail.contains("90.1") == false)
  }

  @Test("no location at all")
  func noLocation() {
    #expect(
      failure(.locationUpdates, #"{"vehicleId":"v1"}"#)
        == DecodeFailure(
          .validation, .missingField, "location is missing (read as LocationUpdate because ce_type is absent)"))
  }

  @Test("a bad fix within a batch is named by its place")
  func batch() {
    let json = """
      {"vehicleId":"v1","updates":[{"location":{"latitude":1,"longitude":1}},{"location":{"latitude":91,"longitude":1}}]}
      """
    let found = failure(.locationUpdates, json, type: .locationUpdateBatch)
    #expect(found?.reason == .impossibleCoordinate)
    #expect(found?.detail.hasPrefix("updates[1].location") == true)
    let other = #"{"vehicleId":"v1","updates":[{"vehicleId":"v2","location":{"latitude":1,"longitude":1}}]}"#
    #expect(failure(.locationUpdates, other, type: .locationUpdateBatch)?.reason == .keyMismatch)
  }

  @Test("a name that its enumeration does not have is told with its field")
  func wrongEnum() {
    #expect(
      failure(
        .routeAssignments, #"{"vehicleId":"v1","assignmentId":"a","travelMode":"FLYING"}"#, type: .assignRouteToken)
        == DecodeFailure(.value, .wrongEnum, "travelMode: no such name in the enumeration"))
    #expect(
      failure(.serviceRequests, #"{"routeModifiers":{"vehicleInfo":{"emissionType":"STEAM"}}}"#)?.detail
        == "routeModifiers.vehicleInfo.emissionType: no such name in the enumeration "
        + "(read as ComputeRoutesRequest because ce_type is absent)")
    #expect(failure(.routeAssignments, #"{"vehicleId":"v1","assignmentId":"a","travelMode":77}"#) == nil)
  }

  @Test("values of the wrong kind are told with their field")
  func wrongKind() {
    let json = #"{"vehicleId":"v1","assignmentId":"a","waypoints":[{},{"location":{"latitude":[]}}]}"#
    #expect(
      failure(.routeAssignments, json, type: .setDestinations)
        == DecodeFailure(.value, .wrongKind, "waypoints[1].location.latitude: a number expected, not an array"))
    #expect(failure(.locationUpdates, "[]", type: nil)?.reason == .badProtobuf)
    #expect(failure(.locationUpdates, #"{"vehicleId":5}"#)?.reason == .wrongKind)
    #expect(failure(.locationUpdates, #"{"vehicleId":"v\u0000"}"#)?.reason == .wrongKind)
  }

  @Test("times out of the years 1 to 9999, and texts that are no times")
  func times() {
    for time in ["10000-01-01T00:00:00Z", "2026-02-29T00:00:00Z", "2026-05-01 08:00:00Z", "2026-05-01T08:00:60Z", ""] {
      let json = #"{"vehicleId":"v1","location":{"latitude":1,"longitude":1},"takenAt":"\#(time)"}"#
      #expect(failure(.locationUpdates, json)?.reason == .outOfRange, "\(time)")
    }
  }

  @Test("measurements that are no numbers, and bearings beyond the circle")
  func measurements() {
    func fix(_ more: String) -> String { #"{"vehicleId":"v1","location":{"latitude":1,"longitude":1},\#(more)}"# }
    #expect(failure(.locationUpdates, fix(#""accuracyMeters":"NaN""#))?.reason == .notANumber)
    #expect(failure(.locationUpdates, fix(#""speedMps":"Infinity""#))?.reason == .notANumber)
    #expect(failure(.locationUpdates, fix(#""bearingDegrees":361"#))?.reason == .outOfRange)
    #expect(failure(.locationUpdates, fix(#""bearingDegrees":-1,"speedMps":-1,"accuracyMeters":-1"#)) == nil)
  }

  @Test("sizes are bounded: the value, a batch, the waypoints")
  func sizes() {
    let small = DecodingLimits(recordBytes: 100, batchUpdates: 2, waypoints: 2)
    #expect(
      failure(.locationUpdates, value: Array(repeating: 0x20, count: 101), limits: small)?.reason == .tooLarge)
    let limits = DecodingLimits(batchUpdates: 2, waypoints: 2)
    let update = #"{"location":{"latitude":1,"longitude":1}}"#
    let batch = #"{"vehicleId":"v1","updates":[\#(update),\#(update),\#(update)]}"#
    #expect(
      failure(
        .locationUpdates, value: Array(batch.utf8),
        headers: [MessageHeader("ce_type", text: "LocationUpdateBatch")], limits: limits)?.reason
        == .tooManyElements)
    let stops = #"{"vehicleId":"v1","assignmentId":"a","waypoints":[{},{},{}]}"#
    #expect(failure(.routeAssignments, value: Array(stops.utf8), limits: limits)?.reason == .tooManyElements)
  }

  @Test("memory is bounded, however much the bytes would unfold to")
  func memory() {
    // Two bytes a waypoint, more than a hundred in memory.
    let value = Array("\u{a}\u{2}v1\u{12}\u{1}a".utf8) + Array(repeating: [0x22, 0x00] as [UInt8], count: 900).joined()
    let headers = [
      MessageHeader("ce_type", text: "SetDestinations"), MessageHeader("content-type", text: "application/x-protobuf"),
    ]
    #expect(failure(.routeAssignments, value: value, headers: headers) == nil)
    #expect(
      failure(.routeAssignments, value: value, headers: headers, limits: DecodingLimits(workingBytes: 20_000))?.reason
        == .tooLarge)
  }

  @Test("26 and more waypoints, and impossible ones, are the navigator's to decline")
  func navigatorsOwn() throws {
    let stops = Array(repeating: #"{"location":{"latitude":1,"longitude":1}}"#, count: 26) + ["{}"]
    let json = #"{"vehicleId":"v1","assignmentId":"a","waypoints":[\#(stops.joined(separator: ","))]}"#
    let record = try MessageDecoder().decode(
      role: .routeAssignments, key: Array("v1".utf8), value: Array(json.utf8),
      headers: [MessageHeader("ce_type", text: "SetDestinations")])
    guard case .setDestinations(let message) = record.message else {
      Issue.record("another message")
      return
    }
    #expect(message.waypoints.count == 27)
    #expect(message.waypoints[25].coordinate != nil)
    #expect(message.waypoints[26].coordinate == nil)
  }

  @Test("protobuf that is cut short, of wrong wire types, or with text that is not UTF-8")
  func protobuf() {
    #expect(failure(.routeAssignments, value: [0x0A, 0x05, 0x76])?.reason == .badProtobuf)
    #expect(failure(.routeAssignments, value: [0x08, 0x01])?.reason == .badProtobuf)
    #expect(
      failure(.routeAssignments, value: [0x0A, 0x02, 0xC3, 0x28])?.detail
        == "vehicle_id: text that is not UTF-8 "
        + "(read as protobuf because content-type is absent and it does not begin with {) "
        + "(read as AssignRouteToken because ce_type is absent)")
    #expect(failure(.routeAssignments, value: [0x0A, 0x02, 0x76, 0x00])?.reason == .badProtobuf)
    #expect(failure(.locationUpdates, value: [0x12, 0x7F])?.reason == .badProtobuf)
  }

  @Test("a value of no content type tells what it was read as; one of a stated type does not")
  func guessedEncoding() {
    let plain = Array("not json".utf8)
    #expect(
      failure(.roadConditions, value: plain)
        == DecodeFailure(
          .value, .badProtobuf,
          "the value is no protobuf message of its type "
            + "(read as protobuf because content-type is absent and it does not begin with {)"))
    #expect(
      failure(.roadConditions, "{\"closed\":")?.detail.hasSuffix(
        "(read as JSON because content-type is absent and it begins with {)") == true)
    let told = [MessageHeader("content-type", text: "application/json")]
    #expect(failure(.roadConditions, value: plain, headers: told)?.reason == .badJSON)
    #expect(failure(.roadConditions, value: plain, headers: told)?.detail.contains("content-type") == false)
  }

  @Test("an empty value is a message without anything")
  func empty() {
    #expect(failure(.locationUpdates, value: [])?.reason == .missingField)
  }

  @Test("a record without ce_type that is not its topic's default message is told what it was read as")
  func assumedType() {
    let command = #"{"vehicleId":"v1","requestId":"r","stopIndex":0}"#
    let note = "(read as AssignRouteToken because ce_type is absent)"
    #expect(failure(.routeAssignments, command)?.detail.hasSuffix(note) == true)
    #expect(failure(.routeAssignments, command, type: .continueToNextDestination) == nil)
    #expect(failure(.routeAssignments, command, type: .setDestinations)?.detail.contains("ce_type") == false)
    // The topic has one message only.
    #expect(failure(.roadConditions, "{")?.detail.contains("ce_type") == false)
    let long = #"{"\#(String(repeating: "x", count: 400))":1}"#
    let detail = failure(.routeAssignments, long)?.detail
    #expect(detail?.hasSuffix(note) == true && (detail?.utf8.count ?? 999) <= DecodeFailure.maximumDetailBytes)
  }
}
