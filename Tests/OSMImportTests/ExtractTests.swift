import Geometry
import RoadNetwork
import TestSupport
import Testing

@testable import OSMImport

/// The network of an extract of the shared data sets; nil where they are missing.
func network(of path: String, country: String = "", test: String = #function) throws -> RoadNetwork? {
  guard let file = SharedData.file(path, test: test) else { return nil }
  return try network(ofFile: file, country: country)
}

func network(ofFile file: String, country: String = "") throws -> RoadNetwork {
  let options = BuildOptions(source: "test", country: CountryCode(country) ?? .unknown)
  return try RoadNetwork(MemoryStorage(NetworkImport.build(ExtractFile(path: file), options: options)))
}

@Suite("Real extracts")
struct ExtractTests {
  @Test("the map shipped for the demo builds, twice the same, and is one town in one piece")
  func shipped() throws {
    let file = SharedData.repositoryFile("Sources/NavigatorCommand/Resources/helsinki.osm.pbf")
    let source = ExtractFile(path: file)
    let options = BuildOptions(source: "helsinki", country: CountryCode("FI") ?? .unknown)
    let bytes = try NetworkImport.build(source, options: options)
    #expect(try NetworkImport.build(source, options: options) == bytes)
    let network = try RoadNetwork(MemoryStorage(bytes))
    #expect(network.edgeCount > 1_000)
    let largest =
      (0..<UInt32(network.canonicalEdgeCount)).map { network.componentSize(of: EdgeID($0), .drive) }.max() ?? 0
    #expect(Double(largest) > 0.8 * Double(network.canonicalEdgeCount))
  }

  // osrm-backend#2634, #483
  @Test(
    "every extract of the data sets builds and opens, and keeps its turn restrictions over ways",
    arguments: [
      ("monaco-2021.osm.pbf", 1_700, 0), ("portland-central.osm.pbf", 15_000, 1),
      // Of the eleven one leads over a way that is closed to cars and motorcycles.
      ("oslo-east.osm.pbf", 16_000, 10),
      ("andorra-gh.osm.pbf", 3_800, 0), ("krems.osm.gz", 1_900, 0), ("berlin-siegessaeule.osm.gz", 20, 0),
      ("andorra-2026.osm.pbf", 11_000, 2), ("malta-2018.osm.pbf", 69_000, 4), ("porto-2015.osm.pbf", 160_000, 1),
    ])
  func builds(name: String, atLeastInOnePiece: Int, overWays: UInt64) throws {
    guard let network = try network(of: "osm/" + name) else { return }
    #expect(network.metadata.count(.restrictionsViaWay) == overWays)
    let largest =
      (0..<UInt32(network.canonicalEdgeCount)).map { network.componentSize(of: EdgeID($0), .drive) }.max() ?? 0
    #expect(largest >= atLeastInOnePiece)
    let used = network.metadata.count(.restrictionsUsed)
    let read = network.metadata.count(.restrictionsRead)
    #expect(used * 10 >= read * 8, "\(used) of \(read) restrictions used")
  }

  @Test("a missing file and a damaged one are told apart")
  func unreadable() {
    #expect(throws: OSMReadError.missing(path: "/nowhere/at/all.osm.pbf")) {
      try NetworkImport.build(ExtractFile(path: "/nowhere/at/all.osm.pbf"))
    }
    let noMap = SharedData.repositoryFile("Package.swift")
    #expect(throws: OSMReadError.self) { try NetworkImport.build(ExtractFile(path: noMap)) }
  }

  @Test("a file that is not there is no mapped file")
  func mapping() {
    #expect(throws: MappedFile.Failure.self) { try MappedFile(path: "/nowhere/at/all") }
    #expect(throws: MappedFile.Failure.self) { try MappedFile(path: "/") }
  }
}
