import CAllocations
import RoadNetwork
import TestSupport
import Testing

@testable import Routing

@Suite("Heap allocations of a query")
struct QueryAllocationTests {
  @Test("a query by the hierarchy allocates nothing, on all arcs or perfect ones, nor does laying out its path")
  func hierarchy() throws {
    guard navigator_counts_allocations() else {
      print("allocations are not counted: the sanitizer has an allocator of its own")
      return
    }
    let network = try #require(RealMaps.helsinki)
    let hierarchy = Hierarchy(network, arcs: HierarchyArcs(network.hierarchy))
    let weights = HierarchyMetric(Metric(key: MetricKey(mode: .drive), network: network), hierarchy)
    let query = HierarchyQuery(arcs: hierarchy.arcs)
    var random = SeededGenerator(seed: 1)
    let open = (0..<UInt32(network.edgeCount)).filter { network.allows(.drive, on: EdgeID($0)) }
    let ends = (0..<200).map { _ in (open.randomElement(using: &random) ?? 0, open.randomElement(using: &random) ?? 0) }
    var met = 0
    var laid = 0
    func run() {
      // By index: in a debug build an array's iterator allocates.
      for number in 0..<ends.count {
        let (source, target) = ends[number]
        query.begin()
        query.addSource(source, cost: 0, number: 0)
        query.addTarget(target, cost: 0, number: 0)
        if let found = query.meet(weights, below: SearchCost.infinity) {
          met += 1
          let graph = weights.searched
          var rank = query.backward.parent[found.rank]
          var from = UInt32(found.rank)
          while rank & HierarchyLabels.seedBit == 0 {
            query.unpack(from: from, to: rank, graph, &laid)
            from = rank
            rank = query.backward.parent[Int(rank)]
          }
          laid = 0
        }
        query.end()
      }
    }
    for isPerfect in [false, true] {
      if isPerfect { weights.makePerfect() }
      met = 0
      run()
      let before = navigator_allocations()
      run()
      #expect(navigator_allocations() == before)
      #expect(met > 300)
    }
  }
}
