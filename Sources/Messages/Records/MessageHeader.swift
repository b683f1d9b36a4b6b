/// A record's header: names may repeat, order counts, a value may be null.
public struct MessageHeader: Hashable, Sendable {
  public var name: String
  public var value: [UInt8]?

  public init(_ name: String, _ value: [UInt8]?) {
    self.name = name
    self.value = value
  }

  public init(_ name: String, text: String) {
    self.init(name, Array(text.utf8))
  }
}

/// The names of the headers that the navigator reads and writes.
public enum HeaderName {
  public static let contentType = "content-type"
  public static let eventType = "ce_type"
  public static let eventSource = "ce_source"
  public static let eventID = "ce_id"
  public static let eventTime = "ce_time"
  public static let eventSubject = "ce_subject"
  public static let specVersion = "ce_specversion"
  public static let traceParent = "traceparent"
  public static let traceState = "tracestate"
}

extension [MessageHeader] {
  /// The last header of that name, as Kafka's own `lastHeader` has it; names compare without case.
  func last(named name: String) -> MessageHeader? { last { $0.name.equalsIgnoringCase(name) } }

  /// How many headers have that name.
  func count(named name: String) -> Int { reduce(0) { $0 + ($1.name.equalsIgnoringCase(name) ? 1 : 0) } }
}

extension String {
  /// ASCII letters compare without case.
  func equalsIgnoringCase(_ other: String) -> Bool {
    self == other
      || utf8.count == other.utf8.count && zip(utf8, other.utf8).allSatisfy { $0 == $1 || $0.lowered == $1.lowered }
  }

  /// The text of bytes that are UTF-8, else nil.
  init?(strictUTF8 bytes: some Collection<UInt8>) {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    self = text
  }
}

extension UInt8 {
  /// The small letter of an ASCII capital.
  var lowered: UInt8 { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self | 0x20 : self }
}
