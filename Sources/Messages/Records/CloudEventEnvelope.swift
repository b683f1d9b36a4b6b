/// What the headers of a record, or a structured CloudEvent, say about its content.
struct CloudEventEnvelope {
  var type: MessageType?
  var contentKind: ContentKind?
  var trace: TraceContext?

  /// Reads a record's headers. Non-text values of the headers that decide are failures; all others are let be.
  init(headers: [MessageHeader], role: TopicRole) throws(DecodeFailure) {
    var contentType: [UInt8]?
    var typeName: [UInt8]?
    var hasTrace = false
    // Of headers that repeat the last counts, as Kafka's own `lastHeader` has it.
    for header in headers {
      switch header.name.utf8.count {
      case 12 where header.name.equalsIgnoringCase(HeaderName.contentType): contentType = header.value
      case 7 where header.name.equalsIgnoringCase(HeaderName.eventType): typeName = header.value
      case 11 where header.name.equalsIgnoringCase(HeaderName.traceParent): hasTrace = true
      default: break
      }
    }
    if let contentType, !contentType.isEmpty { contentKind = try Self.contentKind(contentType) }
    if let typeName, !typeName.isEmpty {
      // By its bytes first: most records by far are position reports.
      if role == .locationUpdates, typeName == Self.locationUpdateName {
        type = .locationUpdate
      } else {
        type = try Self.type(named: try Self.text(typeName, HeaderName.eventType), role: role, stage: .headers)
      }
    }
    if hasTrace { trace = TraceContext(headers: headers) }
  }

  private static let locationUpdateName = Array(MessageType.locationUpdate.fullName.utf8)
  private static let protobufContentType = Array(RecordEncoding.protobuf.contentType.utf8)

  private static func contentKind(_ value: [UInt8]) throws(DecodeFailure) -> ContentKind {
    if value == protobufContentType { return .protobuf }
    guard let kind = ContentKind(contentType: try text(value, HeaderName.contentType)) else {
      throw DecodeFailure(
        .headers, .unsupportedContentType,
        "content-type must be application/x-protobuf, application/json or application/cloudevents+json")
    }
    return kind
  }

  private static func text(_ value: [UInt8], _ name: String) throws(DecodeFailure) -> String {
    guard let text = String(strictUTF8: value) else {
      throw DecodeFailure(.headers, .badHeader, "header \(name) is not UTF-8")
    }
    return text
  }

  static func type(
    named name: String, role: TopicRole, stage: DecodeFailure.Stage
  ) throws(DecodeFailure) -> MessageType {
    guard let type = MessageType(eventType: name) else {
      throw DecodeFailure(stage, .unknownType, "the event type is none of \(MessageType.package)*")
    }
    guard role.messages.contains(type) else {
      throw DecodeFailure(stage, .wrongTopic, "\(type.rawValue) does not belong on \(role.rawValue)")
    }
    return type
  }
}

/// The content of a structured CloudEvent.
struct StructuredCloudEvent {
  enum Content {
    case json(JSONValue)
    case bytes([UInt8])
  }

  var type: MessageType?
  var contentKind: ContentKind
  var content: Content
  var trace: TraceContext?

  init(_ value: UnsafeRawBufferPointer, role: TopicRole) throws(DecodeFailure) {
    let event: JSONValue
    do { event = try JSONParser.parse(value) } catch {
      throw DecodeFailure(.envelope, .badJSON, "byte \(error.offset): \(error.text)")
    }
    guard case .object = event else {
      throw DecodeFailure(.envelope, .badEnvelope, "a CloudEvent is an object; batches are not read")
    }
    if let version = try Self.text("specversion", event), version != "1.0" {
      throw DecodeFailure(.envelope, .badEnvelope, "specversion must be 1.0")
    }
    type =
      if let name = try Self.text("type", event) {
        try CloudEventEnvelope.type(named: name, role: role, stage: .envelope)
      } else { nil }
    contentKind = .json
    if let name = try Self.text("datacontenttype", event) {
      guard let kind = ContentKind(contentType: name), kind != .cloudEvent else {
        throw DecodeFailure(.envelope, .unsupportedContentType, "datacontenttype must be JSON or protobuf")
      }
      contentKind = kind
    }
    content = try Self.content(event, kind: contentKind)
    if let parent = try? Self.text("traceparent", event) {
      trace = TraceContext(parent: parent, state: (try? Self.text("tracestate", event)) ?? nil)
    }
  }

  private static func content(_ event: JSONValue, kind: ContentKind) throws(DecodeFailure) -> Content {
    if let encoded = try text("data_base64", event) {
      if event["data"] != nil {
        throw DecodeFailure(.envelope, .badEnvelope, "data and data_base64 exclude each other")
      }
      guard let bytes = Base64.decode(encoded) else {
        throw DecodeFailure(.envelope, .badEnvelope, "data_base64 is not base64")
      }
      return .bytes(bytes)
    }
    guard let data = event["data"], data != .null else {
      throw DecodeFailure(.envelope, .badEnvelope, "data or data_base64 is missing")
    }
    guard kind == .json else {
      throw DecodeFailure(.envelope, .badEnvelope, "protobuf goes into data_base64")
    }
    return .json(data)
  }

  private static func text(_ name: String, _ event: JSONValue) throws(DecodeFailure) -> String? {
    switch event[name] {
    case nil, .null: return nil
    case .string(let text): return text
    default: throw DecodeFailure(.envelope, .badEnvelope, "\(name) must be a string")
    }
  }
}
