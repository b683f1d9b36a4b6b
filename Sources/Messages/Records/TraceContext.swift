/// W3C trace context of a record, passed on to what it causes.
public struct TraceContext: Hashable, Sendable {
  /// `00-<32 hex>-<16 hex>-<2 hex>`, valid.
  public let parent: String
  /// The sender's own, as it came.
  public let state: String?

  /// Reads the record headers `traceparent` and `tracestate`. An invalid or repeated parent is dropped whole, its state
  /// with it: never an error.
  init?(headers: [MessageHeader]) {
    guard headers.count(named: HeaderName.traceParent) == 1,
      let value = headers.last(named: HeaderName.traceParent)?.value, let parent = String(strictUTF8: value)
    else { return nil }
    let states = headers.filter { $0.name.equalsIgnoringCase(HeaderName.traceState) }
    self.init(parent: parent, state: states.count == 1 ? states[0].value.flatMap { String(strictUTF8: $0) } : nil)
  }

  /// nil unless the parent is valid.
  public init?(parent: String, state: String? = nil) {
    guard Self.isValid(parent) else { return nil }
    self.parent = parent
    self.state = state.flatMap { $0.utf8.count <= 512 && !$0.isEmpty ? $0 : nil }
  }

  var headers: [MessageHeader] {
    [MessageHeader(HeaderName.traceParent, text: parent)]
      + (state.map { [MessageHeader(HeaderName.traceState, text: $0)] } ?? [])
  }

  /// Versions above 00 may be longer; what is known of them is read.
  private static func isValid(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count >= 55, bytes.count <= 512, bytes[2] == 0x2D, bytes[35] == 0x2D, bytes[52] == 0x2D else {
      return false
    }
    let version = bytes[0..<2]
    let trace = bytes[3..<35]
    let span = bytes[36..<52]
    guard (version + trace + span + bytes[53..<55]).allSatisfy(isHex), !version.elementsEqual("ff".utf8) else {
      return false
    }
    if version.elementsEqual("00".utf8) {
      if bytes.count != 55 { return false }
    } else if bytes.count > 55, bytes[55] != 0x2D {
      return false
    }
    return trace.contains { $0 != 0x30 } && span.contains { $0 != 0x30 }
  }

  /// Small letters only.
  private static func isHex(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) }
}
