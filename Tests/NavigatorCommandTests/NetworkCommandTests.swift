import Foundation
import Testing

@testable import NavigatorCommand

@Suite("navigator network") struct NetworkCommandTests {
  @Test("an extract from standard input gives the network that the same extract from a file gives")
  func fromStandardInput() throws {
    let probe = try CommandProbe()
    probe.write("town.osm", SmallTown.extract)
    let fromFile = try probe.run(
      "network", "build", "--osm", probe.path("town.osm"), "--out", probe.path("a.nav"), "--json")
    let fromPipe = try probe.run(
      "network", "build", "--osm", "-", "--out", probe.path("b.nav"), "--json", input: Data(SmallTown.extract.utf8))
    #expect(fromFile.status == .success)
    #expect(fromPipe.status == .success)
    #expect(fromPipe.json["source"] as? String == "standard input")
    func figures(_ outcome: CommandProbe.Outcome) -> NSDictionary {
      let own = ["source", "seconds", "peakBytes", "fingerprint", "bytes"]
      return outcome.json.filter { !own.contains($0.key) } as NSDictionary
    }
    #expect(figures(fromPipe).count > 5)
    #expect(figures(fromPipe).isEqual(to: figures(fromFile) as? [AnyHashable: Any] ?? [:]))
  }

  @Test("info reads a network from standard input as from its file")
  func info() throws {
    let probe = try SmallTown.probe()
    let named = try probe.run("network", "info", probe.path("town.nav"), "--json")
    let piped = try probe.run("network", "info", "-", "--json", input: try #require(probe.content("town.nav")))
    #expect(!named.json.isEmpty)
    #expect(piped.output == named.output)
  }

  @Test("standard input that is no extract, or no network, is bad data that says so")
  func badInput() throws {
    let probe = try CommandProbe()
    let build = try probe.run(
      "network", "build", "--osm", "-", "--out", probe.path("x.nav"), input: Data("a,b\n1,2\n".utf8))
    #expect(build.status == .badData)
    #expect(build.failure?.what == "standard input is no OpenStreetMap extract")
    #expect(probe.content("x.nav") == nil)
    let cut = try probe.run(
      "network", "build", "--osm", "-", "--out", probe.path("x.nav"), input: Data("<osm version=\"0.6\"><node ".utf8))
    #expect(cut.status == .badData)
    let info = try probe.run("network", "info", "-", input: Data("not a network".utf8))
    #expect(info.status == .badData)
    #expect(info.failure?.what.hasPrefix("standard input: ") == true)
  }

  @Test("the format of an extract is told by its first bytes")
  func formats() {
    func suffix(_ bytes: [UInt8]) -> String? { SpooledExtract.suffix(of: bytes[...]) }
    #expect(suffix([0x1F, 0x8B, 8, 0]) == ".osm.gz")
    #expect(suffix(Array("BZh9".utf8)) == ".osm.bz2")
    #expect(suffix([0, 0, 0, 13, 0x0A, 0x09] + Array("OSMHeader".utf8)) == ".osm.pbf")
    #expect(suffix(Array("\u{FEFF}<osm>".utf8)) == ".osm")
    #expect(suffix(Array("\n <?xml".utf8)) == ".osm")
    #expect(suffix(Array("{\"version\":0.6}".utf8)) == nil)
    #expect(suffix([]) == nil)
  }
}
