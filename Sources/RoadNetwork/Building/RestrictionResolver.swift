import Geometry

/// A turn restriction in terms of edges.
struct ResolvedRestriction {
  /// The edges driven before the turn: the first road, then the via roads.
  var path: [UInt32]
  /// The edges that are forbidden, or the only ones allowed, after it.
  var targets: [UInt32]
  var kind: TurnRestriction.Kind
  var modes: ModeSet
  var condition: String?
}

/// A road of the map that no mode may drive: where it begins and ends, by OpenStreetMap ids.
struct ClosedWay: Sendable {
  var id: Int64
  var first: Int64
  var last: Int64
}

/// Finds the edges that a tagged restriction means.
struct RestrictionResolver {
  enum Failure: Error {
    /// A member is not in the network.
    case incomplete
    /// The members do not touch in driving direction.
    case notConnected
    /// The members fit in several ways and the shape decides for none.
    case ambiguous
  }

  private let parts: BaseTurns.Parts
  private let turns: BaseTurns
  /// Segments ordered by way id, then along the way.
  private let segmentsByWay: [UInt32]
  /// Junctions by the OpenStreetMap id of their node.
  private let junctionByNode: [(node: UInt32, junction: UInt32)]

  /// By id.
  private let closedWays: [ClosedWay]
  /// In place of a target: a road that nobody may drive.
  private static let closed = UInt32.max

  init(_ parts: BaseTurns.Parts, turns: BaseTurns, segmentsByWay: [UInt32], closedWays: [ClosedWay] = []) {
    self.parts = parts
    self.closedWays = closedWays.sorted { $0.id < $1.id }
    self.turns = turns
    self.segmentsByWay = segmentsByWay
    junctionByNode = parts.segments.junctions.enumerated()
      .map { (node: $0.element, junction: UInt32(truncatingIfNeeded: $0.offset)) }
      .sorted { $0.node < $1.node }
  }

  func resolve(_ restriction: TurnRestriction) throws(Failure) -> [ResolvedRestriction] {
    let paths = try paths(of: restriction)
    var chosen: [(path: [UInt32], target: UInt32)]
    if paths.contains(where: { $0.target == Self.closed }) {
      // The shape can't be told.
      guard paths.count == 1 || restriction.from.count > 1 else { throw .ambiguous }
      chosen = paths
    } else if restriction.shape == .any || restriction.from.count > 1 || restriction.to.count > 1 || paths.count == 1 {
      chosen = paths
    } else {
      chosen = try [bestByShape(paths, restriction.shape)]
    }
    chosen.sort { $0.path == $1.path ? $0.target < $1.target : $0.path.lexicographicallyPrecedes($1.path) }
    // "Only" allows all its targets together, "no" forbids each.
    var resolved: [ResolvedRestriction] = []
    for (path, target) in chosen {
      let targets = target == Self.closed ? [] : [target]
      if let last = resolved.last, last.path == path {
        resolved[resolved.count - 1].targets += targets
      } else {
        resolved.append(
          ResolvedRestriction(
            path: path, targets: targets, kind: restriction.kind, modes: restriction.modes,
            condition: restriction.condition))
      }
    }
    return resolved
  }

  // MARK: Members to edges

  /// All ways to drive from a first member over the via to a last one.
  private func paths(of restriction: TurnRestriction) throws(Failure) -> [(path: [UInt32], target: UInt32)] {
    var starts: [UInt32] = []
    for way in restriction.from { starts += try edges(ofWay: way) }
    let (ends, deadEnds) = try targets(of: restriction)
    var found: [(path: [UInt32], target: UInt32)] = []
    switch restriction.via {
    case .node(let id):
      guard let junction = junction(ofNode: id) else { throw .incomplete }
      for start in starts where parts.edges.to[Int(start)] == junction {
        for target in outgoing(junction) where ends.contains(target) { found.append(([start], target)) }
        if deadEnds.contains(junction) { found.append(([start], Self.closed)) }
      }
      found = withoutUTurns(found, restriction)
    case .ways(let ways):
      var via: [Set<UInt32>] = []
      for way in ways { via.append(Set(try edges(ofWay: way))) }
      for start in starts {
        extend([start], current: [], rest: via, ends: ends, deadEnds: deadEnds, into: &found)
      }
      // Of several ways over the same members the shortest is meant.
      let shortest = found.map(\.path.count).min() ?? 0
      found.removeAll { $0.path.count > shortest }
    }
    guard !found.isEmpty else { throw .notConnected }
    return found
  }

  /// The edges of the last members, and the junctions where such a member begins that nobody may drive.
  ///
  /// An "only" into a bus lane leaves other vehicles no way on; without the lane it would leave them all.
  private func targets(
    of restriction: TurnRestriction
  ) throws(Failure) -> (ends: Set<UInt32>, deadEnds: Set<UInt32>) {
    var ends: Set<UInt32> = []
    var deadEnds: Set<UInt32> = []
    for way in restriction.to {
      if restriction.kind == .only, let closed = closedWay(way) {
        for node in [closed.first, closed.last] {
          if let junction = junction(ofNode: node) { deadEnds.insert(junction) }
        }
      } else {
        ends.formUnion(try edges(ofWay: way))
      }
    }
    return (ends, deadEnds)
  }

