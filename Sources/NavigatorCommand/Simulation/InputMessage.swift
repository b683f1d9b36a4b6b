import Geometry
import Messages
import Observability

/// An input as a backend or a vehicle would send it: its topic, key and JSON form.
struct InputMessage {
  let role: TopicRole
  let type: MessageType
  let key: String
  let timestampMillis: Int64
  /// The message's JSON form.
  let json: String

  static func location(vehicle: String, _ fix: ReportedFix, atMillis: Int64) -> InputMessage {
    var fields = [
      "\"vehicleId\":\(quoted(vehicle))", "\"location\":\(latLng(fix.location))",
      "\"takenAt\":\"\(rfc3339(atMillis))\"",
      "\"accuracyMeters\":\(number(fix.accuracyMeters))",
    ]
    if let bearing = fix.bearingDegrees { fields.append("\"bearingDegrees\":\(number(bearing))") }
    fields.append("\"speedMps\":\(number(fix.speedMetersPerSecond))")
    return InputMessage(
      role: .locationUpdates, type: .locationUpdate, key: vehicle, timestampMillis: atMillis,
      json: "{\(fields.joined(separator: ","))}")
  }

  static func assignment(
    vehicle: String, assignment: String, trip: String, token: String, stops: [String], atMillis: Int64
  ) -> InputMessage {
    let references = stops.map { "{\"stopId\":\(quoted($0))}" }.joined(separator: ",")
    return InputMessage(
      role: .routeAssignments, type: .assignRouteToken, key: vehicle, timestampMillis: atMillis,
      json: """
        {"vehicleId":\(quoted(vehicle)),"assignmentId":\(quoted(assignment)),"tripId":\(quoted(trip)),\
        "routeToken":\(quoted(token)),"travelMode":"DRIVING","issuedAt":"\(rfc3339(atMillis))","stops":[\(references)]}
        """)
  }

  static func destinations(
    vehicle: String, assignment: String, trip: String, stops: [Coordinate], atMillis: Int64
  ) -> InputMessage {
    let waypoints = stops.map { "{\"location\":\(latLng($0))}" }.joined(separator: ",")
    return InputMessage(
      role: .routeAssignments, type: .setDestinations, key: vehicle, timestampMillis: atMillis,
      json: """
        {"vehicleId":\(quoted(vehicle)),"assignmentId":\(quoted(assignment)),"tripId":\(quoted(trip)),\
        "travelMode":"DRIVING","issuedAt":"\(rfc3339(atMillis))","waypoints":[\(waypoints)]}
        """)
  }

  static func proceed(vehicle: String, assignment: String, stop: Int, atMillis: Int64) -> InputMessage {
    InputMessage(
      role: .routeAssignments, type: .continueToNextDestination, key: vehicle, timestampMillis: atMillis,
      json: """
        {"vehicleId":\(quoted(vehicle)),"requestId":\(quoted("\(assignment)-continue-\(stop)")),"stopIndex":\(stop),\
        "assignmentId":\(quoted(assignment)),"issuedAt":"\(rfc3339(atMillis))"}
        """)
  }

  static func closure(way: Int64, from: Int64, to: Int64, atMillis: Int64) -> InputMessage {
    InputMessage(
      role: .roadConditions, type: .roadCondition, key: "\(way):\(from):\(to)", timestampMillis: atMillis,
      json: """
        {"segment":{"wayId":"\(way)","fromNodeId":"\(from)","toNodeId":"\(to)"},"closed":true,"source":"simulation"}
        """)
  }

  /// UTC with milliseconds, e.g. `2026-01-01T00:00:00.250Z`.
  static func rfc3339(_ millis: Int64) -> String { UTCTime.text(millis) }

  private static func latLng(_ point: Coordinate) -> String {
    "{\"latitude\":\(point.latitude),\"longitude\":\(point.longitude)}"
  }

  private static func number(_ value: Double) -> String { String(Double((value * 100).rounded() / 100)) }

  /// Ids and tokens may hold anything.
  private static func quoted(_ text: String) -> String { JSONString.quoted(text) }
}
