import RoadNetwork

/// Finds the cheapest paths between ends on the road, exactly, ties broken by `SearchCost`.
///
/// Whatever finds them: equal questions get equal edges.
protocol PathSearch: AnyObject {
  /// Edges the current request may still settle one by one.
  var budget: Int { get set }

  /// The cheapest path from any source to any target; nil when no target can be reached.
  func cheapestPath(
    from sources: [SearchSource], to targets: [SearchTarget], metric: Metric, mask: ClosureMask
  ) throws(RoutingFailure) -> FoundPath?

  /// What the cheapest path costs, in units, without the path.
  func cheapestCost(
    from sources: [SearchSource], to targets: [SearchTarget], metric: Metric, mask: ClosureMask
  ) throws(RoutingFailure) -> Int64?

  /// The cheapest path to *each* target from any source, nil where it was not reached.
  ///
  /// - Parameter slack: gives up on targets whose edge begins this much beyond the cheapest target.
  func cheapestPaths(
    from sources: [SearchSource], toEach targets: [SearchTarget], metric: Metric, mask: ClosureMask, slack: Int64
  ) throws(RoutingFailure) -> [FoundPath?]

  /// Length and time of the cheapest path to *each* group of targets, nil where none was reached.
  func estimates(
    from sources: [SearchSource], toEach groups: TargetGroups, metric: Metric, mask: ClosureMask, times: TravelTimes
  ) throws(RoutingFailure) -> [FoundEstimate?]
}

/// A path found to a group of targets, without its edges.
struct FoundEstimate {
  /// Places among the sources and among the targets of all groups.
  var source: Int
  var target: Int
  var travel: TravelEstimate
}

/// Targets of which some belong together: the places at which one stop may be reached.
struct TargetGroups {
  private(set) var targets: [SearchTarget] = []
  /// By target, its group.
  private(set) var groups: [Int] = []
  /// By group, where its targets begin.
  private var starts: [Int] = []
  var groupCount: Int { starts.count }

  /// Adds the next group, which may be empty.
  mutating func append(_ targets: [SearchTarget]) {
    groups += targets.map { _ in groupCount }
    starts.append(self.targets.count)
    self.targets += targets
  }

  /// The targets of a group.
  func targets(of group: Int) -> [SearchTarget] {
    Array(targets[starts[group]..<(group + 1 < groupCount ? starts[group + 1] : targets.count)])
  }

  /// The cheapest target of each group, the first of equals.
  func cheapest(_ total: (Int) -> Int64?) -> [Int?] {
    var best = [(number: Int, total: Int64)?](repeating: nil, count: groupCount)
    for number in targets.indices {
      guard let total = total(number), total < best[groups[number]]?.total ?? .max else { continue }
      best[groups[number]] = (number, total)
    }
    return best.map { $0?.number }
  }
}

extension FoundPath {
  func estimate(_ sources: [SearchSource], _ targets: [SearchTarget], _ times: TravelTimes) -> FoundEstimate {
    let path = EdgePath(
      edges: edges.map(EdgeID.init), startFraction: sources[source].fraction, endFraction: targets[target].fraction)
    return FoundEstimate(source: source, target: target, travel: TravelEstimate(along: path, times))
  }
}

extension TurnSearch: PathSearch {
  func cheapestCost(
    from sources: [SearchSource], to targets: [SearchTarget], metric: Metric, mask: ClosureMask
  ) throws(RoutingFailure) -> Int64? {
    try cheapestPath(from: sources, to: targets, metric: metric, mask: mask)?.cost
  }

  func estimates(
    from sources: [SearchSource], toEach groups: TargetGroups, metric: Metric, mask: ClosureMask, times: TravelTimes
  ) throws(RoutingFailure) -> [FoundEstimate?] {
    let paths = try cheapestPaths(from: sources, toEach: groups.targets, metric: metric, mask: mask)
    return groups.cheapest { paths[$0]?.cost }.map { number in
      number.flatMap { paths[$0] }?.estimate(sources, groups.targets, times)
    }
  }
}
