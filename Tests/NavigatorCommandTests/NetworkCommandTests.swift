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

  @Test(
    "the output is written through a link, into a pipe or a device without taking its place, and never over the extract"
  )
  func outputs() throws {
    let probe = try SmallTown.probe()
    let (town, extract) = (probe.path("town.nav"), probe.path("town.osm"))
    let bytes = try #require(probe.content("town.nav"))
    try FileManager.default.removeItem(atPath: town)
    probe.write("old.nav", "")
    try FileManager.default.createSymbolicLink(atPath: town, withDestinationPath: probe.path("old.nav"))
    #expect(try probe.run("network", "build", "--osm", extract, "--out", town).status == .success)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: town) == probe.path("old.nav"))
    #expect(probe.content("old.nav") == bytes)
    let pipe = probe.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    // Open for reading and writing, so that neither end waits for the other.
    let descriptor = open(pipe, O_RDWR | O_CLOEXEC | O_NONBLOCK)
    defer { close(descriptor) }
    // F_SETPIPE_SZ of fcntl(2), which the module does not name.
    #expect(fcntl(descriptor, 1_031, 1 << 20) >= bytes.count)
    #expect(try probe.run("network", "build", "--osm", extract, "--out", pipe).status == .success)
    var piped = [UInt8](repeating: 0, count: bytes.count + 1)
    #expect(read(descriptor, &piped, piped.count) == bytes.count)
    #expect(Data(piped.prefix(bytes.count)) == bytes)
    var status = stat()
    #expect(stat(pipe, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    let text = try #require(probe.content("town.osm"))
    #expect(try probe.run("network", "build", "--osm", extract, "--out", extract).status == .usage)
    #expect(probe.content("town.osm") == text)
  }

  @Test("info takes the network by --network as its siblings do, and not both ways at once")
  func infoByFlag() throws {
    let probe = try SmallTown.probe()
    let town = probe.path("town.nav")
    let named = try probe.run("network", "info", town)
    #expect(named.status == .success)
    #expect(try probe.run("network", "info", "--network", town).output == named.output)
    #expect(try probe.run("network", "info").status == .usage)
    #expect(try probe.run("network", "info", "--network", town, town).status == .usage)
  }

  @Test("what is in a network is told in words: no names of counters, no bytes to count")
  func words() throws {
    let probe = try CommandProbe()
    // A restriction whose way the extract does not have.
    let relation = """
        <relation id="7"><member type="way" ref="99" role="from"/><member type="node" ref="2" role="via"/>
          <member type="way" ref="30" role="to"/><tag k="type" v="restriction"/>
          <tag k="restriction" v="no_left_turn"/></relation>
      </osm>
      """
    probe.write("town.osm", SmallTown.extract.replacingOccurrences(of: "</osm>", with: relation))
    let built = try probe.run("network", "build", "--osm", probe.path("town.osm"), "--out", probe.path("town.nav"))
    #expect(built.output.contains("  not used    1 with members that the extract does not have\n"))
    #expect(built.output.contains("restrictions  0 used of 1 (0 over several roads, 0 at certain times)\n"))
    #expect(!built.output.contains("restrictions.") && !built.output.contains("bytes"))
    let effort = try #require(built.output.split(separator: "\n").last { $0.hasPrefix("effort") })
    #expect(effort.hasSuffix(" MB"))
  }

  @Test("two letters that no country has are wrong usage")
  func countries() throws {
    let probe = try SmallTown.probe()
    let build = ["network", "build", "--osm", probe.path("town.osm"), "--out", probe.path("town.nav"), "--country"]
    for (country, status) in [("ZZ", ExitStatus.usage), ("UK", .usage), ("F1", .usage), ("fi", .success)] {
      #expect(try probe.run(words: build + [country]).status == status, "\(country)")
    }
    probe.write("pairs.csv", "a,24.9405,60.17,24.9475,60.17\n")
    let route = [
      "route", "--network", probe.path("town.nav"), "--pairs", probe.path("pairs.csv"), "--avoid",
    ]
    let unknown = try probe.run(words: route + ["vignettes:XX"])
    #expect(unknown.status == .usage)
    #expect(unknown.failure?.what.contains("\"XX\"") == true)
    #expect(try probe.run(words: route + ["vignettes:AT,tolls"]).status == .success)
  }

  @Test("an extract without roads is no network, and nothing is written")
  func roadless() throws {
    let probe = try CommandProbe()
    probe.write("sea.osm", "<osm version=\"0.6\"><node id=\"1\" lat=\"60.17\" lon=\"24.94\"/></osm>")
    let outcome = try probe.run("network", "build", "--osm", probe.path("sea.osm"), "--out", probe.path("sea.nav"))
    #expect(outcome.status == .badData)
    #expect(probe.content("sea.nav") == nil)
  }
}
