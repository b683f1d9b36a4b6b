import Broker
import Glibc
import Messages

/// One published record as people or programs read it.
struct EventLine {
  let record: Record
  let role: TopicRole
  /// Nil when the value cannot be read: null, foreign bytes, a dead letter.
  let value: JSONValue?

  init(_ record: Record, role: TopicRole) {
    self.record = record
    self.role = role
    let headers = record.headers.map { MessageHeader($0.name, $0.value) }
    value = record.value.flatMap { MessageJSON.value(ofRecord: $0, headers: headers, role: role) }
  }

  /// The fields worth a line, by message; the first is not named.
  static let fields: [(type: MessageType, names: [String])] = [
    (
      .routeStatus,
      [
        "status", "cause", "closedRoad.roadName", "closedRoad.conditionKey", "pending", "error.code", "error.text",
        "stopIndex", "route.distanceMeters", "route.duration",
      ]
    ),
    (.refusal, ["reason", "requestType", "requestId", "text"]),
    (
      .tripSummary,
      ["end", "drivenDistanceMeters", "drivenDuration", "plannedDistanceMeters", "planFollowed", "rerouteCount"]
    ),
    (
      .routeTokenExecutionDetails,
      [
        "tokenExecutionStatus", "reason", "closedRoad.roadName", "closedRoad.conditionKey",
        "distanceFromPlannedOriginMeters", "planFollowed",
      ]
    ),
    (.arrival, ["stop.stopId", "stopIndex", "isFinalDestination", "distanceToWaypointMeters", "arrivedAt"]),
    (.stopEvent, ["kind", "stopIndex", "stop.stopId", "distanceMeters"]),
    (
      .tripProgress,
      ["navigationStatus", "tripState", "stopIndex", "remainingDistanceMeters", "remainingDuration", "delayCategory"]
    ),
    (.serviceError, ["error.status", "error.message"]),
    (
      .workerStatus,
      ["state", "version", "rates.recordsPerSecond", "latencies.commitP99Seconds", "restore.remainingRecords"]
    ),
  ]

  /// What the absence of a shown field stands for: proto3's JSON leaves out what is zero or false.
  static let absences: [MessageType: [String: String]] = [
    .routeStatus: ["route.distanceMeters": "0"],
    .tripSummary: [
      "drivenDistanceMeters": "0", "plannedDistanceMeters": "0", "planFollowed": "0", "rerouteCount": "0",
    ],
    .arrival: ["isFinalDestination": "false", "distanceToWaypointMeters": "0"],
    .stopEvent: ["distanceMeters": "0"],
    .workerStatus: [
      "rates.recordsPerSecond": "0", "latencies.commitP99Seconds": "0", "restore.remainingRecords": "0",
    ],
  ]

  /// `2026-11-30T07:11:01.123Z key Type word name=value …`, always one line.
  var readable: String {
    var words = [Self.time(record.timestampMillis), record.key.map { Self.word($0) } ?? "-", type]
    if role == .deadLetters {
      // The record itself may be anything, and long; why it is here matters.
      for name in ["source-topic", "source-partition", "source-offset", "reason", "detail"] {
        if let text = header("navigator.dlt.\(name)") { words.append("\(name)=\(text)") }
      }
    } else if let value {
      words += described(value)
    } else {
      words.append(record.value.map { "\($0.count) bytes that cannot be read" } ?? "null")
    }
    let line = words.joined(separator: " ")
    return String(
      String.UnicodeScalarView(line.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
  }

  /// `{"topic","partition","offset","timestamp","key","headers":{},"value":{}}`; values that cannot be read are null.
  var json: String {
    let headers = record.headers.map { JSONMember($0.name, $0.value.map { .string(Self.word($0)) } ?? .null) }
    let members = [
      JSONMember("topic", .string(role.rawValue)), JSONMember("partition", .number("\(record.partition)")),
      JSONMember("offset", .number("\(record.offset)")), JSONMember("timestamp", .number("\(record.timestampMillis)")),
      JSONMember("key", record.key.map { .string(Self.word($0)) } ?? .null), JSONMember("headers", .object(headers)),
      JSONMember("value", value ?? .null),
    ]
    return String(decoding: JSONValue.object(members).text, as: UTF8.self)
  }

  private var messageType: MessageType? {
    header(HeaderName.eventType).flatMap { MessageType(eventType: $0) } ?? role.defaultMessage
  }

  private var type: String { messageType?.rawValue ?? role.rawValue }

  private func described(_ value: JSONValue) -> [String] {
    guard let names = Self.fields.first(where: { $0.type == messageType })?.names else {
      return [String(decoding: value.text, as: UTF8.self)]
    }
    var words: [String] = []
    for (place, name) in names.enumerated() {
      guard let member = member(name, of: value) else { continue }
      let text: String =
        switch member {
        case .string(let text), .number(let text): text
        default: String(decoding: member.text, as: UTF8.self)
        }
      words.append(place == 0 ? text : "\(name)=\(text)")
    }
    return words
  }

  /// The member at a path of names; what its absence stands for when the message it belongs to is there.
  private func member(_ path: String, of value: JSONValue) -> JSONValue? {
    let names = path.split(separator: ".").map(String.init)
    guard let parent = names.dropLast().reduce(value as JSONValue?, { $0?[$1] }) else { return nil }
    if let last = names.last, let found = parent[last] { return found }
    return messageType.flatMap { Self.absences[$0]?[path] }.map { .number($0) }
  }

  private func header(_ name: String) -> String? {
    record.headers.last { $0.name == name }?.value.map { String(decoding: $0, as: UTF8.self) }
  }

  private static func word(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private static func time(_ millis: Int64) -> String {
    guard millis >= 0, var seconds = time_t(exactly: millis / 1000) else { return "-" }
    var parts = tm()
    guard gmtime_r(&seconds, &parts) != nil else { return "-" }
    func padded(_ value: some BinaryInteger, _ width: Int) -> String {
      let digits = String(value)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    let date = "\(padded(parts.tm_year + 1900, 4))-\(padded(parts.tm_mon + 1, 2))-\(padded(parts.tm_mday, 2))"
    let time = "\(padded(parts.tm_hour, 2)):\(padded(parts.tm_min, 2)):\(padded(parts.tm_sec, 2))"
    return "\(date)T\(time).\(padded(millis % 1000, 3))Z"
  }
}
