import Foundation
import Messages
import Testing

@testable import NavigatorCommand

@Suite("Names in a request that nobody reads") struct UnknownFieldTests {
  private func warnings(_ json: String, as type: MessageType = .computeRoutesRequest) throws -> [String] {
    UnknownFields.warnings(in: try JSONParser.parse(Array(json.utf8)), as: type)
  }

  @Test("each is told with its path and what was most likely meant")
  func paths() throws {
    #expect(try warnings(#"{"orgin":{}}"#) == ["unknown field orgin is not read (did you mean origin?)"])
    #expect(
      try warnings(#"{"routeModifiers":{"avoidTunels":true}}"#)
        == ["unknown field routeModifiers.avoidTunels is not read (did you mean avoidTunnels?)"])
    #expect(
      try warnings(#"{"intermediates":[{},{"location":{"latLng":{"lat":1}}}]}"#)
        == ["unknown field intermediates[1].location.latLng.lat is not read"])
    #expect(
      try warnings(#"{"segment":{"wayID":"1"},"speedKmh":30}"#, as: .roadCondition) == [
        "unknown field segment.wayID is not read (did you mean wayId?)",
        "unknown field speedKmh is not read (did you mean speedKph?)",
      ])
  }

  @Test("a rate card is told as what it is: of another request")
  func customRoutes() throws {
    let lines = try warnings(#"{"routeObjective":{"rateCard":{"costPerMinute":{"value":-1}}}}"#)
    #expect(
      lines == ["unknown field routeObjective is not read (a field of computeCustomRoutes, which is not answered)"])
  }

  @Test("known names, in either spelling, are not told; nor is what a message of free form holds")
  func known() throws {
    let request = #"{"origin":{"location":{"lat_lng":{"latitude":1}}},"departureTime":"2026-05-01T08:00:00Z"}"#
    #expect(try warnings(request).isEmpty)
    #expect(try warnings("[1]").isEmpty)
  }

  @Test("many are told up to ten, and how many more there are")
  func many() throws {
    let names = (0..<25).map { "\"zzzzzzzz\($0)\":1" }.joined(separator: ",")
    let lines = try warnings("{\(names)}")
    #expect(lines.count == 11)
    #expect(lines.last == "15 more unknown fields are not read")
  }

  @Test("navigator route answers all the same and says so on standard error")
  func command() throws {
    let probe = try SmallTown.probe()
    let request = String(decoding: SmallTown.request(SmallTown.west, SmallTown.east), as: UTF8.self)
    let misspelt = request.replacingOccurrences(of: "{\"origin\"", with: "{\"languageCod\":\"fi\",\"origin\"")
    let answer = try probe.run("route", "--network", probe.path("town.nav"), input: Data(misspelt.utf8))
    #expect(answer.status == .success && answer.json["routes"] != nil)
    #expect(
      answer.warnings
        == "navigator: the request: unknown field languageCod is not read (did you mean languageCode?)\n")
    let plain = try probe.run("route", "--network", probe.path("town.nav"), input: Data(request.utf8))
    #expect(plain.warnings.isEmpty && plain.output == answer.output)
  }

  @Test(
    "another language than English is told as not offered", arguments: [("fi", true), ("en-GB", false), ("", false)])
  func language(_ code: String, _ isTold: Bool) throws {
    let probe = try SmallTown.probe()
    let request = String(decoding: SmallTown.request(SmallTown.west, SmallTown.east), as: UTF8.self)
      .replacingOccurrences(of: "{\"origin\"", with: "{\"languageCode\":\"\(code)\",\"origin\"")
    let answer = try probe.run("route", "--network", probe.path("town.nav"), input: Data(request.utf8))
    #expect(answer.warnings.contains("the texts are in English, languageCode fi is not offered") == isTold)
    #expect(answer.warnings.isEmpty != isTold)
  }

  @Test("a conditions file: refused lines and unknown names are told with their lines, the names once")
  func conditionsFile() throws {
    let probe = try SmallTown.probe()
    let segment = #""segment":{"wayId":"10","fromNodeId":"1","toNodeId":"2"}"#
    probe.write(
      "conditions.jsonl",
      """
      {\(segment),"speedKph":900}
      {\(segment),"closed":true,"validFrom":"2026-05-02T00:00:00Z","validUntil":"2026-05-01T00:00:00Z"}
      {"key":"10:2:1","value":{\(segment),"closed":true}}
      {\(segment),"speedKph":30,"sorce":"a"}
      {\(segment),"speedKph":31,"sorce":"b"}
      """)
    let answer = try probe.run(
      "route", "--network", probe.path("town.nav"), "--conditions", probe.path("conditions.jsonl"),
      input: SmallTown.request(SmallTown.west, SmallTown.east))
    #expect(answer.status == .success)
    let file = probe.path("conditions.jsonl")
    #expect(
      answer.warnings == """
        navigator: \(file) line 3: the key names another segment than the value (left out)
        navigator: \(file) line 1: speedKph is above 300 (left out)
        navigator: \(file) line 2: validUntil is not after validFrom (left out)
        navigator: \(file) line 4 and 1 more: unknown field sorce is not read (did you mean source?)

        """)
  }
}
