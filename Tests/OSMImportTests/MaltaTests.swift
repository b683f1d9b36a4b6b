import RoadNetwork
import TestSupport
import Testing

@testable import OSMImport

/// A whole country of islands: ferries with and without a duration, a boundary at sea, traffic on the left.
@Suite("Malta")
struct MaltaTests {
  private static let options = BuildOptions(source: "malta", country: CountryCode("MT") ?? .unknown)

  private static let bytes: [UInt8]? = SharedData.file("osm/malta-2018.osm.pbf").flatMap {
    try? NetworkImport.build(ExtractFile(path: $0), options: options)
  }

  private func malta() throws -> RoadNetwork? { try Self.bytes.map { try RoadNetwork(MemoryStorage($0)) } }

  /// What a way takes from end to end, without boarding; nil where cars do not get on.
  private func minutes(_ network: RoadNetwork, way: Int64, forward: Bool = true) -> Double? {
    let edges = network.segments(ofWay: way).compactMap {
      forward ? network.edges(of: $0).forward : network.edges(of: $0).backward
    }
    guard !edges.isEmpty else { return nil }
    return edges.reduce(0) { $0 + Double(network.durationMilliseconds(of: $1, .drive)) } / 60_000
  }

  @Test("the same extract with ferries and boundaries gives the same bytes")
  func sameBytes() throws {
    guard let bytes = Self.bytes, let file = SharedData.file("osm/malta-2018.osm.pbf"), let network = try malta()
    else { return }
    #expect(try NetworkImport.build(ExtractFile(path: file), options: Self.options) == bytes)
    #expect(network.metadata.count(.waysPlacedInCountries) > 20_000)
    #expect((0..<UInt32(network.canonicalEdgeCount)).contains { network.isFerry(EdgeID($0)) })
  }

  @Test("all of Malta drives on the left")
  func left() throws {
    guard let network = try malta() else { return }
    let edges = (0..<UInt32(network.canonicalEdgeCount)).map(EdgeID.init)
    #expect(edges.allSatisfy { network.flags(of: $0).contains(.leftHandTraffic) })
  }

  // valhalla#839, #4403; osrm-backend#494; graphhopper#523
  @Test("its ferries take what their duration says; the one to Gozo, without any, about 25 minutes with boarding")
  func ferries() throws {
    guard let network = try malta() else { return }
    for forward in [true, false] {
      // Malta to Pozzallo, "1:45".
      let pozzallo = try #require(minutes(network, way: 216_267_459, forward: forward))
      #expect(abs(pozzallo - 105) < 0.1)
      // Malta to Gozo, none.
      let gozo = try #require(minutes(network, way: 176_522_568, forward: forward))
      #expect((15...40).contains(gozo + 5))
    }
    // Sliema to Valletta, "00:05:00", carries no vehicles.
    #expect(minutes(network, way: 47_419_374) == nil)
  }
}
