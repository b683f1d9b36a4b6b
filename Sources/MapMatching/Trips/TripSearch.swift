internal import RoadNetwork

/// Shortest ways in meters from one place on the road to some near ones; reuses its arrays.
struct TripSearch {
  private let network: RoadNetwork
  private let mode: TravelMode
  /// By edge: meters to its start, valid in the search that `stamp` names.
  private var meters: [Double]
  private var parent: [UInt32]
  private var stamp: [UInt32]
  private var current: UInt32 = 0

  private struct Entry: Comparable {
    var meters: Double
    var edge: UInt32

    static func < (a: Entry, b: Entry) -> Bool { a.meters == b.meters ? a.edge < b.edge : a.meters < b.meters }
  }

  /// Parent of the edges that follow the start.
  private static let root = UInt32.max
  /// Turning round is a way only where nothing else explains the fixes.
  private static let uTurnMeters = 60.0
  /// A turn of 180°; the straighter of two equal ways is driven.
  private static let turnMeters = 6.0

  init(_ network: RoadNetwork, mode: TravelMode) {
    self.network = network
    self.mode = mode
    meters = Array(repeating: 0, count: network.edgeCount)
    parent = Array(repeating: 0, count: network.edgeCount)
    stamp = Array(repeating: 0, count: network.edgeCount)
  }

  /// By target, the length of the way; infinite beyond the limit.
  mutating func meters(from start: EdgeMatch, to targets: [EdgeMatch], limit: Double) -> [Double] {
    let network = network
    var found = targets.map { target in
      target.edge == start.edge && target.fraction >= start.fraction
        ? network.lengthMeters(of: start.edge) * (target.fraction - start.fraction) : Double.infinity
    }
    run(from: start, limit: limit) { edge, reached in
      for (place, target) in targets.enumerated() where target.edge == edge {
        found[place] = min(found[place], reached + network.lengthMeters(of: edge) * target.fraction)
      }
      return true
    }
    return found
  }

  /// The edges after the start's up to the end's; none when both lie on one edge in order.
  mutating func edges(from start: EdgeMatch, to end: EdgeMatch) -> [EdgeID]? {
    if start.edge == end.edge, end.fraction >= start.fraction { return [] }
    var last: EdgeID?
    run(from: start, limit: .infinity) { edge, _ in
      guard edge == end.edge else { return true }
      last = edge
      return false
    }
    guard let last else { return nil }
    var edges: [EdgeID] = []
    var edge = lastRaw
    while edge != Self.root {
      edges.append(EdgeID(edge))
      edge = parent[Int(edge)]
    }
    return edges.first.map { network.canonicalEdge($0) } == last ? edges.reversed() : nil
  }

  /// The edge settled last, possibly a shadow edge.
  private var lastRaw: UInt32 = 0

  /// Settles edges from the start's end on; `body` gets their canonical edge and the meters to their start.
  private mutating func run(from start: EdgeMatch, limit: Double, _ body: (EdgeID, Double) -> Bool) {
    current &+= 1
    var queue = MinimumHeap<Entry>()
    expand(start.edge, at: network.lengthMeters(of: start.edge) * (1 - start.fraction), from: Self.root, &queue)
    while let entry = queue.popMinimum(), entry.meters <= limit {
      guard entry.meters <= meters[Int(entry.edge)] else { continue }
      lastRaw = entry.edge
      let edge = EdgeID(entry.edge)
      guard body(network.canonicalEdge(edge), entry.meters) else { return }
      expand(edge, at: entry.meters + network.lengthMeters(of: edge), from: entry.edge, &queue)
    }
  }

  private mutating func expand(_ edge: EdgeID, at reached: Double, from: UInt32, _ queue: inout MinimumHeap<Entry>) {
    for raw in network.turns(from: edge) {
      let turn = TurnID(raw)
      let next = network.target(of: turn)
      guard network.allows(mode, at: turn), network.allows(mode, on: next) else { continue }
      let turning =
        network.isUTurn(turn) ? Self.uTurnMeters : Double(abs(network.angleDegrees(of: turn))) / 180 * Self.turnMeters
      let total = reached + turning
      let place = next.index
      if stamp[place] == current, meters[place] <= total { continue }
      stamp[place] = current
      meters[place] = total
      parent[place] = from
      queue.push(Entry(meters: total, edge: next.rawValue))
    }
  }
}
