import Messages
import Testing

@Suite("The JSON mapping of proto3")
struct JSONMappingTests {
  private func parse(_ text: String) -> JSONValue? { try? JSONParser.parse(Array(text.utf8)) }

  /// Through protobuf and back.
  private func canonical(_ json: String, _ type: MessageType) throws -> String {
    let protobuf = try MessageJSON.protobuf(of: JSONParser.parse(Array(json.utf8)), as: type)
    return String(decoding: try #require(MessageJSON.json(ofProtobuf: protobuf, as: type)), as: UTF8.self)
  }

  @Test(
    "texts that are no JSON",
    arguments: [
      "", " ", "{", "}", "[1,]", "{\"a\":1,}", "{a:1}", "{'a':1}", "nul", "tru", "+1", "01", "1.", ".5", "1e", "-",
      "\"\u{1}\"", "\"\\x\"", "\"\\u12\"", "\"\\ud800\"", "\"\\udc00\\ud800\"", "\"a", "1 2", "NaN", "// x\n1",
      "{\"a\":1,\"a\":2}", "\u{FEFF}1", "{\"a\" 1}", "[1 2]",
    ])
  func notJSON(text: String) { #expect(parse(text) == nil) }

  @Test("nesting is bounded")
  func depth() {
    #expect(parse(String(repeating: "[", count: 64) + String(repeating: "]", count: 64)) != nil)
    #expect(parse(String(repeating: "[", count: 65) + String(repeating: "]", count: 65)) == nil)
    #expect(parse(String(repeating: "[", count: 1_000_000)) == nil)
  }

  @Test("a text that is not UTF-8 is none")
  func notUTF8() {
    #expect(throws: JSONSyntaxError.self) { try JSONParser.parse([0x22, 0xC3, 0x28, 0x22]) }
    #expect(throws: JSONSyntaxError.self) { try JSONParser.parse([0x22, 0x5C, 0x6E, 0xFF, 0x22]) }
  }

  @Test("escapes are read, and written where they must be")
  func escapes() throws {
    let text = #""\"\\\/\b\f\n\r\t\u00e4\ud83d\ude95\u001f""#
    #expect(parse(text) == .string("\"\\/\u{8}\u{c}\n\r\tä🚕\u{1f}"))
    let written = try #require(parse(text)).text
    #expect(String(decoding: written, as: UTF8.self) == #""\"\\/\u0008\u000c\n\r\tä🚕\u001f""#)
  }

  @Test("64-bit integers survive as numbers and as text, and are written as text")
  func int64() throws {
    for value in ["9223372036854775807", "\"9223372036854775807\""] {
      #expect(
        try canonical(#"{"segment":{"wayId":\#(value)}}"#, .roadCondition)
          == #"{"segment":{"wayId":"9223372036854775807"}}"#)
    }
    #expect(
      try canonical(#"{"segment":{"wayId":-9223372036854775808}}"#, .roadCondition).contains("-9223372036854775808"))
    #expect(
      try canonical(#"{"segment":{"wayId":1.2e3,"toNodeId":"5.0"}}"#, .roadCondition).contains(
        #""wayId":"1200","toNodeId":"5""#))
    for bad in ["9223372036854775808", "1.5", "\"x\"", "\"\"", "\" 1\"", "true", "1e300", "\"0x10\""] {
      #expect(throws: DecodeFailure.self) { try canonical(#"{"segment":{"wayId":\#(bad)}}"#, .roadCondition) }
    }
  }

  @Test("both spellings of a name are read, but only one of them")
  func names() throws {
    #expect(try canonical(#"{"vehicle_id":"a"}"#, .selectRoute) == #"{"vehicleId":"a"}"#)
    #expect(throws: DecodeFailure.self) { try canonical(#"{"vehicle_id":"a","vehicleId":"a"}"#, .selectRoute) }
    #expect(try canonical(#"{"VehicleId":"a","vehicleid":"a","unknown":{"a":[1]}}"#, .selectRoute) == "{}")
  }

  @Test("null is absence, but for values of a Struct")
  func null() throws {
    #expect(try canonical(#"{"vehicleId":null,"issuedAt":null}"#, .selectRoute) == "{}")
    #expect(
      try canonical(#"{"error":{"details":[{"a":null}]}}"#, .serviceError) == #"{"error":{"details":[{"a":null}]}}"#)
    #expect(throws: DecodeFailure.self) { try canonical(#"{"updates":[null]}"#, .locationUpdateBatch) }
  }

  @Test("absence and zero differ where the schema says so")
  func presence() throws {
    #expect(
      try canonical(#"{"accuracyMeters":0,"speedMps":0,"sensor":0}"#, .locationUpdate)
        == #"{"accuracyMeters":0,"speedMps":0}"#)
  }

  @Test("of a choice, one member at most")
  func oneof() throws {
    #expect(throws: DecodeFailure.self) { try canonical(#"{"segment":{},"polyline":{}}"#, .roadCondition) }
    #expect(try canonical(#"{"segment":{},"polyline":null}"#, .roadCondition) == #"{"segment":{}}"#)
  }

  @Test("enumerations are read by name and number, and keep numbers they have no name for")
  func enumerations() throws {
    #expect(try canonical(#"{"sensor":"FUSED"}"#, .locationUpdate) == #"{"sensor":"FUSED"}"#)
    #expect(try canonical(#"{"sensor":3}"#, .locationUpdate) == #"{"sensor":"FUSED"}"#)
    #expect(try canonical(#"{"sensor":99}"#, .locationUpdate) == #"{"sensor":99}"#)
    #expect(try canonical(#"{"sensor":-1}"#, .locationUpdate) == #"{"sensor":-1}"#)
    #expect(throws: DecodeFailure.self) { try canonical(#"{"sensor":"fused"}"#, .locationUpdate) }
  }

  @Test("numbers that are none have names; the shortest text that reads back is written")
  func doubles() throws {
    for (read, written) in [
      ("\"NaN\"", "\"NaN\""), ("\"-Infinity\"", "\"-Infinity\""), ("\"1.50\"", "1.5"), ("1e2", "100"),
      ("1e-7", "1e-07"),
      ("24.9384", "24.9384"), ("-0.0", "-0"), ("1e22", "1e+22"),
    ] {
      #expect(try canonical(#"{"speedMps":\#(read)}"#, .locationUpdate) == #"{"speedMps":\#(written)}"#)
    }
    for bad in ["1e999", "\"nan\"", "\"+1\"", "\"0x1p3\"", "\"1 \""] {
      #expect(throws: DecodeFailure.self) { try canonical(#"{"speedMps":\#(bad)}"#, .locationUpdate) }
    }
  }

  @Test("times of all offsets are written in UTC with 0, 3, 6 or 9 decimals")
  func timestamps() throws {
    for (read, written) in [
      ("2026-05-01T10:00:00+02:00", "2026-05-01T08:00:00Z"), ("2024-02-29T23:59:59.5z", "2024-02-29T23:59:59.500Z"),
      ("1969-12-31T23:59:59.000001Z", "1969-12-31T23:59:59.000001Z"), ("0001-01-01t00:00:00Z", "0001-01-01T00:00:00Z"),
      ("9999-12-31T23:59:59.999999999Z", "9999-12-31T23:59:59.999999999Z"),
      ("2000-03-01T00:30:00+01:00", "2000-02-29T23:30:00Z"),
    ] {
      #expect(try canonical(#"{"takenAt":"\#(read)"}"#, .locationUpdate) == #"{"takenAt":"\#(written)"}"#)
    }
    #expect(throws: DecodeFailure.self) { try canonical(#"{"takenAt":"0001-01-01T00:00:00+00:01"}"#, .locationUpdate) }
  }

  @Test("durations are seconds with a fraction of 0, 3, 6 or 9 decimals")
  func durations() throws {
    for (read, written) in [("12s", "12s"), ("-0.5s", "-0.500s"), ("1.000000001s", "1.000000001s"), ("0s", "0s")] {
      #expect(
        try canonical(#"{"heartbeatInterval":"\#(read)"}"#, .workerStatus) == #"{"heartbeatInterval":"\#(written)"}"#)
    }
    for bad in ["12", "1.0000000001s", "s", "1 s", "315576000001s", "+1s"] {
      #expect(throws: DecodeFailure.self) { try canonical(#"{"heartbeatInterval":"\#(bad)"}"#, .workerStatus) }
    }
  }

  @Test("maps are written in the order of their keys, whatever order they came in")
  func maps() throws {
    #expect(
      try canonical(#"{"waypoints":[{"labels":{"b":"2","a":"1","ä":"3","B":""}}]}"#, .setDestinations)
        == #"{"waypoints":[{"labels":{"B":"","a":"1","b":"2","ä":"3"}}]}"#)
    #expect(
      try canonical(#"{"metrics":{"costs":{"x":1.5}}}"#, .optimizeToursResponse) == #"{"metrics":{"costs":{"x":1.5}}}"#)
  }

  @Test("wrappers are their value")
  func wrappers() throws {
    #expect(
      try canonical(#"{"origin":{"location":{"heading":0}}}"#, .computeRoutesRequest)
        == #"{"origin":{"location":{"heading":0}}}"#)
  }

  @Test("fields are written in the order of their numbers, whatever order they came in")
  func order() throws {
    #expect(
      try canonical(#"{"routeId":"r","requestId":"q","vehicleId":"v"}"#, .selectRoute)
        == #"{"vehicleId":"v","requestId":"q","routeId":"r"}"#)
  }
}
