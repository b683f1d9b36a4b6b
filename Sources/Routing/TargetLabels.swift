/// What a search to many targets knows of each: the cost at the start of its edge, and the cheapest of all.
///
/// Targets are labelled in the order of their labels, whatever search found them, so that the same ones are given up.
struct TargetLabels {
  private let targets: [SearchTarget]
  private let onOneEdge: [FoundPath?]
  private let slack: Int64
  private var labels: [Int64]
  private var totals: [Int64]
  private var cheapest: Int64

  /// - Parameter slack: in units; targets whose edge begins this much beyond the cheapest are given up.
  init(_ targets: [SearchTarget], onOneEdge: [FoundPath?], slack: Int64) {
    self.targets = targets
    self.onOneEdge = onOneEdge
    self.slack = slack >= Int64.max >> SearchCost.unitShift ? .max : SearchCost.exact(slack)
    labels = Array(repeating: .max, count: targets.count)
    totals = onOneEdge.map { $0.map { SearchCost.exact($0.cost) } ?? .max }
    cheapest = totals.min() ?? .max
  }

  /// Whether targets that begin at an exact cost are given up, as far as is known.
  func isBeyond(_ label: Int64) -> Bool { cheapest != .max && slack != .max && label &- cheapest > slack }

  /// Sets the exact cost at the start of a target's edge; costs must not fall from call to call.
  mutating func label(_ number: Int, _ label: Int64, metric: Metric) {
    let target = targets[number]
    let rest = metric.weight(of: target.edge, from: 0, to: target.fraction) + target.cost
    let total = label &+ SearchCost.exact(rest)
    labels[number] = label
    guard total < totals[number] else { return }
    totals[number] = total
    cheapest = min(cheapest, total)
  }

  /// Sets the exact costs of the targets reached, up to those that are given up.
  mutating func label(_ reached: [(number: Int, label: Int64)], metric: Metric) {
    var former = Int64.min
    for (number, label) in reached.sorted(by: { ($0.label, $0.number) < ($1.label, $1.number) }) {
      // Targets on one edge are settled together.
      if label != former, isBeyond(label) { return }
      former = label
      self.label(number, label, metric: metric)
    }
  }

  /// What the path to a target costs in units; nil where it was not reached.
  func total(_ number: Int) -> Int64? { totals[number] == .max ? nil : SearchCost.units(totals[number]) }

  /// The path that stays on one edge, where it is the cheapest to a target.
  func direct(_ number: Int) -> FoundPath? {
    guard let direct = onOneEdge[number], SearchCost.exact(direct.cost) <= totals[number] else { return nil }
    return direct
  }

  /// The path to each target, given the way to an edge.
  func paths(along way: (UInt32) -> (source: Int, edges: [UInt32])) -> [FoundPath?] {
    targets.indices.map { number in
      let direct = onOneEdge[number]
      if labels[number] == .max { return direct }
      if let direct, SearchCost.exact(direct.cost) <= totals[number] { return direct }
      let (source, edges) = way(targets[number].edge)
      return FoundPath(source: source, target: number, edges: edges, cost: SearchCost.units(totals[number]))
    }
  }
}
