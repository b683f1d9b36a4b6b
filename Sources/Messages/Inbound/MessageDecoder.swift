internal import CNavigatorProto
internal import Navigator
internal import Routing

/// Reads records of the input topics.
///
/// Total: any bytes give a message or a `DecodeFailure`, never a trap, and memory is bounded by the limits. Confined to
/// one thread, because it reuses its working memory.
public final class MessageDecoder {
  public let limits: DecodingLimits
  private let framings: [TopicRole: ConfluentFraming]
  private let arena: MessageArena

  /// - Parameter framings: the topics whose values carry a schema registry's framing.
  public init(limits: DecodingLimits = DecodingLimits(), framings: [TopicRole: ConfluentFraming] = [:]) {
    self.limits = limits
    self.framings = framings
    arena = MessageArena(limit: limits.workingBytes)
  }

  /// Reads one record of a topic. A failure is the sender's fault: its record becomes a dead letter.
  public func decode(
    role: TopicRole, key: UnsafeRawBufferPointer?, value: UnsafeRawBufferPointer?, headers: [MessageHeader] = []
  ) throws(DecodeFailure) -> InboundRecord {
    let key = try checked(key)
    let envelope = try CloudEventEnvelope(headers: headers, role: role)
    guard let value else {
      return InboundRecord(message: try Self.tombstone(role: role, key: key), trace: envelope.trace)
    }
    guard value.count <= limits.recordBytes else {
      throw DecodeFailure(.value, .tooLarge, "a value of \(value.count) bytes; at most \(limits.recordBytes) are read")
    }
    let content = if let framing = framings[role] { try framing.content(of: value) } else { value }
    let kind = envelope.contentKind ?? ContentKind(guessedFrom: content)
    if kind == .cloudEvent {
      let event = try StructuredCloudEvent(content, role: role)
      let told = event.type ?? envelope.type
      let type = try Self.type(told, role)
      let message = try Self.telling(told == nil ? type : nil, nil, role) { () throws(DecodeFailure) in
        switch event.content {
        case .json(let data): try self.message(data, type, key)
        case .bytes(let bytes): try self.message(bytes, event.contentKind, type, key)
        }
      }
      return InboundRecord(message: message, trace: envelope.trace ?? event.trace)
    }
    let type = try Self.type(envelope.type, role)
    let guessed = envelope.contentKind == nil ? kind : nil
    let message = try Self.telling(envelope.type == nil ? type : nil, guessed, role) { () throws(DecodeFailure) in
      try self.message(content, kind, type, key)
    }
    return InboundRecord(message: message, trace: envelope.trace)
  }

  /// A record that does not say what it is may be another message than its topic's default, or in another encoding than
  /// the guessed one: a failure names what it was read as.
  private static func telling(
    _ assumed: MessageType?, _ guessed: ContentKind?, _ role: TopicRole,
    _ body: () throws(DecodeFailure) -> InboundMessage
  ) throws(DecodeFailure) -> InboundMessage {
    do throws(DecodeFailure) { return try body() } catch {
      var told = error
      if let guessed, error.reason == .badProtobuf || error.reason == .badJSON {
        told = told.noting(guessed.noteOfGuess)
      }
      if let assumed, role.messages.count > 1 {
        told = told.noting("read as \(assumed.rawValue) because ce_type is absent")
      }
      throw told
    }
  }

  /// Reads one record held in arrays.
  public func decode(
    role: TopicRole, key: [UInt8]?, value: [UInt8]?, headers: [MessageHeader] = []
  ) throws(DecodeFailure) -> InboundRecord {
    let result: Result<InboundRecord, DecodeFailure> = Self.borrowing(key) { key in
      Self.borrowing(value) { value in
        do throws(DecodeFailure) {
          return .success(try decode(role: role, key: key, value: value, headers: headers))
        } catch { return .failure(error) }
      }
    }
    return try result.get()
  }

  private static func borrowing<Result>(_ bytes: [UInt8]?, _ body: (UnsafeRawBufferPointer?) -> Result) -> Result {
    guard let bytes else { return body(nil) }
    return bytes.withUnsafeBytes { body($0) }
  }

