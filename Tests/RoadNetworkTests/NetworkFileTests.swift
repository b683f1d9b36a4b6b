import Geometry
import TestSupport
import Testing

@testable import RoadNetwork

@Suite("The network file")
struct NetworkFileTests {
  private func sample() throws -> RoadMap {
    try RoadMap(
      "A---B---C\n    |\n    D",
      roads: ["AB": ["name": "High Street", "ref": "A 1"], "BC": [:], "BD": ["oneway": "yes"]],
      restrictions: ["no_left_turn AB B BC", "restriction:conditional=no_right_turn~@~(07:00-09:00) AB B BD"])
  }

  private func open(_ bytes: [UInt8]) throws(RoadNetworkError) -> RoadNetwork { try RoadNetwork(MemoryStorage(bytes)) }

  @Test(
    "the checksum is XXH64",
    arguments: [
      ("", 0xEF46_DB37_51D8_E999), ("a", 0xD24E_C4F1_A98C_6E5B), ("abc", 0x44BC_2CF5_AD77_0999),
      ("Nobody inspects the spammish repetition", 0xFBCE_A83C_8A37_8BF1),
    ] as [(String, UInt64)])
  func xxh64(text: String, expected: UInt64) {
    #expect(Array(text.utf8).withUnsafeBytes { XXH64.hash($0) } == expected)
  }

  @Test("equal input gives equal bytes; the name of the source changes bytes but not the fingerprint")
  func deterministic() throws {
    let first = try sample()
    let second = try sample()
    #expect(first.bytes == second.bytes)
    var builder = RoadNetworkBuilder(options: BuildOptions(source: "other"))
    builder.beginNodes()
    var unnamed = RoadNetworkBuilder()
    unnamed.beginNodes()
    #expect(try builder.makeNetwork().fingerprint == unnamed.makeNetwork().fingerprint)
    #expect(first.network.fingerprint != (try unnamed.makeNetwork().fingerprint))
  }

  @Test("names and numbers come back")
  func texts() throws {
    let map = try sample()
    #expect(map.network.name(of: try map.edge("A", "B")) == "High Street")
    #expect(map.network.ref(of: try map.edge("B", "A")) == "A 1")
    #expect(map.network.metadata.source == "drawing")
  }

  @Test("a flipped bit anywhere is refused")
  func flippedBits() throws {
    let bytes = try sample().bytes
    let contentStart = FileHeader.size + Section.allCases.count * MemoryLayout<SectionEntry>.stride
    for index in bytes.indices where index < contentStart || index % 5 == 0 {
      var damaged = bytes
      damaged[index] ^= 1 << UInt8(index % 8)
      #expect(throws: RoadNetworkError.self, "byte \(index)") { try open(damaged) }
    }
  }

  @Test("every truncation and any appended byte is refused")
  func truncated() throws {
    let bytes = try sample().bytes
    for count in 0..<bytes.count { #expect(throws: RoadNetworkError.self) { try open(Array(bytes[..<count])) } }
    #expect(throws: RoadNetworkError.wrongSize(expected: UInt64(bytes.count), found: UInt64(bytes.count + 1))) {
      try open(bytes + [0])
    }
  }

  @Test("foreign files and other versions are told apart")
  func foreign() throws {
    #expect(throws: RoadNetworkError.foreign) { try open(Array("PK\u{3}\u{4} something else entirely".utf8)) }
    #expect(throws: RoadNetworkError.foreign) { try open([]) }
    var next = try sample().bytes
    next[FileHeader.versionOffset] += 1
    #expect(throws: RoadNetworkError.unsupportedVersion(found: FileHeader.version + 1, supported: FileHeader.version)) {
      try open(next)
    }
    #expect("\(RoadNetworkError.checksumMismatch)".contains("checksum"))
  }

  /// A hostile file carries a right checksum: what opens must still be safe to read.
  @Test("content damaged under a right checksum is refused or harmless", arguments: Seeds.fromEnvironment(count: 4))
  func hostile(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let bytes = try sample().bytes
    var refused = 0
    for _ in 0..<300 {
      var damaged = bytes
      for _ in 0..<random.number(in: 1...3) {
        damaged[random.number(in: FileHeader.sectionCountOffset...bytes.count - 1)] = UInt8(random.number(in: 0...255))
      }
      damaged.withUnsafeMutableBytes { buffer in
        buffer.storeBytes(of: UInt64(buffer.count), toByteOffset: FileHeader.fileSizeOffset, as: UInt64.self)
        let covered = UnsafeRawBufferPointer(rebasing: buffer[FileHeader.fingerprintOffset...])
        buffer.storeBytes(of: XXH64.hash(covered), toByteOffset: FileHeader.checksumOffset, as: UInt64.self)
      }
      guard let network = try? open(damaged) else {
        refused += 1
        continue
      }
      readEverything(network)
    }
    #expect(refused > 20, "seed \(seed)")
  }

  private func readEverything(_ network: RoadNetwork) {
    for raw in 0..<UInt32(network.nodeCount) {
      _ = Array(network.outgoingEdges(of: NodeID(raw)))
      _ = network.coordinate(of: NodeID(raw))
    }
    for raw in 0..<UInt32(network.segmentCount) {
      let segment = SegmentID(raw)
      _ = (
        network.name(of: segment), network.ref(of: segment), network.roadClass(of: segment), network.flags(of: segment)
      )
      _ = network.segments(ofWay: network.wayID(of: segment))
    }
    for raw in 0..<UInt32(network.edgeCount) {
      let edge = EdgeID(raw)
      _ = (network.geometry(of: edge), network.osmNodeIDs(of: edge), network.from(edge), network.to(edge))
      _ = (network.component(of: edge, .drive), network.componentSize(of: edge, .twoWheeler), network.reverse(of: edge))
      _ = (network.canonicalEdge(edge), network.shadowEdges(of: edge), network.conditions(of: edge))
      for turn in network.turns(from: edge).map(TurnID.init) {
        _ = (network.target(of: turn), network.source(of: turn), network.conditions(of: turn), network.node(of: turn))
      }
      for position in network.incomingTurns(of: edge) { _ = network.target(of: network.incomingTurn(position)) }
    }
    let hierarchy = network.hierarchy
    for rank in 0..<hierarchy.nodeCount {
      _ = network.to(hierarchy.edge(atRank: UInt32(rank)))
      _ = (hierarchy.upHead[Int(hierarchy.upFirst[rank])..<Int(hierarchy.upFirst[rank + 1])])
      _ = (hierarchy.downTail[Int(hierarchy.downFirst[rank])..<Int(hierarchy.downFirst[rank + 1])])
    }
    _ = (hierarchy.treeHeight, hierarchy.lowerTriangleCount)
    _ = network.nearestEdges(to: Coordinate(latitudeE7: 482_000_000, longitudeE7: 115_000_000), within: 1e5, limit: 5)
  }
}
