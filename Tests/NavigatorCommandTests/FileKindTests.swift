import Foundation
import Testing

@testable import NavigatorCommand

@Suite("What a file holds, and that no output takes its place") struct FileKindTests {
  private static let table = "navigator-speeds 1\nstart 1.0\n"

  @Test("a file's kind is told by its first bytes, whatever its name")
  func kinds() throws {
    let probe = try SmallTown.probe()
    func kind(_ name: String, _ text: String? = nil) -> FileKind {
      if let text { probe.write(name, text) }
      return FileKind.of(probe.path(name))
    }
    #expect(kind("town.nav") == .roadNetwork)
    #expect(kind("town.osm") == .extract)
    #expect(try probe.run("keys", "new", probe.path("keys.nav")).status == .success)
    #expect(kind("keys.nav") == .keyRing)
    #expect(kind("a.txt", Self.table) == .speedTable)
    #expect(kind("b.txt", "{\"timestamp\":1,\"topic\":\"location-updates\"}\n") == .records)
    #expect(kind("c.txt", "id,lon,lat\n1,2,3\n") == .table(heading: "id,lon,lat"))
    #expect(kind("d.txt", "{\"a\":1}") == .other)
    #expect(kind("e.txt", "<?xml version=\"1.0\"?><gpx/>") == .other)
    #expect(kind("f.html", "<!doctype html><title>mine</title>") == .other)
    #expect(kind("g.txt", "") == .nothing)
    #expect(kind("none") == .nothing)
    #expect(FileKind.of("/dev/null") == .noFile)
    func head(_ bytes: [UInt8], _ name: String) -> FileKind { FileKind(head: bytes[...], name: name) }
    #expect(head([0, 0, 0, 13, 0x0A, 0x09] + Array("OSMHeader".utf8), "x") == .extract)
    #expect(head([0x1F, 0x8B, 8, 0], "x.osm.gz") == .extract)
    #expect(head([0x1F, 0x8B, 8, 0], "trips.csv.gz") == .other)
  }

  @Test("an extract given for a network is told as one, with a line that would not write over it")
  func extractForNetwork() throws {
    let probe = try SmallTown.probe()
    let extract = probe.path("town.osm")
    for words in [["network", "info"], ["route", "--network"], ["network", "match", "x.csv", "--network"]] {
      let failure = try #require(try probe.run(words: words + [extract]).failure)
      #expect(failure.status == .badData)
      #expect(failure.what.contains("OpenStreetMap extract"))
      #expect(failure.whatToDo.hasSuffix("navigator network build --osm \(extract) --out town.nav"))
    }
  }

  @Test("no hint names the user's own file as the one to write, unless it is a damaged one of that kind")
  func hints() throws {
    let probe = try SmallTown.probe()
    let (keys, town) = (probe.path("keys.json"), probe.path("town.nav"))
    _ = try probe.run("keys", "new", keys)
    let info = try #require(try probe.run("network", "info", keys).failure)
    #expect(info.what.contains("a key ring") && !info.whatToDo.contains(keys))
    probe.write("pairs.csv", "a,24.9405,60.17,24.9475,60.17\n")
    let route = ["route", "--network", town, "--pairs", probe.path("pairs.csv"), "--speeds"]
    let speeds = try #require(try probe.run(words: route + [keys]).failure)
    #expect(speeds.status == .badData && !speeds.whatToDo.contains(keys))
    let missing = try #require(try probe.run("network", "info", probe.path("none.osm.pbf")).failure)
    #expect(missing.status == .missingFile && !missing.whatToDo.contains("none.osm.pbf"))
    for words in [["route", "--network", town, "--keys", town], ["keys", "rotate", town]] {
      let failure = try #require(try probe.run(words: words).failure)
      #expect(failure.status == .badData && failure.what == "\(town) is a road network, no key ring")
      #expect(!failure.whatToDo.contains("chmod"))
    }
    // These may be made again under their own names.
    probe.write("cut.speeds", Self.table)
    let cut = try #require(try probe.run(words: route + [probe.path("cut.speeds")]).failure)
    #expect(cut.whatToDo.contains("--out \(probe.path("cut.speeds"))"))
    let bytes = try #require(probe.content("town.nav"))
    try bytes.dropLast().write(to: URL(fileURLWithPath: probe.path("cut.nav")))
    let damaged = try #require(try probe.run("network", "info", probe.path("cut.nav")).failure)
    #expect(damaged.whatToDo.hasSuffix("--out \(probe.path("cut.nav"))"))
  }

  @Test("every output refuses the place of a file of another kind, and leaves it as it was")
  func outputs() throws {
    let probe = try SmallTown.probe()
    let (keys, town) = (probe.path("keys.json"), probe.path("town.nav"))
    _ = try probe.run("keys", "new", keys)
    let ring = try #require(probe.content("keys.json"))
    probe.write("trips.csv", "id,timestamp,lon,lat\n")
    let commands = [
      ["network", "build", "--osm", probe.path("town.osm"), "--out", keys],
      ["network", "calibrate", "--network", town, probe.path("trips.csv"), "--out", keys],
      ["network", "calibrate", "--network", town, probe.path("trips.csv"), "--out", probe.path("trips.csv")],
      ["simulate", "--network", town, "--out", keys],
      ["demo", "--map", keys],
    ]
    for words in commands {
      let failure = try #require(try probe.run(words: words).failure, "\(words)")
      #expect(failure.status == .inputOutput, "\(words)")
      #expect(failure.what.contains("would be lost"), "\(words)")
    }
    #expect(probe.content("keys.json") == ring)
    try FileManager.default.createDirectory(atPath: probe.path("graph"), withIntermediateDirectories: false)
    probe.write("graph/answers.csv", "mine\n")
    let export = ["network", "export", "--network", town, "--out", probe.path("graph")]
    #expect(try probe.run(words: export).status == .inputOutput)
    #expect(probe.content("graph/nodes.csv") == nil && probe.content("graph/answers.csv") == Data("mine\n".utf8))
  }

  @Test("an output of its own kind, an empty file and a device are replaced or written to")
  func replaced() throws {
    let probe = try SmallTown.probe()
    let (town, extract) = (probe.path("town.nav"), probe.path("town.osm"))
    probe.write("empty.nav", "")
    for out in [town, probe.path("empty.nav"), "/dev/null"] {
      #expect(try probe.run("network", "build", "--osm", extract, "--out", out).status == .success, "\(out)")
    }
    for _ in 0..<2 {
      #expect(
        try probe.run("network", "export", "--network", town, "--out", probe.path("graph")).status == .success)
      #expect(
        try probe.run(
          "simulate", "--network", town, "--vehicles", "1", "--out", probe.path("records.jsonl")
        ).status == .success)
    }
    #expect(FileKind.of(probe.path("records.jsonl")) == .records)
  }
}