  private static func type(_ told: MessageType?, _ role: TopicRole) throws(DecodeFailure) -> MessageType {
    guard role.direction == .input, let type = told ?? role.defaultMessage else {
      throw DecodeFailure(.envelope, .unknownType, "\(role.rawValue) is no input")
    }
    return type
  }

  /// A key that is text, not empty, and no longer than a key may be.
  private func checked(_ key: UnsafeRawBufferPointer?) throws(DecodeFailure) -> UnsafeRawBufferPointer {
    guard let key, !key.isEmpty else { throw DecodeFailure(.key, .keyMissing, "the record has no key") }
    guard key.count <= limits.keyBytes else {
      throw DecodeFailure(.key, .tooLarge, "a key of \(key.count) bytes; at most \(limits.keyBytes) are read")
    }
    guard WireCheck.isPlainText(key) else { throw DecodeFailure(.key, .keyNotText, "the key is not UTF-8 text") }
    return key
  }

  private static func tombstone(role: TopicRole, key: UnsafeRawBufferPointer) throws(DecodeFailure) -> InboundMessage {
    switch role {
    case .routeAssignments: return .clearDestinations(ClearDestinations())
    case .roadConditions:
      return .roadCondition(RoadConditionChange(key: String(decoding: key, as: UTF8.self), update: nil))
    default: throw DecodeFailure(.value, .valueMissing, "a null value means nothing on \(role.rawValue)")
    }
  }

  private func message(
    _ bytes: [UInt8], _ kind: ContentKind, _ type: MessageType, _ key: UnsafeRawBufferPointer
  ) throws(DecodeFailure) -> InboundMessage {
    let result: Result<InboundMessage, DecodeFailure> = bytes.withUnsafeBytes { raw in
      do throws(DecodeFailure) { return .success(try message(raw, kind, type, key)) } catch { return .failure(error) }
    }
    return try result.get()
  }

  private func message(
    _ bytes: UnsafeRawBufferPointer, _ kind: ContentKind, _ type: MessageType, _ key: UnsafeRawBufferPointer
  ) throws(DecodeFailure) -> InboundMessage {
    if kind == .protobuf { return try message(protobuf: bytes, type, key) }
    let value: JSONValue
    do { value = try JSONParser.parse(bytes) } catch {
      throw DecodeFailure(.value, .badJSON, "byte \(error.offset): \(error.text)")
    }
    return try message(value, type, key)
  }

  private func message(
    _ value: JSONValue, _ type: MessageType, _ key: UnsafeRawBufferPointer
  ) throws(DecodeFailure) -> InboundMessage {
    try message(try JSONReading.protobuf(of: value, as: type.descriptor), .protobuf, type, key)
  }

  private func message(
    protobuf bytes: UnsafeRawBufferPointer, _ type: MessageType, _ key: UnsafeRawBufferPointer
  ) throws(DecodeFailure) -> InboundMessage {
    switch type {
    case .locationUpdate: return .locationUpdate(try LocationReading.update(bytes, key: key))
    case .locationUpdateBatch:
      return .locationUpdates(try LocationReading.batch(bytes, key: key, limit: limits.batchUpdates))
    default: break
    }
    try WireCheck.require(bytes, type.descriptor)
    arena.reset()
    let unpacking = Unpacking(arena: arena, bytes: bytes, key: key, limits: limits)
    switch type {
    case .assignRouteToken: return .assignRouteToken(try unpacking.assignRouteToken())
    case .setDestinations: return .setDestinations(try unpacking.setDestinations())
    case .continueToNextDestination: return .continueToNextDestination(try unpacking.continueToNextDestination())
    case .selectRoute: return .selectRoute(try unpacking.selectRoute())
    case .clearDestinations: return .clearDestinations(try unpacking.clearDestinations())
    case .roadCondition: return .roadCondition(try unpacking.roadCondition())
    case .computeRoutesRequest:
      let request = try unpacking.unpack(type, as: Navigator__V1__ComputeRoutesRequest.self)
      return .serviceRequest(.computeRoutes(ServiceUnpacking.computeRoutes(request.pointee)))
    case .computeCustomRoutesRequest, .searchDestinationsRequest, .optimizeToursRequest, .batchOptimizeToursRequest:
      return .serviceRequest(.other(type, protobuf: Array(bytes)))
    default: throw DecodeFailure(.envelope, .unknownType, "\(type.rawValue) is no input")
    }
  }
}
