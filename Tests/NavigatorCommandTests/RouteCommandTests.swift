import Foundation
import Routing
import Testing

@testable import NavigatorCommand

@Suite("navigator route") struct RouteCommandTests {
  func routes(_ outcome: CommandProbe.Outcome) -> [[String: Any]] { outcome.json["routes"] as? [[String: Any]] ?? [] }

  @Test("a request from standard input and from a file gives the route along the street, 387 metres")
  func request() throws {
    let probe = try SmallTown.probe()
    let request = SmallTown.request(SmallTown.west, SmallTown.east)
    let piped = try probe.run("route", "--network", probe.path("town.nav"), input: request)
    probe.write("request.json", String(decoding: request, as: UTF8.self))
    let named = try probe.run("route", "--network", probe.path("town.nav"), probe.path("request.json"))
    #expect(piped.status == .success)
    // 0.007 degrees of longitude at 60.17° north.
    let meters = try #require(routes(piped).first?["distanceMeters"] as? Int)
    #expect((385...390).contains(meters))
    #expect(named.output == piped.output)
    #expect(routes(piped).first?["routeToken"] == nil)
  }

  @Test("--path names the stretches driven, by way and nodes")
  func path() throws {
    let probe = try SmallTown.probe()
    let answer = try probe.run(
      "route", "--network", probe.path("town.nav"), "--path", input: SmallTown.request(SmallTown.west, SmallTown.east))
    let path = try #require(routes(answer).first?["path"] as? [[String: Any]])
    #expect(path.map { "\($0["wayId"] ?? "")" } == ["10"])
    #expect(path.map { "\($0["fromNodeId"] ?? "")-\($0["toNodeId"] ?? "")" } == ["1-3"])
    #expect(path.first?["name"] as? String == "Long Street")
    // Of a part of a road too, whole millimetres.
    let meters = try #require(path.first?["distanceMeters"] as? Double)
    #expect((meters * 1_000).rounded() / 1_000 == meters)
  }

  @Test("a closed road is gone around")
  func conditions() throws {
    let probe = try SmallTown.probe()
    probe.write(
      "closed.jsonl", "{\"segment\":{\"wayId\":\"10\",\"fromNodeId\":\"1\",\"toNodeId\":\"2\"},\"closed\":true}\n")
    let around = try probe.run(
      "route", "--network", probe.path("town.nav"), "--conditions", probe.path("closed.jsonl"),
      input: SmallTown.request(SmallTown.west, SmallTown.east))
    let meters = try #require(routes(around).first?["distanceMeters"] as? Int)
    #expect(meters > 700)
  }

  @Test("a request that is no JSON, or lacks its destination, is bad data whose response says what is wrong")
  func badRequests() throws {
    let probe = try SmallTown.probe()
    for request in ["{", "{\"origin\":{}}", "[]", ""] {
      let answer = try probe.run("route", "--network", probe.path("town.nav"), input: Data(request.utf8))
      #expect(answer.status == .badData, "\(request)")
      #expect(answer.json["error"] != nil, "\(request): \(answer.output)")
    }
    #expect(try probe.run("route", "--network", probe.path("none.nav")).status == .missingFile)
  }

  @Test("pairs give a line each in their order: ok, no road near, no route")
  func pairs() throws {
    let probe = try SmallTown.probe()
    probe.write(
      "pairs.csv",
      "id,lon1,lat1,lon2,lat2\na,24.9405,60.17,24.9475,60.17\nb,24.9405,60.17,2.35,48.85\nc,24.9475,60.17,24.9405,60.17\n"
    )
    let answer = try probe.run("route", "--network", probe.path("town.nav"), "--pairs", probe.path("pairs.csv"))
    let lines = answer.output.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    #expect(lines.map { String($0[0]) } == ["id", "a", "b", "c"])
    #expect(lines.map { String($0[1]) } == ["status", "ok", "nosnap", "ok"])
    let piped = try probe.run(
      "route", "--network", probe.path("town.nav"), "--pairs", "-", input: try #require(probe.content("pairs.csv")))
    #expect(piped.output == answer.output)
  }

  @Test("of pairs the roads driven are told as JSON Lines, stretch by stretch with their nodes")
  func paths() throws {
    let probe = try SmallTown.probe()
    probe.write(
      "pairs.csv", "id,lon1,lat1,lon2,lat2\na,24.9405,60.17,24.9475,60.17\nb,24.9405,60.17,2.35,48.85\n")
    let answer = try probe.run(
      "route", "--network", probe.path("town.nav"), "--pairs", probe.path("pairs.csv"), "--path", "--at", "1795996800")
    let lines = answer.output.split(separator: "\n").map(String.init)
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("{\"id\":\"a\",\"status\":\"ok\",\"distanceMeters\":") == true)
    #expect(lines.first?.contains(",\"path\":[[") == true)
    #expect(lines.last == "{\"id\":\"b\",\"status\":\"nosnap\"}")
  }

