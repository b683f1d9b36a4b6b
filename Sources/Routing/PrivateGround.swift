import RoadNetwork

/// Roads for the ends of a route alone, at a moment: which turns enter them.
///
/// Entering costs a penalty, which a candidate of a stop there is given back. A way that begins on the same ground has
/// not paid it, and would be paid for staying.
struct PrivateGround {
  private let network: RoadNetwork
  private let mode: TravelMode
  private let restrictions: ActiveRestrictions

  init(_ request: RouteRequest, network: RoadNetwork) {
    self.network = network
    mode = request.mode
    restrictions = network.activeRestrictions(atMillis: request.atMillis)
  }

  func contains(_ edge: UInt32) -> Bool {
    network.isRestricted(EdgeID(edge), mode) || restrictions.restricts(EdgeID(edge), mode)
  }

  /// Whether a way is given back what it never paid.
  func isUnpaid(_ path: FoundPath, _ targets: [SearchTarget]) -> Bool {
    guard targets[path.target].givenBack > 0 else { return false }
    return !zip(path.edges, path.edges.dropFirst()).contains { from, to in
      guard let turn = network.turn(from: EdgeID(from), to: EdgeID(to)) else { return false }
      return network.entersRestricted(turn, mode) || restrictions.entersRestricted(turn, mode)
    }
  }
}

extension PathSearch {
  /// `cheapestPath` without a way that is given back what it never paid.
  func cheapestPath(
    from sources: [SearchSource], to targets: [SearchTarget], metric: Metric, mask: ClosureMask,
    on ground: PrivateGround
  ) throws(RoutingFailure) -> FoundPath? {
    let found = try cheapestPath(from: sources, to: targets, metric: metric, mask: mask)
    guard let found, ground.isUnpaid(found, targets) else { return found }
    let (inside, outside) = sources.split(by: ground)
    let ways = [
      try cheapestPath(
        from: outside.map { sources[$0] }, to: targets, metric: metric, mask: mask)?.renumbered(outside),
      try cheapestPath(
        from: inside.map { sources[$0] }, to: targets.map(\.keepingAll), metric: metric, mask: mask)?.renumbered(
          inside),
    ]
    return ways.compactMap(\.self).min { $0.cost < $1.cost } ?? found
  }

  /// `cheapestPaths` likewise.
  func cheapestPaths(
    from sources: [SearchSource], toEach targets: [SearchTarget], metric: Metric, mask: ClosureMask, slack: Int64,
    on ground: PrivateGround
  ) throws(RoutingFailure) -> [FoundPath?] {
    let found = try cheapestPaths(from: sources, toEach: targets, metric: metric, mask: mask, slack: slack)
    guard found.contains(where: { $0.map { ground.isUnpaid($0, targets) } ?? false }) else { return found }
    let (inside, outside) = sources.split(by: ground)
    let fromOutside = try cheapestPaths(
      from: outside.map { sources[$0] }, toEach: targets, metric: metric, mask: mask, slack: slack)
    let fromInside = try cheapestPaths(
      from: inside.map { sources[$0] }, toEach: targets.map(\.keepingAll), metric: metric, mask: mask, slack: slack)
    return targets.indices.map { number in
      [fromOutside[number]?.renumbered(outside), fromInside[number]?.renumbered(inside)].compactMap(\.self)
        .min { $0.cost < $1.cost }
    }
  }

  /// `estimates` likewise.
  func estimates(
    from sources: [SearchSource], toEach groups: TargetGroups, metric: Metric, mask: ClosureMask, times: TravelTimes,
    on ground: PrivateGround
  ) throws(RoutingFailure) -> [TravelEstimate?] {
    let found = try estimates(from: sources, toEach: groups, metric: metric, mask: mask, times: times)
    var travels = found.map { $0?.travel }
    for (group, way) in found.enumerated() {
      // The edges are not known, but a way that begins elsewhere has paid.
      guard let way, groups.targets[way.target].givenBack > 0, ground.contains(sources[way.source].edge) else {
        continue
      }
      let targets = groups.targets(of: group)
      let path = try cheapestPath(from: sources, to: targets, metric: metric, mask: mask, on: ground)
      travels[group] = path?.estimate(sources, targets, times).travel
    }
    return travels
  }
}

extension [SearchSource] {
  /// The places of those on private ground, and of the others.
  fileprivate func split(by ground: PrivateGround) -> (inside: [Int], outside: [Int]) {
    (indices.filter { ground.contains(self[$0].edge) }, indices.filter { !ground.contains(self[$0].edge) })
  }
}

extension SearchTarget {
  /// The same with nothing given back.
  fileprivate var keepingAll: SearchTarget { SearchTarget(edge: edge, fraction: fraction, cost: cost + givenBack) }
}

extension FoundPath {
  /// The same with the source's place among all.
  fileprivate func renumbered(_ places: [Int]) -> FoundPath {
    var path = self
    path.source = places[source]
    return path
  }
}
