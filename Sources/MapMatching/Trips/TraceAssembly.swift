internal import Geometry
internal import RoadNetwork
internal import Routing

/// Makes the road driven from the likeliest places of the fixes.
struct TraceAssembly {
  let network: RoadNetwork
  let lattice: TraceLattice
  private let costs: TraceCosts
  let chain: [TraceLattice.State]
  var match = TraceMatch()
  /// By place in the chain: its part, and the edges from the place before to it.
  private(set) var parts: [Int?]
  private(set) var edges: [[EdgeID]]

  /// A gap from this on may hide another road than the shortest.
  private static let gapSeconds = 20.0
  private static let gapMeters = 300.0

  init(_ network: RoadNetwork, _ lattice: TraceLattice, _ costs: TraceCosts, search: inout TripSearch) {
    self.network = network
    self.lattice = lattice
    self.costs = costs
    chain = lattice.likeliest()
    parts = Array(repeating: nil, count: chain.count)
    edges = Array(repeating: [], count: chain.count)
    var first = 0
    while first < chain.count {
      var line = DrivenLine(network, from: chain[first].place)
      var end = first + 1
      while end < chain.count, let way = chain[end].way {
        guard let steps = steps(of: way, to: end, &search) else { break }
        edges[end] = steps.edges
        line.drive(steps.edges, turning: steps.way.turning, to: chain[end].place)
        end += 1
      }
      // One fix alone says nothing of a road.
      if end - first > 1 { add(line, first..<end) }
      first = end
    }
  }

  private mutating func add(_ line: DrivenLine, _ places: Range<Int>) {
    let (first, last) = (places.lowerBound, places.upperBound - 1)
    let begin = lattice.fixes[chain[first].fix]
    if let former = parts.lastIndex(where: { $0 != nil }) {
      let end = lattice.fixes[chain[former].fix]
      let between = (chain[former].fix + 1)..<chain[first].fix
      match.gaps.append(
        TraceMatch.Gap(
          afterFix: end.number, beforeFix: begin.number,
          straightMeters: distanceMeters(end.coordinate, begin.coordinate), seconds: begin.seconds(since: end),
          reason: between.contains { lattice.isRoadless[$0] } ? .noRoad : .noWay))
    }
    for place in places { parts[place] = match.parts.count }
    let legs = line.paths(noiseMeters: min(10, max(begin.sigmaMeters, lattice.fixes[chain[last].fix].sigmaMeters)))
    match.parts.append(
      TraceMatch.Part(
        legs: legs, firstFix: begin.number, lastFix: lattice.fixes[chain[last].fix].number,
        lengthMeters: legs.reduce(0) { $0 + $1.lengthMeters(on: network) },
        reversalCount: legs.count - 1 + legs.reduce(0) { $0 + turns(in: $1) }))
  }

  /// U-turns at junctions.
  private func turns(in leg: EdgePath) -> Int {
    zip(leg.edges, leg.edges.dropFirst()).count {
      $0 != $1 && network.segment(of: $0) == network.segment(of: $1) && network.to($0) == network.from($1)
        && network.isForward($0) != network.isForward($1)
    }
  }

  /// The edges of a way to a place of the chain; over a long gap those of the way whose time fits.
  private func steps(
    of way: TripWay, to end: Int, _ search: inout TripSearch
  ) -> (edges: [EdgeID], way: TripWay)? {
    let (from, to) = (chain[end - 1], chain[end])
    let (before, fix) = (lattice.fixes[from.fix], lattice.fixes[to.fix])
    let straight = distanceMeters(before.coordinate, fix.coordinate)
    let seconds = fix.seconds(since: before)
    var bounds = TripSearch.Bounds(
      limit: max(0, way.effort) * 1.01 + 10, slack: 3 * fix.sigmaMeters, goal: LocalPlane(origin: fix.coordinate),
      goalMeters: fix.radiusMeters, work: costs.settings.searchLimit)
    guard let edges = search.edges(of: way, from: from.place, to: to.place, bounds) else { return nil }
    var best = (edges: edges, way: way)
    guard seconds >= Self.gapSeconds, way.effort >= Self.gapMeters, way.turning == .none, !edges.isEmpty,
      costs.time(of: way, seconds: seconds) > 0.5
    else { return best }
    var cost = costs.transition(way, straight: straight, seconds: seconds)
    bounds.limit = costs.reach(way.effort, detour: 2.5, seconds: seconds)
    var known = edges
    for _ in 0..<3 {
      guard let other = search.otherWay(than: known, from: from.place, to: to.place, bounds) else { break }
      let otherCost = costs.transition(other.way, straight: straight, seconds: seconds)
      if otherCost < cost { (best, cost) = (other, otherCost) }
      known += other.edges
    }
    return best
  }
}
