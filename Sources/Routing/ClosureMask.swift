import RoadNetwork

/// The edges a search may not enter, at the request's event time.
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

  @inline(__always)
  func blocks(_ edge: UInt32) -> Bool {
    guard conditions.isTouched(EdgeID(edge)) else { return false }
    return isBlocked(edge)
  }

  @inline(never)
  private func isBlocked(_ edge: UInt32) -> Bool {
    conditions.isClosed(EdgeID(edge), atMillis: atMillis) && !exempt.contains(edge)
  }

  /// The mask for a vehicle that stands on a closed edge: the closed stretch around it does not trap
  /// it, so closed edges that follow one another from the start stay open, and no others
  /// (valhalla#2709, #2733).
  func escaping(from start: UInt32, over network: RoadNetwork, limit: Int = 256) -> ClosureMask {
    guard blocks(start) else { return self }
    var reached = [start]
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
