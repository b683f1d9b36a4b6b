import TestSupport
import Testing

@testable import RoadNetwork

@Suite("The hierarchy's topology")
struct HierarchyTopologyTests {
  private static let seeds = Seeds.fromEnvironment(count: 12)

  private func network(_ seed: UInt64) throws -> RoadNetwork {
    try RandomTown(seed: seed, size: 3 + Int(seed % 9)).builder().makeNetwork()
  }

  @Test("the order is a permutation of all edges, shadow edges included", arguments: seeds)
  func permutation(seed: UInt64) throws {
    let network = try network(seed)
    let hierarchy = network.hierarchy
    #expect(hierarchy.nodeCount == network.edgeCount)
    #expect(hierarchy.edges.sorted() == Array(0..<UInt32(network.edgeCount)), "seed \(seed)")
    for raw in 0..<UInt32(network.edgeCount) {
      #expect(hierarchy.edge(atRank: hierarchy.rank(of: EdgeID(raw))).rawValue == raw)
    }
  }

  @Test("the arcs are those of taking out one node after the other", arguments: seeds)
  func equalsNaiveElimination(seed: UInt64) throws {
    let network = try network(seed)
    let hierarchy = network.hierarchy
    let naive = NaiveElimination(network, order: Array(hierarchy.edges))
    for rank in 0..<hierarchy.nodeCount {
      let ups = hierarchy.upHead[Int(hierarchy.upFirst[rank])..<Int(hierarchy.upFirst[rank + 1])]
      let downs = hierarchy.downTail[Int(hierarchy.downFirst[rank])..<Int(hierarchy.downFirst[rank + 1])]
      #expect(Array(ups) == naive.up[rank], "seed \(seed), rank \(rank)")
      #expect(Array(downs) == naive.down[rank], "seed \(seed), rank \(rank)")
    }
  }

  @Test("any order gives a complete topology", arguments: seeds)
  func shuffledOrder(seed: UInt64) throws {
    let network = try network(seed)
    var random = SeededRandom(seed: seed)
    let order = (0..<UInt32(network.edgeCount)).shuffled(using: &random)
    let turns = (0..<UInt32(network.turnCount)).map(TurnID.init)
    let elimination = HierarchyElimination(
      order: order, turnSource: turns.map { network.source(of: $0).rawValue },
      turnTarget: turns.map { network.target(of: $0).rawValue })
    let naive = NaiveElimination(network, order: order)
    #expect(elimination.upHead == naive.up.flatMap { $0 }, "seed \(seed)")
    #expect(elimination.downTail == naive.down.flatMap { $0 }, "seed \(seed)")
  }

  @Test("both ends of every arc are on one way up the elimination tree", arguments: seeds)
  func eliminationTree(seed: UInt64) throws {
    let hierarchy = try network(seed).hierarchy
    func isAncestor(_ high: UInt32, of low: Int) -> Bool {
      var node = UInt32(low)
      while node < high { node = hierarchy.parent(node) }
      return node == high
    }
    for rank in 0..<hierarchy.nodeCount {
      for arc in Int(hierarchy.upFirst[rank])..<Int(hierarchy.upFirst[rank + 1]) {
        #expect(isAncestor(hierarchy.upHead[arc], of: rank), "seed \(seed)")
      }
      for arc in Int(hierarchy.downFirst[rank])..<Int(hierarchy.downFirst[rank + 1]) {
        #expect(isAncestor(hierarchy.downTail[arc], of: rank), "seed \(seed)")
      }
    }
  }

  @Test("every turn has its arc", arguments: seeds)
  func turns(seed: UInt64) throws {
    let network = try network(seed)
    let hierarchy = network.hierarchy
    for turn in (0..<UInt32(network.turnCount)).map(TurnID.init) {
      let from = hierarchy.rank(of: network.source(of: turn))
      let to = hierarchy.rank(of: network.target(of: turn))
      guard let arc = hierarchy.arc(of: turn) else {
        #expect(from == to)
        continue
      }
      #expect(arc.isUp == (from < to))
      let first = arc.isUp ? hierarchy.upFirst : hierarchy.downFirst
      let low = Int(min(from, to))
      #expect((Int(first[low])..<Int(first[low + 1])).contains(arc.index))
      #expect((arc.isUp ? hierarchy.upHead : hierarchy.downTail)[arc.index] == max(from, to))
    }
  }

  @Test("a network without roads has an empty hierarchy")
  func empty() throws {
    var builder = RoadNetworkBuilder()
    builder.beginNodes()
    let hierarchy = try builder.makeNetwork().hierarchy
    #expect(hierarchy.nodeCount == 0 && hierarchy.upArcCount == 0 && hierarchy.downArcCount == 0)
  }
}

/// The definition: takes out the nodes in order and joins each in-neighbour with each out-neighbour.
struct NaiveElimination {
  private(set) var up: [[UInt32]] = []
  private(set) var down: [[UInt32]] = []

  init(_ network: RoadNetwork, order: [UInt32]) {
    var rank = [UInt32](repeating: 0, count: order.count)
    for (place, edge) in order.enumerated() { rank[Int(edge)] = UInt32(place) }
    var heads = [Set<UInt32>](repeating: [], count: order.count)
    var tails = heads
    for turn in (0..<UInt32(network.turnCount)).map(TurnID.init) {
      let (from, to) = (rank[network.source(of: turn).index], rank[network.target(of: turn).index])
      guard from != to else { continue }
      heads[Int(from)].insert(to)
      tails[Int(to)].insert(from)
    }
    for node in 0..<UInt32(order.count) {
      let (ins, outs) = (tails[Int(node)].filter { $0 > node }, heads[Int(node)].filter { $0 > node })
      for from in ins {
        for to in outs where to != from {
          heads[Int(from)].insert(to)
          tails[Int(to)].insert(from)
        }
      }
      up.append(outs.sorted())
      down.append(ins.sorted())
    }
  }
}
