internal import Geometry
internal import RoadNetwork

/// A way between two places on the road.
struct TripWay {
  enum Turning: UInt8 {
    case none
    /// Within the road, before leaving: the way begins in the other direction.
    case atStart
    /// Within the road, at the end: the way ends in the other direction.
    case atEnd
  }

  /// Its length, and what turning on it is disliked, in meters; below 0 where the end lies a little behind the start.
  var effort = Double.infinity
  /// In free flow.
  var seconds = 0.0
  var turning = Turning.none
}

/// Shortest ways from one place on the road to some near ones; reuses its arrays.
///
/// The law of routes counts, not their comfort: where a vehicle was, it drove, private roads and gates included.
struct TripSearch {
  private let network: RoadNetwork
  private let mode: TravelMode
  var uTurnMeters = 60.0
  /// A turn of 180°; the straighter of two equal ways is driven.
  private static let turnMeters = 6.0
  private static let uTurnSeconds = 20.0
  /// Roads looked at anew count as longer by this, so that another way comes to light.
  private static let dislike = 1.5

  /// By edge: what it takes to its start, valid in the search that `stamp` names.
  private var labels: [Label]
  private var isTurned: [Bool]
  private var parent: [UInt32]
  private var stamp: [UInt32]
  /// Empty until another way is looked for.
  private var disliked: [Bool] = []
  private var current: UInt32 = 0
  private var queue = MinimumHeap<Entry>()

  private struct Entry: Comparable {
    var effort: Double
    var edge: UInt32

    static func < (a: Entry, b: Entry) -> Bool { a.effort == b.effort ? a.edge < b.edge : a.effort < b.effort }
  }

  /// Parents of the edges that follow the start, and its other direction.
  private static let root = UInt32.max
  private static let turnedRoot = UInt32.max - 1

  init(_ network: RoadNetwork, mode: TravelMode) {
    self.network = network
    self.mode = mode
    labels = Array(repeating: Label(effort: 0, seconds: 0), count: network.edgeCount)
    isTurned = Array(repeating: false, count: network.edgeCount)
    parent = Array(repeating: 0, count: network.edgeCount)
    stamp = Array(repeating: 0, count: network.edgeCount)
  }

  /// What bounds a search.
  struct Bounds {
    var limit: Double
    /// How far behind the start an end on the same edge may lie: fixes jitter.
    var slack: Double
    /// Where the way leads; a road from which it cannot be reached within the limit is not looked at.
    var goal: LocalPlane
    var goalMeters: Double
    /// Edges left to look at.
    var work: Int
  }

  /// By target, the best way; with infinite effort where there is none within the bounds.
  mutating func ways(from start: EdgeMatch, to targets: [EdgeMatch], _ bounds: inout Bounds) -> [TripWay] {
    var found = targets.map { onSameRoad(start, $0, slack: bounds.slack) }
    var farthest = found.reduce(0) { max($0, $1.effort) }
    let (network, mode) = (network, mode)
    run(from: start, &bounds) { edge, reached, isTurned in
      guard reached.effort < farthest else { return false }
      for place in targets.indices where targets[place].edge == edge {
        let fraction = targets[place].fraction
        let total = reached.effort + network.lengthMeters(of: edge) * fraction
        guard total < found[place].effort else { continue }
        found[place] = TripWay(
          effort: total, seconds: reached.seconds + network.driveSeconds(edge, mode, share: fraction),
          turning: isTurned ? .atStart : .none)
        farthest = found.reduce(0) { max($0, $1.effort) }
      }
      return true
    }
    return found
  }

  /// The edges behind the start's (or behind its other direction) up to the end's; none when both lie on one edge in
  /// order, nil when the way is not found again.
  mutating func edges(of way: TripWay, from start: EdgeMatch, to end: EdgeMatch, _ bounds: Bounds) -> [EdgeID]? {
    let direct = onSameRoad(start, end, slack: bounds.slack)
    if direct.effort == way.effort, direct.turning == way.turning { return [] }
    return path(from: start, to: end, bounds)?.edges
  }

  /// Another way than one over the given edges, if there is one within the bounds.
  mutating func otherWay(
    than edges: [EdgeID], from start: EdgeMatch, to end: EdgeMatch, _ bounds: Bounds
  ) -> (edges: [EdgeID], way: TripWay)? {
    if disliked.isEmpty { disliked = Array(repeating: false, count: network.edgeCount) }
    for edge in edges { disliked[edge.index] = true }
    defer { for edge in edges { disliked[edge.index] = false } }
    guard let (other, isTurned) = path(from: start, to: end, bounds), !isTurned, other != edges else { return nil }
    return (other, measured(other, from: start, to: end))
  }

  private mutating func path(
    from start: EdgeMatch, to end: EdgeMatch, _ bounds: Bounds
  ) -> (edges: [EdgeID], isTurned: Bool)? {
    var bounds = bounds
    var isFound = false
    run(from: start, &bounds) { edge, _, _ in
      isFound = edge == end.edge
      return !isFound
    }
    guard isFound else { return nil }
    var edges: [EdgeID] = []
    var edge = last
    while edge != Self.root, edge != Self.turnedRoot {
      edges.append(network.canonicalEdge(EdgeID(edge)))
      edge = parent[Int(edge)]
    }
    return (edges.reversed(), edge == Self.turnedRoot)
  }

  /// The edge settled last, possibly a shadow edge.
  private var last: UInt32 = 0

