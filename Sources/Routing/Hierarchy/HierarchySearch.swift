import RoadNetwork

/// Path search by the hierarchy, with the plain search for what it cannot answer.
///
/// A closure only makes ways dearer. So a path found without regard to closures that touches none is
/// the best one, and only where it touches one the plain search decides: closures hold at once, without
/// any customization. Once they are in the weights too, no path touches one any more.
final class HierarchySearch: PathSearch {
  let network: RoadNetwork
  let plain: TurnSearch
  let query: HierarchyQuery
  /// A second workspace, for costs asked while the labels of the first are in use.
  private(set) lazy var distanceQuery = HierarchyQuery(arcs: query.arcs)
  /// The weights of the current request's metric; nil while they are not customized.
  var weights: HierarchyMetric? {
    didSet { if let oldValue, oldValue !== weights { oldValue.depart() } }
  }
  /// The same with exactly the current request's closures in them; nil while there are none.
  var closedWeights: HierarchyMetric? {
    didSet { if let oldValue, oldValue !== closedWeights { oldValue.depart() } }
  }
  /// How many answers to the current request had to be searched plainly for a closure on the way.
  private(set) var closuresMet = 0
  var budget = 0

  init(_ hierarchy: Hierarchy) {
    network = hierarchy.network
    plain = TurnSearch(network: hierarchy.network)
    query = HierarchyQuery(arcs: hierarchy.arcs)
  }

  deinit {
    weights?.depart()
    closedWeights?.depart()
  }

  /// Begins another request.
  func use(_ metrics: RequestMetrics) {
    weights = metrics.hierarchy
    closedWeights = metrics.closed
    closuresMet = 0
  }

  /// What answers under a mask: closures in the weights would hold up a vehicle that is in one.
  private func weights(under mask: ClosureMask) -> HierarchyMetric? {
    mask.isEmpty || mask.hasExemptions ? weights : closedWeights ?? weights
  }

  /// Whether ways found by the weights need no look at closures.
  private func isSure(_ weights: HierarchyMetric, _ mask: ClosureMask) -> Bool {
    mask.isEmpty || weights === closedWeights
  }

  func cheapestPath(
    from sources: [SearchSource], to targets: [SearchTarget], metric: Metric, mask: ClosureMask
  ) throws(RoutingFailure) -> FoundPath? {
    if let weights = weights(under: mask) {
      let onOneEdge = plain.pathOnOneEdge(sources, targets, metric: metric, mask: mask)
      let found = try path(from: sources, to: targets, onOneEdge: onOneEdge, weights, metric, mask)
      guard let found else { return nil }
      if isSure(weights, mask) || isOpen(found.edges, mask) { return found }
      closuresMet += 1
    }
    plain.budget = budget
    defer { budget = plain.budget }
    return try plain.cheapestPath(from: sources, to: targets, metric: metric, mask: mask)
  }

  func cheapestCost(
    from sources: [SearchSource], to targets: [SearchTarget], metric: Metric, mask: ClosureMask
  ) throws(RoutingFailure) -> Int64? {
    guard let weights = weights(under: mask), isSure(weights, mask) else {
      return try cheapestPath(from: sources, to: targets, metric: metric, mask: mask)?.cost
    }
    let onOneEdge = plain.pathOnOneEdge(sources, targets, metric: metric, mask: mask)
    query.begin()
    defer { query.end() }
    return try meet(from: sources, to: targets, onOneEdge: onOneEdge, weights, metric, mask)?.cost ?? onOneEdge?.cost
  }

  func cheapestPaths(
    from sources: [SearchSource], toEach targets: [SearchTarget], metric: Metric, mask: ClosureMask, slack: Int64
  ) throws(RoutingFailure) -> [FoundPath?] {
    if let weights = weights(under: mask) {
      let found = try paths(from: sources, toEach: targets, weights, metric, mask, slack)
      if isSure(weights, mask) || found.allSatisfy({ $0.map { isOpen($0.edges, mask) } ?? true }) { return found }
      closuresMet += 1
    }
    plain.budget = budget
    defer { budget = plain.budget }
    return try plain.cheapestPaths(from: sources, toEach: targets, metric: metric, mask: mask, slack: slack)
  }

  func estimates(
    from sources: [SearchSource], toEach groups: TargetGroups, metric: Metric, mask: ClosureMask, times: TravelTimes
  ) throws(RoutingFailure) -> [FoundEstimate?] {
    if let weights = weights(under: mask) {
      let found = try estimates(from: sources, toEach: groups, weights, metric, mask, times)
      if let found { return found }
      closuresMet += 1
    }
    plain.budget = budget
    defer { budget = plain.budget }
    return try plain.estimates(from: sources, toEach: groups, metric: metric, mask: mask, times: times)
  }

  /// Whether no edge that the path passes from end to end is closed. What it drives of the first and the last was
  /// looked at before the search.
  private func isOpen(_ edges: [UInt32], _ mask: ClosureMask) -> Bool {
    !edges.dropFirst().dropLast().contains { mask.blocks($0) }
  }

  // MARK: By the hierarchy

  private func path(
    from sources: [SearchSource], to targets: [SearchTarget], onOneEdge: FoundPath?, _ weights: HierarchyMetric,
    _ metric: Metric, _ mask: ClosureMask
  ) throws(RoutingFailure) -> FoundPath? {
    query.begin()
    defer { query.end() }
    guard let met = try meet(from: sources, to: targets, onOneEdge: onOneEdge, weights, metric, mask) else {
      return onOneEdge
    }
    let found = query.path(through: met.rank, weights.searched, sources: sources)
    return FoundPath(source: found.source, target: found.target, edges: found.edges, cost: met.cost)
  }

