internal import CNavigatorProto
public import Navigator

/// Writes the navigator's events as records: CloudEvents in binary mode, keyed by vehicle.
///
/// Equal events give equal bytes. Confined to one thread, because it reuses its working memory.
public final class MessageEncoder {
  public let encoding: RecordEncoding
  /// `ce_source`.
  public let source: String
  private let arena = MessageArena(limit: .max)
  private var headersByType: [MessageType: [MessageHeader]] = [:]

  /// - Parameter applicationID: the worker's; names the source of events.
  public init(applicationID: String, encoding: RecordEncoding) {
    self.encoding = encoding
    source = "/navigator/" + applicationID
  }

  /// One event of a vehicle.
  ///
  /// - Parameters:
  ///   - index: which output of its cause it is, from 0.
  ///   - trace: of the record that caused it.
  public func encode(_ output: NavigatorOutput, index: Int, trace: TraceContext? = nil) -> EncodedRecord {
    arena.reset()
    let events = EventBuilding(building: Building(arena: arena), eventTimeMillis: output.eventTimeMillis)
    let (type, role, header, bytes) = events.message(output.event)
    return record(
      role: role, key: header.vehicleID, type: type, protobuf: bytes,
      id: EventID.text(output.cause, index: index, vehicleID: header.vehicleID),
      timeMillis: output.eventTimeMillis, trace: trace)
  }

  /// A worker's heartbeat.
  public func encode(_ status: WorkerStatusReport) -> EncodedRecord {
    arena.reset()
    let bytes = Building(arena: arena).workerStatus(status)
    return record(
      role: .workerStatus, key: status.workerID, type: .workerStatus, protobuf: bytes,
      id: "worker-status/\(status.workerID)/\(status.reportedAtMillis)/\(status.sequence)",
      timeMillis: status.reportedAtMillis, trace: nil)
  }

  /// An answer of the services, keyed by its request's id.
  ///
  /// - Parameters:
  ///   - request: the place of the request in `service-requests`, from which the answer's id comes.
  ///   - timeMillis: the request record's timestamp.
  public func encode(
    _ response: ServiceResponse, requestID: String, request: (partition: Int32, offset: Int64), timeMillis: Int64,
    trace: TraceContext? = nil
  ) -> EncodedRecord {
    record(
      role: .serviceResponses, key: requestID, type: response.type, protobuf: ServiceMessages.protobuf(of: response),
      id: "\(TopicRole.serviceRequests.rawValue)/\(request.partition)/\(request.offset)/0", timeMillis: timeMillis,
      trace: trace)
  }

  private func record(
    role: TopicRole, key: String, type: MessageType, protobuf: [UInt8], id: String, timeMillis: Int64,
    trace: TraceContext?
  ) -> EncodedRecord {
    let keyBytes = Array(key.utf8)
    var headers = constantHeaders(of: type)
    headers.append(MessageHeader(HeaderName.eventID, text: id))
    headers.append(MessageHeader(HeaderName.eventTime, text: TimeText.timestamp(millis: timeMillis)))
    headers.append(MessageHeader(HeaderName.eventSubject, keyBytes))
    if let trace { headers += trace.headers }
    return EncodedRecord(
      role: role, key: keyBytes, value: value(protobuf, type), headers: headers,
      timestampMillis: timeMillis >= 0 ? timeMillis : nil)
  }

  /// The headers that all events of a type share; made once, so that their bytes are shared too.
  private func constantHeaders(of type: MessageType) -> [MessageHeader] {
    if let made = headersByType[type] { return made }
    let headers = [
      MessageHeader(HeaderName.contentType, text: encoding.contentType),
      MessageHeader(HeaderName.specVersion, text: "1.0"),
      MessageHeader(HeaderName.eventType, text: type.fullName),
      MessageHeader(HeaderName.eventSource, text: source),
    ]
    headersByType[type] = headers
    return headers
  }

  /// The message in the encoding that is set.
  private func value(_ protobuf: [UInt8], _ type: MessageType) -> [UInt8] {
    guard encoding == .json else { return protobuf }
    return protobuf.withUnsafeBytes { JSONWriting.json(of: $0, as: type.descriptor) } ?? []
  }
}
