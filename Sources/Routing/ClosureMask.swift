import RoadNetwork

/// The edges a search may not drive, at the request's event time.
///
/// Passing an edge from end to end, any closed stretch of it blocks. Where a route begins or ends only the driven part
/// counts: a closure behind the start or beyond the stop is none.
struct ClosureMask {
  private let conditions: Conditions
  private let atMillis: Int64
  /// Closed edges that may be driven all the same, sorted: see `escaping`.
  private let exempt: [UInt32]

  init(_ conditions: Conditions, atMillis: Int64, exempt: [UInt32] = []) {
    self.conditions = conditions
    self.atMillis = atMillis
    self.exempt = exempt
  }

  /// Whether nothing is closed at any time.
  var isEmpty: Bool { conditions.isEmpty }
  /// Whether closed edges may be driven all the same.
  var hasExemptions: Bool { !exempt.isEmpty }

  /// Whether the edge may not be passed from end to end.
  @inline(__always)
  func blocks(_ edge: UInt32) -> Bool {
    guard conditions.isTouched(EdgeID(edge)) else { return false }
    return isBlocked(edge)
  }

  @inline(never)
  private func isBlocked(_ edge: UInt32) -> Bool {
    conditions.isClosed(EdgeID(edge), atMillis: atMillis) && !exempt.contains(edge)
  }

  /// Whether the part of the edge between two fractions may not be driven: the last one of a route up to its stop, the
  /// first one from its start on.
  func blocks(_ edge: UInt32, from: Double, to: Double) -> Bool {
    conditions.isClosed(EdgeID(edge), from: from, to: to, atMillis: atMillis) && !exempt.contains(edge)
  }

  /// Whether the place lies in a closed stretch.
  func isClosed(_ edge: EdgeID, at fraction: Double) -> Bool {
    conditions.isClosed(edge, at: fraction, atMillis: atMillis) && !exempt.contains(edge.rawValue)
  }

  /// Those of the targets' edges that can be reached but not passed, sorted: a search may enter them and goes no farther.
  func deadEnds(of targets: [SearchTarget]) -> [UInt32] {
    if conditions.isEmpty { return [] }
    return targets.filter { blocks($0.edge) && !blocks($0.edge, from: 0, to: $0.fraction) }.map(\.edge).sorted()
  }

  /// The mask for a vehicle that is in a closed stretch: the stretch around it does not trap it, so closed edges that
  /// follow one another from the start stay open, and no others (valhalla#2709, #2733).
  func escaping(from start: EdgePosition, over network: RoadNetwork, limit: Int = 256) -> ClosureMask {
    // Driven at least a little of it, its very end included.
    let before = start.fraction - 2 / Conditions.Entry.whole
    guard blocks(start.edge.rawValue, from: before, to: start.fraction) else { return self }
    var reached = [start.edge.rawValue]
    var next = 0
    while next < reached.count, reached.count < limit {
      let edge = EdgeID(reached[next])
      next += 1
      for turn in network.turns(from: edge) {
        let target = network.target(of: TurnID(turn)).rawValue
        if blocks(target), !reached.contains(target) { reached.append(target) }
      }
    }
    return ClosureMask(conditions, atMillis: atMillis, exempt: reached.sorted())
  }
}
