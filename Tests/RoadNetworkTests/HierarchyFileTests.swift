import TestSupport
import Testing

@testable import RoadNetwork

@Suite("The hierarchy in the network file")
struct HierarchyFileTests {
  private let bytes = RandomTown(seed: 1, size: 6).builder().build()

  private func entry(_ section: Section) throws -> SectionEntry {
    try bytes.withUnsafeBytes { buffer in
      let count = buffer.loadUnaligned(fromByteOffset: FileHeader.sectionCountOffset, as: UInt32.self)
      let entries = (0..<Int(count)).map { index in
        buffer.loadUnaligned(
          fromByteOffset: FileHeader.size + index * MemoryLayout<SectionEntry>.stride, as: SectionEntry.self)
      }
      return try #require(entries.first { $0.id == section.rawValue })
    }
  }

  /// Changes one value of a section, with a right checksum.
  private func changed(_ section: Section, _ index: (Int) -> Int, to value: (UInt32) -> UInt32) throws -> [UInt8] {
    let entry = try entry(section)
    let offset = Int(entry.offset) + 4 * index(Int(entry.count))
    var changed = bytes
    changed.withUnsafeMutableBytes { buffer in
      let old = buffer.load(fromByteOffset: offset, as: UInt32.self)
      buffer.storeBytes(of: value(old), toByteOffset: offset, as: UInt32.self)
      let covered = UnsafeRawBufferPointer(rebasing: buffer[FileHeader.fingerprintOffset...])
      buffer.storeBytes(of: XXH64.hash(covered), toByteOffset: FileHeader.checksumOffset, as: UInt64.self)
    }
    return changed
  }

  @Test("what is opened is what was built")
  func comesBack() throws {
    let network = try RoadNetwork(MemoryStorage(bytes))
    let hierarchy = network.hierarchy
    let turns = (0..<UInt32(network.turnCount)).map(TurnID.init)
    let built = HierarchyElimination(
      order: Array(hierarchy.edges), turnSource: turns.map { network.source(of: $0).rawValue },
      turnTarget: turns.map { network.target(of: $0).rawValue })
    #expect(Array(hierarchy.ranks) == built.rank)
    #expect(Array(hierarchy.parents) == built.parent)
    #expect(Array(hierarchy.upFirst) == built.upFirst && Array(hierarchy.upHead) == built.upHead)
    #expect(Array(hierarchy.downFirst) == built.downFirst && Array(hierarchy.downTail) == built.downTail)
    #expect(Array(hierarchy.arcOfTurn) == built.arcOfTurn)
    #expect(hierarchy.treeHeight > 4 && hierarchy.lowerTriangleCount > hierarchy.nodeCount)
  }

  @Test("the hierarchy outlives the network that it came from")
  func outlives() throws {
    let hierarchy = try RoadNetwork(MemoryStorage(bytes)).hierarchy
    #expect(hierarchy.edges.count == hierarchy.nodeCount && hierarchy.nodeCount > 0)
  }

  @Test(
    "a wrong value is refused, whatever the checksum says",
    arguments: [
      .hierarchyRank, .hierarchyEdge, .hierarchyUpFirst, .hierarchyUpHead, .hierarchyDownFirst, .hierarchyDownTail,
      .hierarchyArcOfTurn,
    ] as [Section])
  func wrongValue(section: Section) throws {
    for place in [{ (_: Int) in 0 }, { $0 / 2 }, { $0 - 1 }] {
      for value in [{ (old: UInt32) in old ^ 1 << 20 }, { $0 &+ (1 << 31) }, { _ in .max - 1 }] {
        let damaged = try changed(section, place, to: value)
        #expect(throws: RoadNetworkError.self, "\(section)") { try RoadNetwork(MemoryStorage(damaged)) }
      }
    }
  }

  @Test("an arc that is led elsewhere is refused: triangles that need it would find another arc in its place")
  func lackingArc() throws {
    let hierarchy = try RoadNetwork(MemoryStorage(bytes)).hierarchy
    let highest = UInt32(hierarchy.nodeCount - 1)
    for (section, first, ends, direction) in [
      (Section.hierarchyUpHead, hierarchy.upFirst, hierarchy.upHead, UInt32(0)),
      (.hierarchyDownTail, hierarchy.downFirst, hierarchy.downTail, 1),
    ] {
      let ofTurns = Set(hierarchy.arcOfTurn.filter { $0 & 1 == direction }.map { $0 >> 1 })
      // Rows stay in order, and no turn stands for the arc: nothing else is wrong.
      let lasts = (0..<hierarchy.nodeCount).filter { first[$0] < first[$0 + 1] }.map { first[$0 + 1] - 1 }
      let arcs = lasts.filter { !ofTurns.contains($0) && ends[Int($0)] != highest }
      try #require(arcs.count > 3)
      for arc in arcs.prefix(8) {
        let damaged = try changed(section, { _ in Int(arc) }, to: { _ in highest })
        #expect(throws: RoadNetworkError.inconsistent(section: "\(section)"), "\(section) \(arc)") {
          try RoadNetwork(MemoryStorage(damaged))
        }
      }
    }
  }

  @Test("a parent that is not above its node is refused, so that every walk up the tree ends")
  func parentBelow() throws {
    for value: UInt32 in [0, 1, 1 << 30] {
      let damaged = try changed(.hierarchyParent, { $0 - 1 }, to: { _ in value })
      #expect(throws: RoadNetworkError.inconsistent(section: "hierarchyParent")) {
        try RoadNetwork(MemoryStorage(damaged))
      }
    }
  }
}