  /// Where the ways from the cheapest source and target meet below the path on one edge, and what they cost together.
  private func meet(
    from sources: [SearchSource], to targets: [SearchTarget], onOneEdge: FoundPath?, _ weights: HierarchyMetric,
    _ metric: Metric, _ mask: ClosureMask
  ) throws(RoutingFailure) -> (rank: Int, cost: Int64)? {
    let base = seed(sources, metric, mask)
    let targetBase = targets.reduce(Int64.max) { min($0, $1.cost) }
    guard let base, targetBase != .max else { return nil }
    for (number, target) in targets.enumerated() where !mask.blocks(target.edge, from: 0, to: target.fraction) {
      let driven = metric.weight(of: target.edge, from: 0, to: target.fraction)
      let cost = SearchCost.exact(target.cost - targetBase + driven)
      query.addTarget(target.edge, cost: UInt64(bitPattern: cost), number: number)
    }
    try spend(query.forward.rankCount + query.backward.rankCount)
    let offset = SearchCost.exact(base + targetBase)
    let bound = onOneEdge.map { UInt64(bitPattern: SearchCost.exact($0.cost) &- offset) } ?? SearchCost.infinity
    return query.meet(weights, below: bound).map { rank, cost in
      (rank, SearchCost.units(Int64(bitPattern: cost) &+ offset))
    }
  }

  private func paths(
    from sources: [SearchSource], toEach targets: [SearchTarget], _ weights: HierarchyMetric, _ metric: Metric,
    _ mask: ClosureMask, _ slack: Int64
  ) throws(RoutingFailure) -> [FoundPath?] {
    query.begin()
    defer { query.end() }
    let ends = try labels(from: sources, toEach: targets, weights, metric, mask, slack)
    return ends.paths { edge in query.sweptPath(to: edge, weights, sources: sources) }
  }

  /// nil where a closure lies on one of the ways.
  private func estimates(
    from sources: [SearchSource], toEach groups: TargetGroups, _ weights: HierarchyMetric, _ metric: Metric,
    _ mask: ClosureMask, _ times: TravelTimes
  ) throws(RoutingFailure) -> [FoundEstimate?]? {
    query.begin()
    defer { query.end() }
    let targets = groups.targets
    let ends = try labels(from: sources, toEach: targets, weights, metric, mask, .max)
    var estimates: [FoundEstimate?] = []
    estimates.reserveCapacity(groups.groupCount)
    for number in groups.cheapest({ ends.total($0) }) {
      guard let number else {
        estimates.append(nil)
        continue
      }
      if let direct = ends.direct(number) {
        estimates.append(direct.estimate(sources, targets, times))
        continue
      }
      let target = targets[number]
      if !isSure(weights, mask) {
        let (_, edges) = query.sweptPath(to: target.edge, weights, sources: sources)
        if !isOpen(edges, mask) { return nil }
      }
      let (source, between) = query.sweptMeasure(to: target.edge, weights, sources: sources, times)
      let first = (EdgeID(sources[source].edge), max(0, 1 - sources[source].fraction))
      let travel = TravelEstimate(
        between: between, first: first, last: (EdgeID(target.edge), max(0, target.fraction)), times)
      estimates.append(FoundEstimate(source: source, target: number, travel: travel))
    }
    return estimates
  }

  /// Labels the targets by a sweep.
  private func labels(
    from sources: [SearchSource], toEach targets: [SearchTarget], _ weights: HierarchyMetric, _ metric: Metric,
    _ mask: ClosureMask, _ slack: Int64
  ) throws(RoutingFailure) -> TargetLabels {
    var ends = TargetLabels(
      targets, onOneEdge: plain.pathsOnOneEdge(sources, targets, metric: metric, mask: mask), slack: slack)
    guard let base = seed(sources, metric, mask) else { return ends }
    for target in targets where !mask.blocks(target.edge, from: 0, to: target.fraction) {
      query.addDestination(target.edge)
    }
    try spend(query.forward.rankCount + query.backward.rankCount)
    query.sweep(weights)
    var reached: [(number: Int, label: Int64)] = []
    reached.reserveCapacity(targets.count)
    for (number, target) in targets.enumerated() where !mask.blocks(target.edge, from: 0, to: target.fraction) {
      guard let label = query.sweptCost(of: target.edge) else { continue }
      reached.append((number, Int64(bitPattern: label) &+ SearchCost.exact(base)))
    }
    ends.label(reached, metric: metric)
    return ends
  }

  /// Labels the edges that follow each source, by how much more it costs than the cheapest source.
  ///
  /// - Returns: what the cheapest source costs, in units; nil without any source.
  private func seed(_ sources: [SearchSource], _ metric: Metric, _ mask: ClosureMask) -> Int64? {
    let base = sources.reduce(Int64.max) { min($0, $1.cost) }
    if base == .max { return nil }
    for (number, source) in sources.enumerated() where !mask.blocks(source.edge, from: source.fraction, to: 1) {
      let driven = metric.weight(of: source.edge, from: source.fraction, to: 1)
      let rest = SearchCost.exact(source.cost - base + driven)
      for turn in network.turns(from: EdgeID(source.edge)) {
        let weight = metric.turnWeights[Int(turn)]
        let target = network.target(of: TurnID(turn)).rawValue
        if weight == Metric.forbidden { continue }
        let cost = rest &+ SearchCost.exact(edge: 0, turn: weight, id: turn)
        query.addSource(target, cost: UInt64(bitPattern: cost), number: number)
      }
    }
    return base
  }

  /// Ranks walked count like edges settled.
  private func spend(_ ranks: Int) throws(RoutingFailure) {
    guard budget >= ranks else { throw .budgetExceeded }
    budget -= ranks
  }
}
