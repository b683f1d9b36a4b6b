/// The JSON mapping of any message of the schemas, both ways.
public enum MessageJSON {
  /// JSON text of a message's protobuf bytes; nil when the bytes are no such message.
  public static func json(ofProtobuf bytes: [UInt8], as type: MessageType) -> [UInt8]? {
    bytes.withUnsafeBytes { JSONWriting.json(of: $0, as: type.descriptor) }
  }

  /// Protobuf bytes of a message in JSON, with the fields in the order in which the JSON has them.
  public static func protobuf(of value: JSONValue, as type: MessageType) throws(DecodeFailure) -> [UInt8] {
    try JSONReading.protobuf(of: value, as: type.descriptor)
  }

  /// A published record's value for people and tools, whichever encoding it has: by its headers, else by its topic.
  ///
  /// - Returns: nil when it cannot be read, or is no message.
  public static func value(ofRecord value: [UInt8], headers: [MessageHeader], role: TopicRole) -> JSONValue? {
    var type = role.defaultMessage
    if let name = headers.last(named: HeaderName.eventType)?.value.flatMap({ String(strictUTF8: $0) }) {
      type = MessageType(eventType: name)
    }
    let told = headers.last(named: HeaderName.contentType)?.value.flatMap { String(strictUTF8: $0) }
    let kind = told.map { ContentKind(contentType: $0) } ?? value.withUnsafeBytes { ContentKind(guessedFrom: $0) }
    switch kind {
    case .protobuf?:
      guard let type, let json = json(ofProtobuf: value, as: type) else { return nil }
      return try? JSONParser.parse(json)
    case .json?, .cloudEvent?: return try? JSONParser.parse(value)
    case nil: return nil
    }
  }
}
