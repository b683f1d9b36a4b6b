internal import Geometry
internal import RoadNetwork
internal import Routing

/// One run of `LineMatcher`: Dijkstra over (edge, stretch of the line reached at its end), the sum of squared
/// deviations as cost.
struct LineSearch {
  private let network: RoadNetwork
  private let line: SampledLine
  private let rules: LineMatcher.Rules
  private let tolerance: Double
  private let budget: Int
  private var labels: [Label] = []
  private var queue = MinimumHeap<Entry>()
  /// In which ways an edge was left already, by edge and last sample.
  private var settled: [Key: [Departure]] = [:]

  /// An edge of a path, matched up to its end or, as `end`, up to the line's end.
  private struct Label {
    var edge: EdgeID
    var parent: Int
    /// What the line's walk has reached at the edge's end; one run only.
    var run: LineReach.Run
    /// Where the path begins or ends on the edge, when it does.
    var startFraction: Double
    var endFraction: Double?
    /// Meters of the path up to here.
    var meters: Double
  }

  private struct Key: Hashable {
    var edge: EdgeID
    var high: Int
  }

  /// A way in which an edge was left.
  private struct Departure {
    var low: Int
    var meters: Double
  }

  private struct Entry: Comparable {
    var cost: Double
    var label: Int

    static func < (a: Entry, b: Entry) -> Bool { a.cost == b.cost ? a.label < b.label : a.cost < b.cost }
  }

  init(matcher: LineMatcher, line: SampledLine, rules: LineMatcher.Rules) {
    network = matcher.network
    tolerance = matcher.toleranceMeters
    budget = matcher.budget
    self.line = line
    self.rules = rules
  }

  mutating func run(from starts: [EdgePosition], lengthMeters: ClosedRange<Double>) -> EdgePath? {
    for start in starts { walk(start.edge, from: start.fraction, parent: -1, reach: nil, cost: 0) }
    while let entry = queue.popMinimum(), labels.count < budget {
      let label = labels[entry.label]
      if label.endFraction != nil {
        if lengthMeters.contains(label.meters) { return path(to: entry.label) }
        continue
      }
      if label.meters > lengthMeters.upperBound || isSettled(label) { continue }
      forEachNext(label.edge) { next in
        walk(next, from: 0, parent: entry.label, reach: LineReach(runs: [label.run]), cost: entry.cost)
      }
    }
    return nil
  }

  /// Whether a label adds nothing to those before it, and cost less; else it is kept.
  ///
  /// A few ways of different length are kept, so that a shortcut does not hide the way that it cuts.
  private mutating func isSettled(_ label: Label) -> Bool {
    let key = Key(edge: label.edge, high: label.run.high)
    let former = settled[key, default: []]
    let isNew = former.allSatisfy { label.run.low < $0.low || abs(label.meters - $0.meters) > 4 }
    let isFarther = former.allSatisfy { label.run.low < $0.low }
    guard isFarther || isNew && former.count < 4 else { return true }
    settled[key, default: []].append(Departure(low: label.run.low, meters: label.meters))
    return false
  }

  private func forEachNext(_ edge: EdgeID, _ body: (EdgeID) -> Void) {
    switch rules {
    case .legal(let mode):
      for raw in network.turns(from: edge) where network.allows(mode, at: TurnID(raw)) {
        body(network.target(of: TurnID(raw)))
      }
    case .connected:
      for next in network.outgoingEdges(of: network.to(edge)) { body(next) }
    }
  }

  /// Walks along an edge as far as the line follows, and queues its end and the line's end where they are reached.
  private mutating func walk(_ edge: EdgeID, from start: Double, parent: Int, reach: LineReach?, cost: Double) {
    var reach = reach
    var cost = cost
    let length = network.lengthMeters(of: edge)
    // The plane stands at the line's first point: far from it an edge is longer or shorter on it.
    let planeLength = planeMeters(of: edge)
    let before = parent < 0 ? 0 : labels[parent].meters
    var best: (squareDistance: Double, meters: Double, cost: Double)?
    forEachSample(of: edge, fromMeters: start * planeLength) { point, meters in
      if reach == nil {
        reach = LineReach(start: point, of: line, tolerance: tolerance)
        // What is left out at an end weighs more than walking it a little beside the line.
        cost += line.squareDistance(0, to: point)
      } else {
        reach?.step(to: point, of: line, tolerance: tolerance)
      }
      guard let now = reach, !now.isEmpty else { return false }
      cost += now.squareDistance(from: point, on: line)
      if now.reaches(line.lastIndex) {
        let square = line.squareDistance(line.lastIndex, to: point)
        if square < best?.squareDistance ?? .infinity { best = (square, meters, cost) }
      }
      return true
    }
    if let best {
      let fraction = planeLength > 0 ? min(1, best.meters / planeLength) : 1
      add(
        Label(
          edge: edge, parent: parent, run: LineReach.Run(low: line.lastIndex, high: line.lastIndex),
          startFraction: start, endFraction: fraction, meters: before + (fraction - start) * length),
        cost: best.cost + best.squareDistance)
    }
    for run in reach?.runs ?? [] {
      add(
        Label(
          edge: edge, parent: parent, run: run, startFraction: start, endFraction: nil,
          meters: before + (1 - start) * length), cost: cost)
    }
  }

  private mutating func add(_ label: Label, cost: Double) {
    labels.append(label)
    queue.push(Entry(cost: cost, label: labels.count - 1))
  }

  private func path(to last: Int) -> EdgePath {
    var edges: [EdgeID] = []
    var index = last
    var startFraction = 0.0
    while index >= 0 {
      edges.append(labels[index].edge)
      startFraction = labels[index].startFraction
      index = labels[index].parent
    }
    return EdgePath(
      edges: edges.reversed(), startFraction: startFraction, endFraction: labels[last].endFraction ?? 1)
  }

  private func planeMeters(of edge: EdgeID) -> Double {
    let segment = network.segment(of: edge)
    var meters = 0.0
    var from = line.plane.position(of: network.point(0, of: segment))
    for number in 1..<network.pointCount(of: segment) {
      let to = line.plane.position(of: network.point(number, of: segment))
      let (dx, dy) = (to.x - from.x, to.y - from.y)
      meters += (dx * dx + dy * dy).squareRoot()
      from = to
    }
    return meters
  }

  /// Calls `body` with points of an edge at most a step apart and their meters on the plane from its start, until it
  /// returns false.
  private func forEachSample(
    of edge: EdgeID, fromMeters start: Double, _ body: ((x: Double, y: Double), Double) -> Bool
  ) {
    let segment = network.segment(of: edge)
    let isForward = network.isForward(edge)
    let last = network.pointCount(of: segment) - 1
    var begin = 0.0
    var from = line.plane.position(of: network.point(isForward ? 0 : last, of: segment))
    var isFirst = true
    var goesOn = true
    for number in 1...last where goesOn {
      let to = line.plane.position(of: network.point(isForward ? number : last - number, of: segment))
      let (dx, dy) = (to.x - from.x, to.y - from.y)
      let length = (dx * dx + dy * dy).squareRoot()
      if begin + length >= start || number == last {
        var place = from
        var offset = 0.0
        if isFirst {
          offset = length > 0 ? min(max(start - begin, 0), length) : 0
          if length > 0 { place = (from.x + offset / length * dx, from.y + offset / length * dy) }
          goesOn = body(place, begin + offset)
          isFirst = false
        }
        SampledLine.forEachStep(from: place, to: to) { point, meters in
          if goesOn { goesOn = body(point, begin + offset + meters) }
        }
      }
      begin += length
      from = to
    }
  }
}