  private func closedWay(_ id: Int64) -> ClosedWay? {
    var (low, high) = (0, closedWays.count)
    while low < high {
      let middle = (low + high) / 2
      if closedWays[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low < closedWays.count && closedWays[low].id == id ? closedWays[low] : nil
  }

  /// With one way as first and last member, "straight on" is along it and "U-turn" back along it.
  private func withoutUTurns(
    _ found: [(path: [UInt32], target: UInt32)], _ restriction: TurnRestriction
  ) -> [(path: [UInt32], target: UInt32)] {
    let isUTurn = { (entry: (path: [UInt32], target: UInt32)) in
      entry.path.last.map { parts.edges.reverse(of: Int($0)) == Int(entry.target) } ?? false
    }
    let fitting = found.filter { isUTurn($0) == (restriction.shape == .uTurn) }
    return fitting.isEmpty ? found : fitting
  }

  /// Drives on over the via ways, each taken once, in whatever order the relation lists them.
  private func extend(
    _ path: [UInt32], current: Set<UInt32>, rest: [Set<UInt32>], ends: Set<UInt32>, deadEnds: Set<UInt32>,
    into found: inout [(path: [UInt32], target: UInt32)]
  ) {
    guard path.count < 64, found.count < 64, let last = path.last else { return }
    if rest.isEmpty, deadEnds.contains(parts.edges.to[Int(last)]) { found.append((path, Self.closed)) }
    for next in outgoing(parts.edges.to[Int(last)]) {
      guard parts.edges.reverse(of: Int(last)) != Int(next), !path.contains(next) else { continue }
      if rest.isEmpty, ends.contains(next) {
        found.append((path, next))
        continue
      }
      if current.contains(next) {
        extend(path + [next], current: current, rest: rest, ends: ends, deadEnds: deadEnds, into: &found)
      }
      for index in rest.indices where rest[index].contains(next) {
        var others = rest
        let entered = others.remove(at: index)
        extend(path + [next], current: entered, rest: others, ends: ends, deadEnds: deadEnds, into: &found)
      }
    }
  }

  private func bestByShape(
    _ paths: [(path: [UInt32], target: UInt32)], _ shape: TurnRestriction.Shape
  ) throws(Failure) -> (path: [UInt32], target: UInt32) {
    let ideal: Double
    switch shape {
    case .left: ideal = -90
    case .right: ideal = 90
    case .straight, .any: ideal = 0
    case .uTurn: ideal = 180
    }
    let rated = paths.map { entry in
      let from = parts.edges.endBearing[Int(entry.path[0])]
      let angle = turnAngleDegrees(from: from, to: parts.edges.startBearing[Int(entry.target)])
      return (error: angleDifferenceDegrees(angle, ideal), entry: entry)
    }.sorted { $0.error < $1.error }
    guard rated.count > 1, rated[1].error - rated[0].error < 10 else { return rated[0].entry }
    throw .ambiguous
  }

  // MARK: Lookups

  private func edges(ofWay way: Int64) throws(Failure) -> [UInt32] {
    var low = 0
    var high = segmentsByWay.count
    while low < high {
      let middle = (low + high) / 2
      if wayID(segmentsByWay[middle]) < way { low = middle + 1 } else { high = middle }
    }
    var edges: [UInt32] = []
    while low < segmentsByWay.count, wayID(segmentsByWay[low]) == way {
      let segment = Int(segmentsByWay[low])
      for edge in [parts.edges.forwardEdge[segment], parts.edges.backwardEdge[segment]] where edge != .max {
        edges.append(edge)
      }
      low += 1
    }
    guard !edges.isEmpty else { throw .incomplete }
    return edges
  }

  private func wayID(_ segment: UInt32) -> Int64 { parts.ways.rows[Int(parts.segments.way[Int(segment)])].id }

  private func junction(ofNode id: Int64) -> UInt32? {
    guard let node = parts.nodes.index(of: id) else { return nil }
    let place = parts.nodes.place(of: UInt32(truncatingIfNeeded: node))
    var low = 0
    var high = junctionByNode.count
    while low < high {
      let middle = (low + high) / 2
      if junctionByNode[middle].node < place { low = middle + 1 } else { high = middle }
    }
    guard low < junctionByNode.count, junctionByNode[low].node == place else { return nil }
    return junctionByNode[low].junction
  }

  private func outgoing(_ junction: UInt32) -> ArraySlice<UInt32> {
    turns.outEdge[Int(turns.firstOut[Int(junction)])..<Int(turns.firstOut[Int(junction) + 1])]
  }
}
