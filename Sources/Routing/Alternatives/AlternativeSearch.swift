import RoadNetwork

/// Chooses the alternatives to a best path among the ways through single places (Abraham, Delling, Goldberg, Werneck
/// 2013): the cheapest first, each held against the limits and against those already chosen.
struct AlternativeSearch {
  let network: RoadNetwork
  let metric: Metric
  let limits: AlternativeLimits

  /// Ways looked at in full before the search gives up: those that follow are worse.
  private static let examined = 64

  /// Up to `count` alternatives, the cheapest first.
  func alternatives(
    to best: MeasuredPath, in space: some ViaSpace, count: Int
  ) throws(RoutingFailure) -> [MeasuredPath] {
    guard count > 0, best.path.edges.count > 2 else { return [] }
    let bound = Int64(Double(best.cost) * limits.stretch)
    var chosen = [best]
    var examined = 0
    for candidate in try space.candidates(upTo: bound) where candidate.cost > best.cost {
      if chosen.count > count || examined == Self.examined { break }
      examined += 1
      let (edges, via) = space.way(through: candidate)
      let path = EdgePath(
        edges: edges.map { EdgeID($0) }, startFraction: best.path.startFraction, endFraction: best.path.endFraction)
      guard edges.count > 2, let measured = MeasuredPath(path, network: network, metric: metric),
        measured.cost <= bound, isAdmissible(measured, beside: chosen),
        try isLocallyOptimal(measured, via: via, best: best, in: space)
      else { continue }
      chosen.append(measured)
    }
    return Array(chosen.dropFirst())
  }

  /// Sharing and detours, against every route chosen so far.
  private func isAdmissible(_ path: MeasuredPath, beside chosen: [MeasuredPath]) -> Bool {
    if path.isLooping(on: network) { return false }
    return chosen.allSatisfy { other in
      let shared = Double(path.sharedCost(with: other))
      guard shared <= limits.sharing * Double(min(path.cost, other.cost)), let detour = path.worstDetour(from: other)
      else { return false }
      return detour <= limits.detour
    }
  }

  /// Whether every part that costs up to a share of the best path is a cheapest way: one that does not pass the start
  /// of the via edge is part of a cheapest way, and the others lie within the stretch asked for here (the T-test).
  private func isLocallyOptimal(
    _ path: MeasuredPath, via: Int, best: MeasuredPath, in space: some ViaSpace
  ) throws(RoutingFailure) -> Bool {
    let length = Int64((Double(best.cost) * limits.localOptimality).rounded(.up))
    let middle = path.starts[via]
    let first = path.starts[..<via].lastIndex { middle - $0 >= length } ?? 0
    let last = path.starts[via...].firstIndex { $0 - middle >= length } ?? path.starts.count - 1
    guard try isCheapest(path, from: first, to: last, in: space) else { return false }
    if space.partsAreCheapest { return true }
    guard try isCheapest(path, from: 0, to: via, in: space) else { return false }
    return try isCheapest(path, from: via, to: path.starts.count - 1, in: space)
  }

  /// Whether a path is a cheapest way between the starts of two of its edges.
  private func isCheapest(
    _ path: MeasuredPath, from first: Int, to last: Int, in space: some ViaSpace
  ) throws(RoutingFailure) -> Bool {
    if first >= last { return true }
    let cost = path.starts[last] - path.starts[first]
    // What breaks ties may add up to a unit on a long way.
    return try space.distance(from: path.path.edges[first].rawValue, to: path.path.edges[last].rawValue) ?? -1 >= cost
  }
}
