import RoadNetwork
import Testing

@testable import Routing

/// Holds offered alternatives against the limits, by searches and sums of its own.
struct AlternativeCheck {
  let network: RoadNetwork
  let limits = AlternativeLimits()
  let makeRouter: (RoadNetwork) -> any Router
  private let metric: Metric
  private let search: TurnSearch

  init(_ network: RoadNetwork, router: @escaping (RoadNetwork) -> any Router = { DijkstraRouter($0) }) {
    self.network = network
    makeRouter = router
    metric = Metric(key: MetricKey(mode: .drive), network: network)
    search = TurnSearch(network: network)
    search.budget = .max
  }

  /// Asks for seeded pairs of places on edges.
  ///
  /// - Returns: how many alternatives there were.
  @discardableResult
  func holds(pairs: Int, seed: UInt64) throws -> Int {
    var random = SeededGenerator(seed: seed &* 131)
    let router = makeRouter(network)
    func place() -> Waypoint {
      let edge = EdgeID(UInt32.random(in: 0..<UInt32(network.canonicalEdgeCount), using: &random))
      return Waypoint(network.place(on: edge, fraction: 0.5).point)
    }
    var found = 0
    for _ in 0..<pairs {
      let request = RouteRequest(start: .waypoint(place()), stops: [place()])
      guard let best = try? router.route(request) else { continue }
      let others = try router.alternatives(to: best, for: request, count: 3)
      #expect(others.count <= 3)
      #expect(try router.alternatives(to: best, for: request, count: 3) == others)
      found += others.count
      check(best, others)
    }
    print("\(found) alternatives for \(pairs) pairs")
    return found
  }

  private func check(_ best: Route, _ others: [Route]) {
    let routes = ([best] + others).map { $0.legs[0].path }
    let costs = routes.map(starts).map { $0.last ?? 0 }
    #expect(zip(costs.dropFirst(), costs.dropFirst(2)).allSatisfy { $0 <= $1 })
    for index in routes.indices.dropFirst() {
      #expect(routes[index].edges.first == routes[0].edges.first)
      #expect(
        network.canonicalEdge(routes[index].edges.last ?? EdgeID(0))
          == network.canonicalEdge(routes[0].edges.last ?? EdgeID(0)))
      #expect(costs[index] >= costs[0])
      #expect(Double(costs[index]) <= limits.stretch * Double(costs[0]))
      #expect(others[index - 1].cost - best.cost == costs[index] - costs[0])
      #expect(isLocallyOptimal(routes[index], length: Int64(limits.localOptimality * Double(costs[0]))))
      for other in routes[..<index] {
        let shared = sharedCost(routes[index], other)
        let cheaper = min(costs[index], starts(other).last ?? 0)
        #expect(Double(shared) <= limits.sharing * Double(cheaper))
        #expect(worstDetour(routes[index], from: other) <= limits.detour)
      }
    }
  }

  /// The cost at the start of each edge, and at the end.
  private func starts(_ path: EdgePath) -> [Int64] {
    var sums: [Int64] = []
    var cost: Int64 = 0
    for (index, edge) in path.edges.enumerated() {
      if index > 0 {
        let weights = network.turns(from: path.edges[index - 1]).filter { network.target(of: TurnID($0)) == edge }
          .map { metric.turnWeights[Int($0)] }
        #expect(weights.first.map { $0 != Metric.forbidden } ?? false)
        cost += Int64(weights.first ?? 0)
      }
      sums.append(cost)
      let (from, to) = path.fractions(at: index)
      cost += metric.weight(of: edge.rawValue, from: from, to: to)
    }
    return sums + [cost]
  }

  /// Every part up to the length, from the start of one edge to that of another, is a cheapest way.
  private func isLocallyOptimal(_ path: EdgePath, length: Int64) -> Bool {
    let starts = starts(path)
    let last = path.edges.count - 1
    guard last > 2 else { return true }
    for first in 1..<last {
      let end = (first...last).last { starts[$0] - starts[first] <= length } ?? first
      if end == first { continue }
      let way = try? search.cheapestPath(
        from: [SearchSource(edge: path.edges[first].rawValue, fraction: 0, cost: 0)],
        to: [SearchTarget(edge: path.edges[end].rawValue, fraction: 0, cost: 0)], metric: metric,
        mask: ClosureMask(.none, atMillis: 0))
      // What breaks ties may add up to a unit.
      if way?.cost ?? -1 < starts[end] - starts[first] { return false }
    }
    return true
  }

  private func sharedCost(_ path: EdgePath, _ other: EdgePath) -> Int64 {
    let roads = Set(other.edges.map { network.canonicalEdge($0) })
    return path.edges.indices.reduce(0) { sum, index in
      guard roads.contains(network.canonicalEdge(path.edges[index])) else { return sum }
      let (from, to) = path.fractions(at: index)
      return sum + metric.weight(of: path.edges[index].rawValue, from: from, to: to)
    }
  }

  /// The greatest part that leaves the other path, against the part it replaces: between the end of the edge where it
  /// leaves and the start of the edge where it is back.
  private func worstDetour(_ path: EdgePath, from other: EdgePath) -> Double {
    let (mine, theirs) = (starts(path), starts(other))
    let roads = other.edges.map { network.canonicalEdge($0) }
    let common = path.edges.indices.compactMap { index in
      roads.firstIndex(of: network.canonicalEdge(path.edges[index])).map { (index, $0) }
    }
    var worst = 1.0
    for ((left, leaving), (back, returning)) in zip(common, common.dropFirst()) where back > left + 1 {
      let (from, to) = path.fractions(at: left)
      let end = mine[left] + metric.weight(of: path.edges[left].rawValue, from: from, to: to)
      let (otherFrom, otherTo) = other.fractions(at: leaving)
      let otherEnd = theirs[leaving] + metric.weight(of: other.edges[leaving].rawValue, from: otherFrom, to: otherTo)
      guard returning > leaving else { return .infinity }
      worst = max(worst, Double(mine[back] - end) / Double(max(theirs[returning] - otherEnd, 1)))
    }
    return worst
  }
}
