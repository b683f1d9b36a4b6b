/// Why a record cannot be read: it becomes a dead letter.
public struct DecodeFailure: Error, Hashable, Sendable {
  /// How far the reading came.
  public enum Stage: String, CaseIterable, Hashable, Sendable {
    case key, headers, framing, envelope, value, validation
  }

  /// What is wrong; a label of metrics, so the list is short and closed.
  public enum Reason: String, CaseIterable, Hashable, Sendable {
    case keyMissing = "KEY_MISSING"
    case keyNotText = "KEY_NOT_TEXT"
    /// The key and the message name different vehicles.
    case keyMismatch = "KEY_MISMATCH"
    /// The key belongs to another partition.
    case mispartitioned = "MISPARTITIONED"
    /// A null value where it has no meaning.
    case valueMissing = "VALUE_MISSING"
    case tooLarge = "TOO_LARGE"
    case badHeader = "BAD_HEADER"
    case unknownType = "UNKNOWN_TYPE"
    /// A message of ours that this topic does not carry.
    case wrongTopic = "WRONG_TOPIC"
    case unsupportedContentType = "UNSUPPORTED_CONTENT_TYPE"
    case badFraming = "BAD_FRAMING"
    case unknownSchemaID = "UNKNOWN_SCHEMA_ID"
    case badEnvelope = "BAD_ENVELOPE"
    case badJSON = "BAD_JSON"
    case badProtobuf = "BAD_PROTOBUF"
    /// A value of the wrong kind for its field.
    case wrongKind = "WRONG_KIND"
    /// A name that its enumeration does not have.
    case wrongEnum = "WRONG_ENUM"
    case missingField = "MISSING_FIELD"
    case notANumber = "NOT_A_NUMBER"
    case outOfRange = "OUT_OF_RANGE"
    /// Out of range, or (0, 0).
    case impossibleCoordinate = "IMPOSSIBLE_COORDINATE"
    case tooManyElements = "TOO_MANY_ELEMENTS"
  }

  /// Longest `detail` in bytes.
  public static let maximumDetailBytes = 256

  public let stage: Stage
  public let reason: Reason
  /// For people: which field, what was expected. Never payload or coordinates; at most 256 bytes.
  public let detail: String

  public init(_ stage: Stage, _ reason: Reason, _ detail: String) {
    self.stage = stage
    self.reason = reason
    self.detail = Self.cut(detail)
  }

  /// The same failure with a note behind its detail, which is shortened where both are too long.
  func noting(_ note: String) -> DecodeFailure {
    let room = max(0, Self.maximumDetailBytes - note.utf8.count - 3)
    return DecodeFailure(stage, reason, "\(Self.cut(detail, to: room)) (\(note))")
  }

  /// Printable and short, ending at a character's end.
  private static func cut(_ text: String, to limit: Int = maximumDetailBytes) -> String {
    var result = ""
    var bytes = 0
    for scalar in text.unicodeScalars {
      let shown: Unicode.Scalar = scalar.value < 0x20 || scalar.value == 0x7F ? " " : scalar
      let size = UTF8.width(shown)
      if bytes + size > limit { break }
      result.unicodeScalars.append(shown)
      bytes += size
    }
    return result
  }
}