  @Test("flags that do not go together are wrong usage, and a bad line is bad data that names it")
  func usage() throws {
    let probe = try SmallTown.probe()
    probe.write("pairs.csv", "id,lon1,lat1,lon2,lat2\na,24.9405,60.17\n")
    let network = probe.path("town.nav"), pairs = probe.path("pairs.csv")
    #expect(try probe.run("route", "--network", network, "--pairs", pairs, "--keys", "keys.json").status == .usage)
    #expect(try probe.run("route", "--network", network, "--pairs", pairs, "--at", "soon").status == .usage)
    #expect(try probe.run("route", "--network", network, "--mode", "DRIVE").status == .usage)
    #expect(try probe.run("route", "--network", network, "--pairs", pairs, "--mode", "FLY").status == .usage)
    #expect(try probe.run("route", "--network", network, "--pairs", pairs, "--avoid", "toll").status == .usage)
    #expect(try probe.run("route").status == .usage)
    let bad = try probe.run("route", "--network", network, "--pairs", pairs)
    #expect(bad.status == .badData)
    #expect(bad.failure?.what.contains("line 2") == true)
  }

  @Test("a file without a pair or a query is bad data that says so", arguments: ["", "id,lon1,lat1,lon2,lat2\n"])
  func emptyFiles(_ content: String) throws {
    let probe = try SmallTown.probe()
    probe.write("empty.csv", content)
    let network = ["--network", probe.path("town.nav")]
    for words in [["route", "--pairs"], ["route", "--path", "--pairs"], ["bench", "route", "--pairs"]] {
      let answer = try probe.run(words: words + [probe.path("empty.csv")] + network)
      #expect(answer.status == .badData && answer.output.isEmpty)
      #expect(answer.failure?.what.hasSuffix("empty.csv has no pairs") == true)
    }
    probe.write("queries.csv", content.isEmpty ? "" : "id,source,target\n")
    let answer = try probe.run(words: ["bench", "route", "--queries", probe.path("queries.csv")] + network)
    #expect(answer.status == .badData)
    #expect(answer.failure?.what.hasSuffix("queries.csv has no queries") == true)
  }

  @Test("the help says what the words of a pair's status mean")
  func statuses() throws {
    let page = try HelpText(table: .all).page(["route"])
    for failure: RoutingFailure in [.noRoute, .outsideNetwork(index: 0), .budgetExceeded] {
      #expect(page.contains(PairsRun.status(of: failure) + " ("))
    }
    #expect(page.contains("status is ok,"))
  }

  @Test("columns in another order are bad data; a byte order mark is none")
  func headings() throws {
    let probe = try SmallTown.probe()
    probe.write("swapped.csv", "id,lat1,lon1,lat2,lon2\na,60.17,24.9405,60.17,24.9475\n")
    probe.write("marked.csv", "\u{FEFF}id,lon1,lat1,lon2,lat2\na,24.9405,60.17,24.9475,60.17\n")
    let network = probe.path("town.nav")
    #expect(try probe.run("route", "--network", network, "--pairs", probe.path("swapped.csv")).status == .badData)
    let marked = try probe.run("route", "--network", network, "--pairs", probe.path("marked.csv"))
    #expect(marked.status == .success && marked.output.contains("a,"))
  }

  @Test("each stretch begins where the one before it ends, though two nodes lie on one spot")
  func doubledNode() throws {
    let probe = try CommandProbe()
    probe.write(
      "doubled.osm",
      """
      <osm version="0.6">
        <node id="1" lat="60.1700" lon="24.9400"/><node id="2" lat="60.1700" lon="24.9440"/>
        <node id="7" lat="60.1700" lon="24.9440"/><node id="3" lat="60.1700" lon="24.9480"/>
        <node id="4" lat="60.1700" lon="24.9520"/><node id="5" lat="60.1720" lon="24.9440"/>
        <way id="10"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/></way>
        <way id="20"><nd ref="2"/><nd ref="7"/><nd ref="3"/><nd ref="4"/><tag k="highway" v="residential"/></way>
        <way id="30"><nd ref="2"/><nd ref="5"/><tag k="highway" v="residential"/></way>
      </osm>
      """)
    let network = probe.path("doubled.nav")
    _ = try probe.run("network", "build", "--osm", probe.path("doubled.osm"), "--out", network)
    probe.write("pairs.csv", "id,lon1,lat1,lon2,lat2\na,24.9420,60.17,24.9460,60.17\nb,24.9460,60.17,24.9420,60.17\n")
    let lines = try probe.run("route", "--network", network, "--pairs", probe.path("pairs.csv"), "--path").output
      .split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasSuffix("\"path\":[[10,1,2],[20,2,7,3]]}") == true)
    #expect(lines.last?.hasSuffix("\"path\":[[20,3,7,2],[10,2,1]]}") == true)
  }
}
