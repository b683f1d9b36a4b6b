import Messages
import Testing

@Suite("Envelopes")
struct EnvelopeTests {
  static let fix = #"{"vehicleId":"v1","location":{"latitude":60,"longitude":24}}"#

  private func decode(
    _ value: [UInt8], _ headers: [MessageHeader] = [], role: TopicRole = .locationUpdates,
    framing: ConfluentFraming? = nil
  ) throws(DecodeFailure) -> InboundRecord {
    try MessageDecoder(framings: framing.map { [role: $0] } ?? [:])
      .decode(role: role, key: Array("v1".utf8), value: value, headers: headers)
  }

  private func isFix(_ record: InboundRecord) -> Bool {
    if case .locationUpdate = record.message { true } else { false }
  }

  private func protobuf() throws -> [UInt8] {
    try MessageJSON.protobuf(of: JSONParser.parse(Array(Self.fix.utf8)), as: .locationUpdate)
  }

  @Test("content-type decides, whatever the letters' case and parameters")
  func contentType() throws {
    for name in ["application/json", "Application/JSON; charset=utf-8", "application/vnd.acme+json"] {
      #expect(isFix(try decode(Array(Self.fix.utf8), [MessageHeader("Content-Type", text: name)])))
    }
    for name in ["application/x-protobuf", "application/protobuf"] {
      #expect(isFix(try decode(protobuf(), [MessageHeader("content-type", text: name)])))
    }
    #expect(isFix(try decode(protobuf())))
    #expect(isFix(try decode(Array((" \n" + Self.fix).utf8))))
    for name in ["text/plain", "application/cloudevents-batch+json", "application/cloudevents+avro"] {
      #expect(throws: DecodeFailure.self) { try decode(protobuf(), [MessageHeader("content-type", text: name)]) }
    }
  }

  @Test("ce_type chooses the message, with or without the package, and must belong on the topic")
  func eventType() throws {
    let next = Array(#"{"vehicleId":"v1"}"#.utf8)
    for name in ["navigator.v1.ContinueToNextDestination", "ContinueToNextDestination"] {
      guard
        case .continueToNextDestination = try decode(
          next, [MessageHeader("ce_type", text: name)], role: .routeAssignments
        ).message
      else {
        Issue.record("another message")
        return
      }
    }
    do {
      _ = try decode(next, [MessageHeader("ce_type", text: "navigator.v1.Arrival")], role: .routeAssignments)
      Issue.record("an output was read as an input")
    } catch { #expect(error.reason == .wrongTopic) }
    do {
      _ = try decode(next, [MessageHeader("ce_type", text: "com.acme.Ride")], role: .routeAssignments)
      Issue.record("a foreign type was read")
    } catch { #expect(error.reason == .unknownType) }
  }

  @Test("odd headers crash nothing: null, empty, repeated, not UTF-8")
  func oddHeaders() throws {
    let odd = [
      MessageHeader("content-type", nil), MessageHeader("ce_type", []), MessageHeader("x", [0xFF]),
      MessageHeader("x", [0xFF]), MessageHeader("", nil), MessageHeader("traceparent", [0xFF]),
    ]
    #expect(isFix(try decode(Array(Self.fix.utf8), odd)))
    do {
      _ = try decode(Array(Self.fix.utf8), [MessageHeader("ce_type", [0xFF])])
      Issue.record("a type that is not text was read")
    } catch { #expect(error.reason == .badHeader) }
  }

  @Test("a structured CloudEvent says the same as a binary one")
  func structured() throws {
    let headers = [MessageHeader("content-type", text: "Application/CloudEvents+JSON; charset=UTF-8")]
    let json = """
      {"specversion":"1.0","type":"navigator.v1.LocationUpdate","source":"/app","id":"1","data":\(Self.fix),
       "traceparent":"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"}
      """
    let record = try decode(Array(json.utf8), headers)
    #expect(isFix(record))
    #expect(record.trace?.parent == "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
    let base64 = """
      {"specversion":"1.0","type":"navigator.v1.LocationUpdate","source":"/app","id":"1",
       "datacontenttype":"application/x-protobuf","data_base64":"CgJ2MRISCQAAAAAAAE5AEQAAAAAAADhA"}
      """
    #expect(isFix(try decode(Array(base64.utf8), headers)))
  }

  @Test(
    "structured CloudEvents that are none",
    arguments: [
      "[]", "{}", #"{"specversion":"0.3","data":{}}"#, #"{"data":{},"data_base64":""}"#, #"{"data_base64":"*"}"#,
      #"{"datacontenttype":"text/xml","data":{}}"#, #"{"datacontenttype":"application/x-protobuf","data":{}}"#,
      #"{"type":5,"data":{}}"#, #"{"data":null}"#, #"{"type":"x","data":{}}"#, "{",
    ])
  func notStructured(json: String) {
    do {
      _ = try decode(Array(json.utf8), [MessageHeader("content-type", text: "application/cloudevents+json")])
      Issue.record("read")
    } catch { #expect(error.stage == .envelope) }
  }

  @Test("framed values are read where the setting says so, protobuf with its message indexes and JSON without")
  func framing() throws {
    let framing = ConfluentFraming(schemaIDs: [7])
    let frame: [UInt8] = [0, 0, 0, 0, 7]
    #expect(isFix(try decode(frame + [0] + protobuf(), framing: framing)))
    // Two indexes, 1 and 0, as zig-zag varints.
    #expect(isFix(try decode(frame + [4, 2, 0] + protobuf(), framing: framing)))
    #expect(isFix(try decode(frame + Array(Self.fix.utf8), framing: framing)))
    #expect(isFix(try decode([0, 0, 0, 0, 9, 0] + protobuf(), framing: ConfluentFraming())))
  }

  @Test(
    "frames that are none",
    arguments: [
      ([], DecodeFailure.Reason.badFraming), ([0, 0, 0, 0], .badFraming), ([1, 0, 0, 0, 7, 0], .badFraming),
      ([0, 0, 0, 0, 8, 0], .unknownSchemaID), ([0, 0, 0, 0, 7], .badFraming), ([0, 0, 0, 0, 7, 1], .badFraming),
      ([0, 0, 0, 0, 7, 0xFE, 0xFF, 0xFF, 0xFF, 0x0F], .badFraming), ([0, 0, 0, 0, 7, 4, 2], .badFraming),
      ([0, 0, 0, 0, 7, 2, 1], .badFraming),
    ] as [([UInt8], DecodeFailure.Reason)])
  func badFraming(value: [UInt8], reason: DecodeFailure.Reason) {
    do {
      _ = try decode(value, framing: ConfluentFraming(schemaIDs: [7]))
      Issue.record("read")
    } catch { #expect(error.reason == reason) }
  }

  @Test("a valid trace goes on, an invalid or repeated one is dropped with its state")
  func trace() throws {
    let good = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
    func trace(_ values: [String], state: String? = nil) throws -> TraceContext? {
      try decode(
        Array(Self.fix.utf8),
        values.map { MessageHeader("traceparent", text: $0) }
          + (state.map { [MessageHeader("tracestate", text: $0)] } ?? [])
      ).trace
    }
    #expect(try trace([good], state: "a=1") == TraceContext(parent: good, state: "a=1"))
    #expect(try trace([good, good]) == nil)
    #expect(try trace(["01" + good.dropFirst(2) + "-more"]) != nil)
    for bad in [
      "ff" + good.dropFirst(2), good.uppercased(), good + "-more", String(good.dropLast()),
      "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
      "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01", "",
    ] {
      #expect(try trace([bad], state: "a=1") == nil, "\(bad)")
    }
  }
}
