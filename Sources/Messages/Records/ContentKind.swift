/// What a `content-type` says about a value.
///
/// The rule: the header decides. Without one, a value whose first byte that is no white space is `{` is JSON, and any
/// other is protobuf; no protobuf message of the schemas can begin with that byte, which would open a group.
enum ContentKind: Hashable {
  case protobuf
  case json
  /// A CloudEvent as one JSON object.
  case cloudEvent

  /// - Parameter contentType: a media type; parameters after `;` are passed over, letters compare without case.
  init?(contentType: String) {
    let essence = contentType.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
    switch essence {
    case "application/x-protobuf", "application/protobuf", "application/vnd.google.protobuf",
      "application/x-google-protobuf":
      self = .protobuf
    case "application/json", "text/json": self = .json
    case "application/cloudevents+json": self = .cloudEvent
    default:
      // Other formats of CloudEvents, batches among them, are not read.
      if essence.hasPrefix("application/"), essence.hasSuffix("+json"), !essence.hasPrefix("application/cloudevents") {
        self = .json
      } else {
        return nil
      }
    }
  }

  /// For failures of a value whose kind was guessed: what it was read as, and why.
  var noteOfGuess: String {
    self == .protobuf
      ? "read as protobuf because content-type is absent and it does not begin with {"
      : "read as JSON because content-type is absent and it begins with {"
  }

  /// By the first byte, where nothing else tells.
  init(guessedFrom value: UnsafeRawBufferPointer) {
    let first = value.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
    self = first == UInt8(ascii: "{") ? .json : .protobuf
  }
}