  /// The way within the start's road, forwards or turning round.
  private func onSameRoad(_ start: EdgeMatch, _ end: EdgeMatch, slack: Double) -> TripWay {
    let length = network.lengthMeters(of: start.edge)
    if end.edge == start.edge {
      let along = length * (end.fraction - start.fraction)
      guard along >= -slack else { return TripWay() }
      return TripWay(
        effort: along, seconds: max(0, network.driveSeconds(end.edge, mode, share: end.fraction - start.fraction)))
    }
    guard let back = turned(start), end.edge == back else { return TripWay() }
    // Driven on and turned, or turned and driven back.
    let along = end.fraction - (1 - start.fraction)
    return TripWay(
      effort: abs(along) * length + uTurnMeters,
      seconds: network.driveSeconds(start.edge, mode, share: abs(along)) + Self.uTurnSeconds,
      turning: along >= 0 ? .atStart : .atEnd)
  }

  /// The other direction of the start's edge, where a vehicle may turn round.
  func turned(_ start: EdgeMatch) -> EdgeID? {
    guard network.flags(of: start.edge).isDisjoint(with: [.motorway, .ferry, .roundabout]),
      let back = network.reverse(of: start.edge), network.allows(mode, on: back)
    else { return nil }
    return back
  }

  /// The true length and time of a way that is known by its edges.
  private func measured(_ edges: [EdgeID], from start: EdgeMatch, to end: EdgeMatch) -> TripWay {
    var way = TripWay(
      effort: network.lengthMeters(of: start.edge) * (1 - start.fraction),
      seconds: network.driveSeconds(start.edge, mode, share: 1 - start.fraction))
    var former = start.edge
    for (place, edge) in edges.enumerated() {
      if let turn = network.turn(from: former, to: edge) {
        way.effort += turning(turn)
        way.seconds += Double(network.durationDeciseconds(of: turn)) / 10
      }
      let share = place == edges.count - 1 ? end.fraction : 1
      way.effort += network.lengthMeters(of: edge) * share
      way.seconds += network.driveSeconds(edge, mode, share: share)
      former = edge
    }
    return way
  }

  private func turning(_ turn: TurnID) -> Double {
    network.isUTurn(turn) ? uTurnMeters : Double(abs(network.angleDegrees(of: turn))) / 180 * Self.turnMeters
  }

  /// What it takes to the start of an edge.
  private struct Label {
    var effort: Double
    var seconds: Double
  }

  /// Settles edges from the start's end on; `body` gets their canonical edge, what it takes to their start, and whether
  /// the way begins with turning round.
  private mutating func run(from start: EdgeMatch, _ bounds: inout Bounds, _ body: (EdgeID, Label, Bool) -> Bool) {
    renew()
    let rest = Label(
      effort: network.lengthMeters(of: start.edge) * (1 - start.fraction),
      seconds: network.driveSeconds(start.edge, mode, share: 1 - start.fraction))
    expand(start.edge, at: rest, from: Self.root, bounds)
    if let back = turned(start) {
      let rest = Label(
        effort: network.lengthMeters(of: back) * start.fraction + uTurnMeters,
        seconds: network.driveSeconds(back, mode, share: start.fraction) + Self.uTurnSeconds)
      expand(back, at: rest, from: Self.turnedRoot, bounds)
    }
    while let entry = queue.popMinimum(), entry.effort <= bounds.limit, bounds.work > 0 {
      let place = Int(entry.edge)
      let reached = labels[place]
      guard entry.effort <= reached.effort else { continue }
      bounds.work -= 1
      last = entry.edge
      let edge = network.canonicalEdge(EdgeID(entry.edge))
      guard body(edge, reached, isTurned[place]) else { return }
      let factor = !disliked.isEmpty && disliked[edge.index] ? Self.dislike : 1
      let end = Label(
        effort: reached.effort + network.lengthMeters(of: edge) * factor,
        seconds: reached.seconds + network.driveSeconds(edge, mode, share: 1))
      expand(EdgeID(entry.edge), at: end, from: entry.edge, bounds)
    }
  }

  private mutating func renew() {
    if current == .max {
      for index in stamp.indices { stamp[index] = 0 }
      current = 0
    }
    current += 1
    queue.removeAll()
  }

  private mutating func expand(_ edge: EdgeID, at reached: Label, from: UInt32, _ bounds: Bounds) {
    guard reached.effort <= bounds.limit else { return }
    let left = bounds.goal.distanceMeters(to: network.coordinate(of: network.to(edge))) - bounds.goalMeters
    guard reached.effort + left <= bounds.limit else { return }
    let turned = from == Self.turnedRoot || (from < Self.turnedRoot && isTurned[Int(from)])
    for raw in network.turns(from: edge) {
      let turn = TurnID(raw)
      let next = network.target(of: turn)
      guard network.allows(mode, at: turn), network.allows(mode, on: next) else { continue }
      let total = reached.effort + turning(turn)
      let place = next.index
      if stamp[place] == current, labels[place].effort <= total { continue }
      stamp[place] = current
      labels[place] = Label(
        effort: total, seconds: reached.seconds + Double(network.durationDeciseconds(of: turn)) / 10)
      isTurned[place] = turned
      parent[place] = from
      queue.push(Entry(effort: total, edge: next.rawValue))
    }
  }
}

extension RoadNetwork {
  /// Free flow over a share of an edge.
  fileprivate func driveSeconds(_ edge: EdgeID, _ mode: TravelMode, share: Double) -> Double {
    Double(durationMilliseconds(of: edge, mode)) / 1_000 * share
  }
}
