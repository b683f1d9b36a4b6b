import TestSupport
import Testing

@testable import RoadNetwork

@Suite("The contraction order")
struct ContractionOrderTests {
  private static let seeds = Seeds.fromEnvironment(count: 12)

  @Test("no turn leads from one side of a cut to the other, whatever restrictions there are", arguments: seeds)
  func separators(seed: UInt64) throws {
    let network = try RandomTown(seed: seed, size: 4 + Int(seed)).builder().makeNetwork()
    let sets = ContractionOrder.sets(JunctionGraph(network))
    #expect(sets.edges.sorted() == Array(0..<UInt32(network.edgeCount)), "seed \(seed)")
    var part = [Int](repeating: 0, count: network.edgeCount)
    for index in 0..<sets.first.count - 1 {
      for edge in sets.edges[Int(sets.first[index])..<Int(sets.first[index + 1])] { part[Int(edge)] = index }
    }
    func isAbove(_ high: Int, _ low: Int) -> Bool {
      var node = low
      while node < high { node = sets.parent[node] == .max ? .max : Int(sets.parent[node]) }
      return node == high
    }
    for turn in (0..<UInt32(network.turnCount)).map(TurnID.init) {
      let (a, b) = (part[network.source(of: turn).index], part[network.target(of: turn).index])
      #expect(isAbove(max(a, b), min(a, b)), "seed \(seed): turn \(turn.rawValue) joins parts \(a) and \(b)")
    }
  }

  @Test("parts come after all parts below them", arguments: seeds)
  func parts(seed: UInt64) throws {
    let network = try RandomTown(seed: seed, size: 16).builder().makeNetwork()
    let sets = ContractionOrder.sets(JunctionGraph(network))
    #expect(sets.parent.count > 10, "seed \(seed)")
    for (part, parent) in sets.parent.enumerated() { #expect(Int(parent) > part) }
  }

  /// Counted, so that a worse order is seen: when this was written 6,922 arcs, 7,976 triangles, height 58.
  @Test("the order of a real town keeps the hierarchy small")
  func realTown() {
    guard let hierarchy = RealMaps.monaco?.hierarchy else { return }
    #expect(hierarchy.upArcCount + hierarchy.downArcCount < 7_300)
    #expect(hierarchy.lowerTriangleCount < 8_600)
    #expect(hierarchy.treeHeight < 66)
  }

  @Test("a maximum flow finds the bridge between two blocks")
  func bridge() {
    // Two squares with diagonals, 0–3 and 4–7, joined by 3–4.
    var edges: [(UInt32, UInt32)] = [(3, 4)]
    for base: UInt32 in [0, 4] {
      for a in base..<base + 4 { for b in (a + 1)..<(base + 4) { edges.append((a, b)) } }
    }
    var network = FlowNetwork(nodes: 8, arcs: edges.count * 2)
    var pairs: [[UInt32]] = edges.map { _ in [] }
    network.begin()
    for node in 0..<UInt32(8) {
      for (index, edge) in edges.enumerated() where edge.0 == node || edge.1 == node {
        pairs[index].append(network.addArc(to: edge.0 == node ? edge.1 : edge.0, capacity: 2))
      }
      network.endNode()
    }
    for pair in pairs { network.pair(pair[0], pair[1]) }
    network.reset()
    network.setTerminal(0, FlowNetwork.source)
    network.setTerminal(7, FlowNetwork.sink)
    let isMaximal = network.maximize(limit: .max)
    #expect(isMaximal && network.flow == 2)
    #expect((0..<8).map { network.isReached($0) } == [true, true, true, true, false, false, false, false])
  }
}

extension JunctionGraph {
  init(_ network: RoadNetwork) {
    let segments = (0..<UInt32(network.segmentCount)).map(SegmentID.init)
    func ends(_ segment: SegmentID) -> (from: UInt32, to: UInt32) {
      let pair = network.edges(of: segment)
      if let edge = pair.forward { return (network.from(edge).rawValue, network.to(edge).rawValue) }
      guard let edge = pair.backward else { return (0, 0) }
      return (network.to(edge).rawValue, network.from(edge).rawValue)
    }
    self.init(
      coordinates: (0..<UInt32(network.nodeCount)).map { network.coordinate(of: NodeID($0)) },
      from: segments.map { ends($0).from }, to: segments.map { ends($0).to },
      forwardEdge: segments.map { network.edges(of: $0).forward?.rawValue ?? .max },
      backwardEdge: segments.map { network.edges(of: $0).backward?.rawValue ?? .max },
      shadowCanonical: (network.canonicalEdgeCount..<network.edgeCount).map {
        network.canonicalEdge(EdgeID(UInt32($0))).rawValue
      }, canonicalCount: network.canonicalEdgeCount)
  }
}
